import type { Degree } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { Alert, Group, Paper, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { notifyError } from '../../../ui/notify.ts'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/page-skeleton.tsx'
import { fieldErrorOf, saveErrorText } from '../autosave/autosave-errors.ts'
import { StaleBanner } from '../autosave/stale-banner.tsx'
import { useLeaveGuard } from '../autosave/use-leave-guard.ts'
import { courseBadges } from '../badges.ts'
import { CourseBadges } from '../course-badges.tsx'
import { courseTitle, untitledCourse } from '../course-title.ts'
import { courseQueries } from '../courses.queries.ts'
import classes from '../editor.module.css'
import { EditorHead } from '../editor-head.tsx'
import { EditorTitle } from '../editor-title.tsx'
import { LazyRichTextField } from '../lazy-rich-text-field.tsx'
import { CourseActions } from './course-actions.tsx'
import { courseDifferences } from './course-differences.ts'
import { CourseSettings } from './course-settings.tsx'
import { CoverField } from './cover-field.tsx'
import { OutlineEditor } from './outline-editor.tsx'
import { useCourseEditor } from './use-course-editor.ts'

export function CourseEditorPage({ link }: { link: string }) {
  const school = useSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(courseQueries.course(school.id, link))
  const isMissing = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (!isMissing) return
    notifyError(error)
    void navigate({ to: '/cursos', replace: true })
  }, [isMissing, error, navigate])

  // The state belongs to the course, not to its link: an unpublished course changes its link with its title.
  if (data) return <CourseEditor key={data.degree.id} loaded={data.degree} />
  if (error && !isMissing) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <PageSkeleton />
}

function CourseEditor({ loaded }: { loaded: Degree }) {
  const editor = useCourseEditor(loaded)
  const { course, change, stale } = editor
  useLeaveGuard(editor)
  useDocumentTitle(courseTitle(course))
  const errorOf = fieldErrorOf(editor.error)

  return (
    <div className={classes.page}>
      <EditorHead back={{ to: '/cursos' }} backLabel="Meus cursos" state={editor.state}>
        <CourseActions editor={editor} />
      </EditorHead>
      <Stack gap="md">
        {stale && (
          <StaleBanner
            differences={courseDifferences(editor.unsaved ?? {}, stale)}
            onKeepMine={() => void editor.keepMine()}
            onTakeTheirs={editor.takeTheirs}
          />
        )}
        {!stale && editor.error !== undefined && (
          <Alert color="red" role="alert" icon={<IconAlertCircle />}>
            {saveErrorText(editor.error)}
          </Alert>
        )}
        <CoverField
          src={course.img_wide_url}
          title={courseTitle(course)}
          onUpload={(file, onProgress) => editor.uploadCover(file, file.name, onProgress)}
        />
        <div className={classes.columns}>
          <Stack gap="xl">
            <Stack gap="xs">
              <Group>
                <CourseBadges badges={courseBadges({ ...editor.server, ...course })} />
              </Group>
              <EditorTitle
                label="Título do curso"
                placeholder={untitledCourse}
                value={course.title}
                error={errorOf('title')}
                onChange={(title) => change({ title })}
                onBlur={() => {
                  if (course.title.trim() === '') change({ title: editor.server.title })
                }}
              />
            </Stack>
            <OutlineEditor editor={editor} />
            <Paper withBorder p="md" radius="lg">
              <Stack>
                <TextInput
                  label="Título da descrição"
                  placeholder="O que você vai aprender"
                  maxLength={limits.titleMax}
                  value={course.description_title}
                  error={errorOf('description_title')}
                  onChange={(event) => change({ description_title: event.currentTarget.value })}
                />
                <LazyRichTextField
                  label="Descrição"
                  value={course.description}
                  error={errorOf('description')}
                  onChange={(description) => change({ description })}
                />
              </Stack>
            </Paper>
          </Stack>
          <CourseSettings editor={editor} errorOf={errorOf} />
        </div>
      </Stack>
    </div>
  )
}
