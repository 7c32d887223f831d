import { describeAbsent, isStopped } from '@escola/contract/absent-degrees'
import { newTemplateId } from '@escola/contract/certificate-choice'
import { newTemplateTitle, templateLimits, templateMessages } from '@escola/contract/certificate-template-texts'
import { type CertificateTemplate, TemplateFields } from '@escola/contract/certificate-templates.contract'
import { courseTitle, pageTitles } from '@escola/contract/titles'
import { Alert, Button, Group, Paper, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import type { CourseChoice } from '../../ui/courses/course-choices.tsx'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { showSaved } from '../../ui/forms/show-saved.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { NotFound } from '../../ui/loading/not-found.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { confirm } from '../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { CertificatePreview } from './certificate-preview.tsx'
import classes from './certificate-templates.module.css'
import { countFinished, templateQueries, useRemoveTemplate, useSaveTemplate } from './certificate-templates.queries.ts'
import { IssuingFields } from './issuing-fields.tsx'
import { LayoutChoice } from './layout-choice.tsx'
import { SignerFields } from './signer-fields.tsx'
import { type TemplateValues, valuesOf } from './template-values.ts'
import { WinningTemplates } from './winning-templates.tsx'

export function TemplatePage({ id }: { id: string }) {
  const { certificateList } = usePrefetchedQuery(templateQueries.list(useSchool().id)).data
  const template = certificateList.find((each) => each.id === id)
  if (!template && !isNewRecord({ link: id })) return <NotFound />
  return <TemplateEditor id={id} template={template} templates={certificateList} />
}

interface EditorProps {
  id: string
  template: CertificateTemplate | undefined
  templates: CertificateTemplate[]
}

function TemplateEditor({ id, template, templates }: EditorProps) {
  const schoolId = useSchool().id
  const courses = usePrefetchedQuery(templateQueries.courses(schoolId)).data
  // The list may be read again while the form keeps what it began with.
  const [savedOn, setSavedOn] = useState(template?.utc_saved_on ?? '')
  const absent = template?.utc_saved_on ? describeAbsent(template) : undefined
  const navigate = useNavigate()
  const save = useSaveTemplate(id)
  const form = useForm<TemplateValues>({ initialValues: valuesOf(template), validate: zodResolver(TemplateFields) })
  useLeaveGuard({ hasUnsaved: () => form.isDirty() })
  const sending = useFormSubmit(form, async (values) => {
    if (!(await mayIssue(schoolId, id, values))) return
    const { certificate } = await save.mutateAsync({ ...values, saved_on: savedOn }).catch(async (error: unknown) => {
      if (!isStale(error) || !(await confirm(staleQuestion))) throw error
      return save.mutateAsync({ ...values, saved_on: undefined })
    })
    setSavedOn(certificate.utc_saved_on ?? '')
    notifySuccess(templateMessages.saved)
    showSaved(form, values, valuesOf(certificate))
    if (isNewRecord({ link: id }))
      await navigate({
        to: '/certificado/$certificateId',
        params: { certificateId: certificate.id },
        replace: true,
        state: { made: certificate.id },
        ignoreBlocker: true,
      })
  })
  return (
    <Page
      title={form.values.title.trim() || newTemplateTitle}
      back={{ to: '/certificados', label: pageTitles.certificates }}
      actions={template && <RemoveTemplate template={template} />}
    >
      <form onSubmit={sending.submit} noValidate className={classes.editor}>
        <CertificatePreview id={id} values={form.values} />
        <Stack gap="lg">
          <TextInput
            label="Título, como sai no certificado"
            maxLength={templateLimits.titleMax}
            {...form.getInputProps('title')}
          />
          <LayoutChoice value={form.values.layout} onChange={(layout) => form.setFieldValue('layout', layout)} />
          <Switch
            label="Conteúdo estudado no verso"
            description="Módulos, aulas e horas de estudo, em páginas a mais."
            {...form.getInputProps('has_syllabus', { type: 'checkbox' })}
          />
          <Paper p="lg" component="section" aria-labelledby="signatures">
            <Title order={2} size="h3" id="signatures" mb="md">
              1. Assinatura
            </Title>
            <SignerFields form={form} />
          </Paper>
          <Paper p="lg" component="section" aria-labelledby="settings">
            <Title order={2} size="h3" id="settings" mb="md">
              2. Configuração
            </Title>
            <Stack>
              {absent && (
                <Alert
                  color="ambar"
                  variant="light"
                  icon={<IconAlertTriangle size={20} aria-hidden />}
                  title={template && isStopped(template) ? 'Modelo parado' : 'Cursos que saíram'}
                >
                  {absent}
                </Alert>
              )}
              <IssuingFields
                id={template?.id ?? newTemplateId}
                form={form}
                courses={courses}
                unsaved={listUnsaved(template, courses)}
              />
              {form.values.kind === 'course' && (
                <WinningTemplates
                  own={{ ...form.values, id: template?.id ?? newTemplateId }}
                  templates={templates}
                  courses={courses}
                />
              )}
            </Stack>
          </Paper>
          {sending.failure !== undefined && (
            <Alert color="danger" variant="light" role="alert">
              {textOf(sending.failure)}
            </Alert>
          )}
          <Group justify="flex-end">
            <BusyButton type="submit" busy={sending.pending}>
              Salvar
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}

/** Titles of the published courses that a sum of all courses was not saved for. */
const listUnsaved = (template: CertificateTemplate | undefined, courses: CourseChoice[]): string[] =>
  template?.utc_saved_on && template.kind === 'sum' && template.all_degrees
    ? courses
        .filter(({ id, published }) => published && !template.degrees.includes(id))
        .map((course) => courseTitle(course))
    : []

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale_version'
const staleQuestion = {
  title: 'Salvar por cima?',
  text: templateMessages.stale,
  confirmLabel: 'Salvar os meus dados',
  danger: true,
}

/** Asks first where students who have finished would be issued a certificate. */
async function mayIssue(schoolId: string, id: string, values: TemplateValues): Promise<boolean> {
  const { students } = await countFinished(schoolId, isNewRecord({ link: id }) ? newTemplateId : id, values)
  if (students === 0) return true
  const many = students === 1 ? '1 aluno que já concluiu recebe' : `${students} alunos que já concluíram recebem`
  return confirm({
    title: 'Emitir para quem já concluiu?',
    text: `${many} o certificado e um e-mail agora.`,
    confirmLabel: 'Salvar e emitir',
  })
}

function RemoveTemplate({ template }: { template: CertificateTemplate }) {
  const remove = useRemoveTemplate(template.id)
  const navigate = useNavigate()
  const { run, isPending } = useConfirmedChange()
  return (
    <Button
      variant="subtle"
      color="danger"
      leftSection={<IconTrash size={18} aria-hidden />}
      aria-busy={isPending}
      onClick={() =>
        run({
          question: makeDangerQuestion(
            'O modelo deixa de emitir certificados. Os que já saíram continuam valendo.',
            'Apagar certificado',
          ),
          change: async () => {
            await remove.mutateAsync()
            await navigate({ to: '/certificados', ignoreBlocker: true })
          },
          done: 'Modelo apagado!',
        })
      }
    >
      Apagar certificado
    </Button>
  )
}
