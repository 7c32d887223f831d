import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../ui/notify.ts'

interface Loading {
  queryClient: QueryClient
  schoolId: string
  /** Cause of the loading: a preload shows no notices. */
  cause: 'preload' | 'enter' | 'stay'
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
// Queries load with the editor, because the addresses of courses and lessons are students' first.
const loadQueries = async () => (await import('./courses.queries.ts')).courseQueries

/** Loads a course for its editor. Part 2 §2: a course that doesn't exist leads to the others. */
export async function loadCourse({ queryClient, schoolId, cause }: Loading, link: string) {
  const { course } = await loadQueries()
  const answer = await queryClient.ensureQueryData(course(schoolId, link)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    if (cause !== 'preload') notifyError(error)
    throw redirect({ to: '/cursos', replace: true })
  })
  // Part 2 §6: what belongs to another school is looked at as its students do.
  if (answer.degree.school_id !== schoolId)
    throw redirect({ to: '/c/$link', params: { link }, search: { student: 1 }, replace: true })
  return answer
}

/** Loads a lesson for its editor. Part 2 §8: a missing lesson leads home, any other failure to the course. */
export async function loadLesson({ queryClient, schoolId, cause }: Loading, link: string, classLink: string) {
  const { lesson } = await loadQueries()
  return queryClient.ensureQueryData(lesson(schoolId, link, classLink)).catch((error: unknown) => {
    if (isMissing(error)) throw redirect({ to: '/', replace: true })
    if (cause !== 'preload') notifyError(error)
    throw redirect({ to: '/c/$link', params: { link }, replace: true })
  })
}
