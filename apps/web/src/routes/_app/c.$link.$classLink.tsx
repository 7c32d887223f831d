import {
  createFileRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { loadLesson } from '../../features/courses/load-editors.ts'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { LessonError } from '../../features/learning/lesson-error.tsx'
import { StudentLessonPage, StudentLessonPending } from '../../features/learning/lesson-page.tsx'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { schoolIdOf } from '../-school-id.ts'

const LessonEditorPage = lazyRouteComponent(
  () => import('../../features/courses/lesson-editor/lesson-editor-page.tsx'),
  'LessonEditorPage',
)

export const Route = createFileRoute('/_app/c/$link/$classLink')({
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireReader,
  loader: ({ context, cause, params: { link, classLink } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    if (!context.isEditor) return queryClient.ensureQueryData(learningQueries.lesson(schoolId, link, classLink))
    return Promise.all([LessonEditorPage.preload?.(), loadLesson({ queryClient, schoolId, cause }, link, classLink)])
  },
  component: LessonRoute,
  // The course around the lesson is here already, so nothing flashes.
  pendingMs: 100,
  pendingMinMs: 0,
  pendingComponent: LessonPending,
  errorComponent: LessonFailed,
})

function LessonRoute() {
  const { link, classLink } = Route.useParams()
  const { isEditor } = Route.useRouteContext()
  const Page = isEditor ? LessonEditorPage : StudentLessonPage
  return <Page link={link} classLink={classLink} />
}

function LessonPending() {
  const { link, classLink } = Route.useParams()
  const { isEditor } = Route.useRouteContext()
  return isEditor ? <PageSkeleton /> : <StudentLessonPending link={link} classLink={classLink} />
}

function LessonFailed({ error }: ErrorComponentProps) {
  return <LessonError error={error} link={Route.useParams().link} />
}
