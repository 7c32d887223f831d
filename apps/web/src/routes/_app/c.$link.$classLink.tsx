import { createFileRoute, type ErrorComponentProps, retainSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { courseQueries } from '../../features/courses/courses.queries.ts'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { LessonError } from '../../features/learning/lesson-error.tsx'
import { StudentLessonPage, StudentLessonPending } from '../../features/learning/lesson-page.tsx'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { schoolIdOf } from '../-school-id.ts'

const LessonEditorPage = lazy(async () => ({
  default: (await import('../../features/courses/lesson-editor/lesson-editor-page.tsx')).LessonEditorPage,
}))

export const Route = createFileRoute('/_app/c/$link/$classLink')({
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireReader,
  loader: ({ context, params: { link, classLink } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    return context.isEditor
      ? queryClient.ensureQueryData(courseQueries.lesson(schoolId, link, classLink))
      : queryClient.ensureQueryData(learningQueries.lesson(schoolId, link, classLink))
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
  if (!isEditor) return <StudentLessonPage link={link} classLink={classLink} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LessonEditorPage link={link} classLink={classLink} />
    </Suspense>
  )
}

function LessonPending() {
  const { link, classLink } = Route.useParams()
  const { isEditor } = Route.useRouteContext()
  return isEditor ? <PageSkeleton /> : <StudentLessonPending link={link} classLink={classLink} />
}

function LessonFailed({ error }: ErrorComponentProps) {
  return <LessonError error={error} link={Route.useParams().link} />
}
