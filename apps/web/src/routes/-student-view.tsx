import { firstName } from '@escola/contract/people'
import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, redirect, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../api/api-error.ts'
import { CourseView } from '../features/learning/course-page.tsx'
import { CourseRow } from '../features/learning/course-row.tsx'
import { LessonView } from '../features/learning/lesson-page.tsx'
import { studentViewQueries, type Viewed } from '../features/student-views/student-views.queries.ts'
import { ViewBar } from '../features/student-views/view-bar.tsx'
import { useSchool } from '../session/context.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../ui/loading/use-prefetched-query.ts'
import { Page } from '../ui/page.tsx'

const ViewedExam = lazyRouteComponent(() => import('../features/exam-results/viewed-exam.tsx'), 'ViewedExam')

const searchOf = ({ link, day }: Viewed) => ({ como: link, ...(day && { em: day }) })
/** Way back to all courses of the student. */
const toViewed = ({ link, day }: Viewed, name: string) => ({
  to: '/aluno/$link/ver-como',
  params: { link },
  search: day ? { em: day } : {},
  label: `Cursos de ${firstName(name)}`,
})

interface Loaded {
  queryClient: QueryClient
  schoolId: string
  viewed: Viewed
}

/** Without access on that day, the course is among the others, locked. */
const leaveShut =
  ({ link, day: em }: Viewed) =>
  (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'degree_forbidden') throw error
    throw redirect({ to: '/aluno/$link/ver-como', params: { link }, search: { em }, replace: true })
  }

export const loadViewedCourse = ({ queryClient, schoolId, viewed }: Loaded, link: string) =>
  queryClient.ensureQueryData(studentViewQueries.course(schoolId, viewed, link)).catch(leaveShut(viewed))

export const loadViewedLesson = ({ queryClient, schoolId, viewed }: Loaded, link: string, classLink: string) =>
  queryClient.ensureQueryData(studentViewQueries.lesson(schoolId, viewed, link, classLink)).catch(leaveShut(viewed))

export function ViewedCourses({ viewed }: { viewed: Viewed }) {
  const { student, categories } = usePrefetchedQuery(studentViewQueries.courses(useSchool().id, viewed)).data
  const navigate = useNavigate()
  const filled = categories.filter(({ degrees }) => degrees.length > 0)
  return (
    <>
      <ViewBar
        student={student}
        day={viewed.day}
        onDay={(em) =>
          void navigate({ to: '/aluno/$link/ver-como', params: { link: viewed.link }, search: { em }, replace: true })
        }
      />
      <Page
        title={`Cursos de ${student.name}`}
        back={{ to: '/aluno/$link', params: { link: student.link }, label: student.name }}
      >
        {filled.length === 0 ? (
          <EmptyState drawing="lessons" title={`${firstName(student.name)} não vê nenhum curso.`} />
        ) : (
          filled.map(({ id, title, degrees }, at) => (
            <CourseRow key={id} title={title} cards={degrees} isFirst={at === 0} search={searchOf(viewed)} />
          ))
        )}
      </Page>
    </>
  )
}

export function ViewedCourse({ viewed, link }: { viewed: Viewed; link: string }) {
  const { student, degree } = usePrefetchedQuery(studentViewQueries.course(useSchool().id, viewed, link)).data
  const navigate = useNavigate()
  return (
    <>
      <ViewBar
        student={student}
        day={viewed.day}
        onDay={(day) =>
          void navigate({ to: '/c/$link', params: { link }, search: { como: viewed.link, em: day }, replace: true })
        }
      />
      <CourseView degree={degree} back={toViewed(viewed, student.name)} isReadOnly />
    </>
  )
}

export function ViewedLesson({ viewed, link, classLink }: { viewed: Viewed; link: string; classLink: string }) {
  const query = studentViewQueries.lesson(useSchool().id, viewed, link, classLink)
  const { student, degree, content } = usePrefetchedQuery(query).data
  const navigate = useNavigate()
  return (
    <>
      <ViewBar
        student={student}
        day={viewed.day}
        onDay={(day) =>
          void navigate({
            to: '/c/$link/$classLink',
            params: { link, classLink },
            search: { como: viewed.link, em: day },
            replace: true,
          })
        }
      />
      <LessonView
        degree={degree}
        content={content}
        classLink={classLink}
        renderExam={(lessonId) => (
          <Suspense>
            <ViewedExam link={student.link} lessonId={lessonId} />
          </Suspense>
        )}
        isReadOnly
      />
    </>
  )
}
