import { createFileRoute, type ErrorComponentProps, retainSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { courseQueries } from '../../features/courses/courses.queries.ts'
import { CourseError } from '../../features/learning/course-error.tsx'
import { StudentCoursePage } from '../../features/learning/course-page.tsx'
import { CourseSkeleton } from '../../features/learning/course-skeleton.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { schoolIdOf } from '../-school-id.ts'

const CourseEditorPage = lazy(async () => ({
  default: (await import('../../features/courses/course-editor/course-editor-page.tsx')).CourseEditorPage,
}))

export const Route = createFileRoute('/_app/c/$link/')({
  /** ?student=1 shows an administrator what students see. */
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireReader,
  loader: ({ context, params: { link } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    return context.isEditor
      ? queryClient.ensureQueryData(courseQueries.course(schoolId, link))
      : queryClient.ensureQueryData(learningQueries.course(schoolId, link))
  },
  component: CourseRoute,
  pendingComponent: CoursePending,
  errorComponent: ({ error }: ErrorComponentProps) => <CourseError error={error} />,
})

function CourseRoute() {
  const { link } = Route.useParams()
  const { isEditor } = Route.useRouteContext()
  if (!isEditor) return <StudentCoursePage link={link} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CourseEditorPage link={link} />
    </Suspense>
  )
}

function CoursePending() {
  const { isEditor } = Route.useRouteContext()
  return isEditor ? <PageSkeleton /> : <CourseSkeleton />
}
