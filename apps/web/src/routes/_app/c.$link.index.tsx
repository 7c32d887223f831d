import { createFileRoute, type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { CourseError } from '../../features/learning/course-error.tsx'
import { StudentCoursePage } from '../../features/learning/course-page.tsx'
import { CourseSkeleton } from '../../features/learning/course-skeleton.tsx'
import { learningQueries } from '../../features/learning/learning.queries.ts'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/loading/page-skeleton.tsx'
import { renderPracticeOf } from '../-course-practice.tsx'
import { schoolIdOf } from '../-school-id.ts'
import { keepStudentSearch, validateStudentSearch } from '../-student-search.ts'

/** The addresses of courses and lessons are students' first: what an author's page asks for loads with it. */
const loadEditors = () => import('../../features/courses/load-editors.ts')
const CourseEditorPage = lazyRouteComponent(
  () => import('../../features/courses/course-editor/course-editor-page.tsx'),
  'CourseEditorPage',
)
const loadView = () => import('../-student-view.tsx')
const ViewedCourse = lazyRouteComponent(loadView, 'ViewedCourse')
const CoursePreview = lazyRouteComponent(() => import('../-preview.tsx'), 'CoursePreview')

export const Route = createFileRoute('/_app/c/$link/')({
  validateSearch: validateStudentSearch,
  search: { middlewares: [keepStudentSearch] },
  beforeLoad: (guarded) => requireReader(guarded),
  loaderDeps: ({ search: { como, em } }) => ({ como, em }),
  loader: ({ context, cause, params: { link }, deps: { como, em } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient, view } = context
    const published = () => queryClient.ensureQueryData(learningQueries.course(schoolId, link))
    if (view === 'student') return published()
    if (view === 'viewed') {
      const viewed = { link: como!, day: em }
      const load = async () => (await loadView()).loadViewedCourse({ queryClient, schoolId, viewed }, link)
      return Promise.all([ViewedCourse.preload?.(), load()])
    }
    if (view === 'published') return Promise.all([CoursePreview.preload?.(), published()])
    const Page = view === 'draft' ? CoursePreview : CourseEditorPage
    const loadCourse = async () => (await loadEditors()).loadCourse({ queryClient, schoolId, cause }, link)
    return Promise.all([Page.preload?.(), loadCourse()])
  },
  component: CourseRoute,
  pendingComponent: CoursePending,
  errorComponent: CourseFailed,
})

function CourseRoute() {
  const { link } = Route.useParams()
  const { view } = Route.useRouteContext()
  const { como, em } = Route.useSearch()
  if (view === 'student') return <StudentCoursePage link={link} renderPractice={renderPracticeOf} />
  if (view === 'viewed') return <ViewedCourse viewed={{ link: como!, day: em }} link={link} />
  return view === 'editor' ? (
    <CourseEditorPage link={link} />
  ) : (
    <CoursePreview link={link} isDraft={view === 'draft'} renderPractice={renderPracticeOf} />
  )
}

function CourseFailed({ error }: ErrorComponentProps) {
  return <CourseError error={error} link={Route.useParams().link} />
}

function CoursePending() {
  const { view } = Route.useRouteContext()
  return view === 'editor' ? <PageSkeleton /> : <CourseSkeleton />
}
