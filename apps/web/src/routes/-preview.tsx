import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { toStudentContent, toStudentDegree } from '../features/courses/as-student.ts'
import { courseQueries } from '../features/courses/courses.queries.ts'
import { useFranchisor } from '../features/courses/edition.queries.ts'
import { EditionBar } from '../features/courses/edition-bar.tsx'
import { PreviewBar, type PreviewBarProps } from '../features/courses/preview-bar.tsx'
import { withAssessment } from '../features/exams/exam-preview.ts'
import { examQueries } from '../features/exams/exams.queries.ts'
import { type CoursePageProps, CourseView, StudentCoursePage } from '../features/learning/course-page.tsx'
import { LessonView, StudentLessonPage } from '../features/learning/lesson-page.tsx'
import { useSchool } from '../session/context.ts'
import { usePrefetchedQuery } from '../ui/loading/use-prefetched-query.ts'

const DraftExam = lazyRouteComponent(() => import('./-draft-exam.tsx'), 'DraftExam')

interface Props {
  link: string
  isDraft: boolean
}

/** Shows a course to an author who looks as a student does. The draft comes by the authors' calls: students have none that reads it. */
export function CoursePreview({ link, isDraft, renderPractice }: Props & Pick<CoursePageProps, 'renderPractice'>) {
  if (isDraft) return <DraftCourse link={link} />
  return (
    <PublishedBar link={link} back={toCourse(link)}>
      <StudentCoursePage link={link} renderPractice={renderPractice} />
    </PublishedBar>
  )
}

/** Leads back to the editor, or says that another school writes the course. */
function PublishedBar({ link, back, children }: { link: string } & Pick<PreviewBarProps, 'back' | 'children'>) {
  const franchisor = useFranchisor(link)
  if (!franchisor) return <PreviewBar back={back}>{children}</PreviewBar>
  return (
    <EditionBar link={link} franchisor={franchisor.name}>
      {children}
    </EditionBar>
  )
}

function DraftCourse({ link }: { link: string }) {
  const { degree } = usePrefetchedQuery(courseQueries.course(useSchool().id, link)).data
  return (
    <PreviewBar back={toCourse(link)} badges={degree.isDraft ? ['draft'] : []}>
      <CourseView degree={toStudentDegree(degree)} />
    </PreviewBar>
  )
}

export function LessonPreview({
  link,
  classLink,
  isDraft,
  ...below
}: Props & {
  classLink: string
  questions: ReactNode
  renderExam: (contentId: string, degreeId: string) => ReactNode
}) {
  if (isDraft) return <DraftLesson link={link} classLink={classLink} />
  return (
    <PublishedBar link={link} back={toLesson(link, classLink)}>
      <StudentLessonPage link={link} classLink={classLink} {...below} />
    </PublishedBar>
  )
}

function DraftLesson({ link, classLink }: { link: string; classLink: string }) {
  const schoolId = useSchool().id
  const { content, degree } = usePrefetchedQuery(courseQueries.lesson(schoolId, link, classLink)).data
  const { data: exam } = useQuery(examQueries.one(schoolId, content.id))
  const badges = [
    ...(degree.isDraft ? (['draft'] as const) : []),
    ...(content.is_visible ? [] : (['invisible'] as const)),
  ]
  return (
    <PreviewBar back={toLesson(link, classLink)} badges={badges}>
      <LessonView
        degree={withAssessment(toStudentDegree(degree), exam)}
        content={toStudentContent(content)}
        classLink={content.link}
        renderExam={() => <Suspense>{exam && <DraftExam exam={exam} />}</Suspense>}
      />
    </PreviewBar>
  )
}

const toCourse = (link: string) => ({ to: '/c/$link', params: { link } }) as const
const toLesson = (link: string, classLink: string) =>
  ({ to: '/c/$link/$classLink', params: { link, classLink } }) as const
