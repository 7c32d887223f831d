import { createFileRoute, type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { learningQueries, openLesson } from '../../features/learning/learning.queries.ts'
import { LessonError } from '../../features/learning/lesson-error.tsx'
import { StudentLessonPage, StudentLessonPending } from '../../features/learning/lesson-page.tsx'
import { requireReader } from '../../session/guards.ts'
import { PageSkeleton } from '../../ui/loading/page-skeleton.tsx'
import { renderExamOf } from '../-lesson-exam.tsx'
import { Questions } from '../-questions.tsx'
import { schoolIdOf } from '../-school-id.ts'
import { keepStudentSearch, validateStudentSearch } from '../-student-search.ts'

/** The addresses of courses and lessons are students' first: what an author's page asks for loads with it. */
const loadEditors = () => import('../../features/courses/load-editors.ts')
const LessonEditor = lazyRouteComponent(() => import('../-lesson-editor.tsx'), 'LessonEditor')
const loadView = () => import('../-student-view.tsx')
const ViewedLesson = lazyRouteComponent(loadView, 'ViewedLesson')
const LessonPreview = lazyRouteComponent(() => import('../-preview.tsx'), 'LessonPreview')

export const Route = createFileRoute('/_app/c/$link/$classLink')({
  validateSearch: validateStudentSearch,
  search: { middlewares: [keepStudentSearch] },
  beforeLoad: (guarded) => requireReader(guarded),
  loaderDeps: ({ search: { como, em } }) => ({ como, em }),
  loader: ({ context, cause, params: { link, classLink }, deps: { como, em } }): Promise<unknown> => {
    const schoolId = schoolIdOf(context)
    const { queryClient, view } = context
    const published = () => queryClient.ensureQueryData(learningQueries.lesson(schoolId, link, classLink))
    // A pointer over a link opens no lesson; the course around it may be here already.
    if (view === 'student' && cause === 'preload')
      return queryClient.prefetchQuery(learningQueries.course(schoolId, link))
    if (view === 'student') return openLesson(queryClient, schoolId, link, classLink)
    if (view === 'viewed') {
      const viewed = { link: como!, day: em }
      const load = async () => (await loadView()).loadViewedLesson({ queryClient, schoolId, viewed }, link, classLink)
      return Promise.all([ViewedLesson.preload?.(), load()])
    }
    if (view === 'published') return Promise.all([LessonPreview.preload?.(), published()])
    const Page = view === 'draft' ? LessonPreview : LessonEditor
    const loadLesson = async () => (await loadEditors()).loadLesson({ queryClient, schoolId, cause }, link, classLink)
    return Promise.all([Page.preload?.(), loadLesson()])
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
  const { view } = Route.useRouteContext()
  const questions = (
    <Questions key={classLink} degreeLink={link} contentLink={classLink} isStudied={view === 'student'} />
  )
  const { como, em } = Route.useSearch()
  const lesson = { link, classLink, questions, renderExam: renderExamOf({ link, classLink }) }
  if (view === 'viewed') return <ViewedLesson viewed={{ link: como!, day: em }} link={link} classLink={classLink} />
  if (view === 'student') return <StudentLessonPage {...lesson} />
  return view === 'editor' ? <LessonEditor {...lesson} /> : <LessonPreview {...lesson} isDraft={view === 'draft'} />
}

function LessonPending() {
  const { link, classLink } = Route.useParams()
  const { view } = Route.useRouteContext()
  const isStudents = view === 'student' || view === 'published'
  return isStudents ? <StudentLessonPending link={link} classLink={classLink} /> : <PageSkeleton />
}

function LessonFailed({ error }: ErrorComponentProps) {
  const { link, classLink } = Route.useParams()
  return <LessonError error={error} link={link} classLink={classLink} />
}
