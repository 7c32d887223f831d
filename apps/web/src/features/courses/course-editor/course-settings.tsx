import type { Degree } from '@escola/contract/courses.contract'
import { cleanLandingPage, isLandingPage } from '@escola/contract/landing-page'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { practiceTexts } from '@escola/contract/practice-texts'
import { refusals } from '@escola/contract/refusals'
import { Paper, Select, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useSchool } from '../../../session/context.ts'
import { Need } from '../../../session/need.tsx'
import { useRights } from '../../../session/rights.ts'
import { isNewRecord } from '../../../ui/editor/new-record.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeHideQuestion, useCourseReach } from '../course-reach.ts'
import classes from '../editor.module.css'
import { startLabel, startOptions, stepLabel, stepOptions } from './dripping.ts'
import { DrippingPreview } from './dripping-preview.tsx'
import { OrderSettings } from './order-settings.tsx'
import { PublicPageSettings } from './public-page-settings.tsx'
import type { CourseEditorState } from './use-course-editor.ts'
import { WorkloadField } from './workload-field.tsx'

interface Props {
  editor: CourseEditorState
  errorOf: (field: string) => string | undefined
}

export function CourseSettings({ editor, errorOf }: Props) {
  const { course, change } = editor
  const school = useSchool()
  const { may } = useRights()
  const reach = useCourseReach(editor.server.link)
  const hide = async (hide_to_affiliates: boolean) => {
    if (!hide_to_affiliates || (await confirm(() => makeHideQuestion(reach)))) change({ hide_to_affiliates })
  }
  return (
    <Paper p="md" className={classes.settings}>
      <Title order={2} size="h5" mb="sm">
        Configurações
      </Title>
      <Stack gap="md">
        <WorkloadField minutes={course.workload_hours} text={course.workload_text} onChange={change} />
        {/* Sales page, visibility and privacy are the school's to say. */}
        <Need right="courses">
          <TextInput
            label="Página de vendas"
            description="Para onde vai quem ainda não tem acesso"
            placeholder="https://…"
            inputMode="url"
            maxLength={limits.linkMax}
            value={course.landing_page_url}
            error={isLandingPage(course.landing_page_url) ? errorOf('landing_page_url') : refusals.landingPage}
            onChange={(event) => change({ landing_page_url: event.currentTarget.value })}
            onBlur={() => {
              const landing_page_url = cleanLandingPage(course.landing_page_url)
              if (landing_page_url !== course.landing_page_url) change({ landing_page_url })
            }}
          />
          <Switch
            label="Visível"
            description="Aparece na lista de cursos da escola"
            checked={course.is_visible}
            onChange={(event) => change({ is_visible: event.currentTarget.checked })}
          />
          <Switch
            label="Privado"
            description="Turmas públicas não dão acesso a este curso"
            checked={course.is_private}
            onChange={(event) => change({ is_private: event.currentTarget.checked })}
          />
          {school.has_affiliation && (
            <Switch
              label={messages.hideToAffiliates}
              checked={course.hide_to_affiliates}
              onChange={(event) => void hide(event.currentTarget.checked)}
            />
          )}
        </Need>
        <Switch
          label="Comentários"
          description="Alunos podem perguntar em cada aula"
          checked={course.has_comments}
          onChange={(event) => change({ has_comments: event.currentTarget.checked })}
        />
        <DrippingSettings editor={editor} />
        <OrderSettings editor={editor} />
        {hasExam(editor.server) && (
          <Switch
            label={practiceTexts.label}
            description={practiceTexts.description}
            checked={course.has_practice}
            onChange={(event) => change({ has_practice: event.currentTarget.checked })}
          />
        )}
        {!isNewRecord(editor.server) && may('courses') && (
          <PublicPageSettings
            link={editor.server.link}
            publishedOn={editor.server.utc_published_on}
            isDraft={editor.server.isDraft}
          />
        )}
      </Stack>
    </Paper>
  )
}

const hasExam = ({ modules }: Degree) => modules.some(({ content }) => content.some(({ has_exam }) => has_exam))

function DrippingSettings({ editor: { course, change, server } }: { editor: CourseEditorState }) {
  const config = course.dripping_config
  return (
    <Stack gap="xs">
      <Switch
        label="Liberar módulos aos poucos"
        description="Um módulo de cada vez, em vez de todos de uma vez"
        checked={!course.no_dripping}
        onChange={(event) => change({ no_dripping: !event.currentTarget.checked })}
      />
      {!course.no_dripping && (
        <>
          <Select
            label={stepLabel}
            allowDeselect={false}
            data={stepOptions}
            value={config.when}
            onChange={(when) => when && change({ dripping_config: { ...config, when: when as typeof config.when } })}
          />
          <Select
            label={startLabel}
            allowDeselect={false}
            data={startOptions}
            value={config.what}
            onChange={(what) => what && change({ dripping_config: { ...config, what: what as typeof config.what } })}
          />
          {!isNewRecord(server) && <DrippingPreview course={server} />}
        </>
      )}
    </Stack>
  )
}
