import {
  createFileRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { loadCourse } from '../../features/courses/load-editors.ts'
import { CourseError } from '../../features/learning/course-error.tsx'
import { StudentCoursePage } from '../../features/learning/course-page.tsx'
import { CourseSkeleton } from '../../features/learning/course-skeleton.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { schoolIdOf } from '../-school-id.ts'

const CourseEditorPage = lazyRouteComponent(
  () => import('../../features/courses/course-editor/course-editor-page.tsx'),
  'CourseEditorPage',
)

export const Route = createFileRoute('/_app/c/$link/')({
  /** ?student=1 shows an administrator what students see. */
  validateSearch: (search: Record<string, unknown>): { student?: 1 } =>
    String(search.student) === '1' ? { student: 1 } : {},
  // Whoever looks as a student goes on doing so from lesson to lesson.
  search: { middlewares: [retainSearchParams(['student'])] },
  beforeLoad: requireReader,
  loader: ({ context, cause, params: { link } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    if (!context.isEditor) return queryClient.ensureQueryData(learningQueries.course(schoolId, link))
    return Promise.all([CourseEditorPage.preload?.(), loadCourse({ queryClient, schoolId, cause }, link)])
  },
  component: CourseRoute,
  pendingComponent: CoursePending,
  errorComponent: ({ error }: ErrorComponentProps) => <CourseError error={error} />,
})

function CourseRoute() {
  const { link } = Route.useParams()
  const { isEditor } = Route.useRouteContext()
  return isEditor ? <CourseEditorPage link={link} /> : <StudentCoursePage link={link} />
}

function CoursePending() {
  const { isEditor } = Route.useRouteContext()
  return isEditor ? <PageSkeleton /> : <CourseSkeleton />
}
