import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../ui/notify.ts'
import { courseQueries } from './courses.queries.ts'

interface Loading {
  queryClient: QueryClient
  schoolId: string
  /** Cause of the loading: a preload shows no notices. */
  cause: 'preload' | 'enter' | 'stay'
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Loads a course for its editor. Part 2 §2: a course that doesn't exist leads to the others. */
export async function loadCourse({ queryClient, schoolId, cause }: Loading, link: string) {
  const answer = await queryClient.ensureQueryData(courseQueries.course(schoolId, link)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    if (cause !== 'preload') notifyError(error)
    throw redirect({ to: '/cursos', replace: true })
  })
  // Part 2 §6: what belongs to another school is looked at as its students do.
  if (answer.degree.school_id !== schoolId)
    throw redirect({ to: '/c/$link', params: { link }, search: { student: 1 }, replace: true })
  return answer
}

/**
 * Loads a lesson for its editor. Part 2 §8: a missing lesson leads home, any other failure to the course. One of another school is looked at as its
 * students do.
 */
export async function loadLesson({ queryClient, schoolId, cause }: Loading, link: string, classLink: string) {
  return queryClient.ensureQueryData(courseQueries.lesson(schoolId, link, classLink)).catch((error: unknown) => {
    if (isMissing(error)) throw redirect({ to: '/', replace: true })
    if (error instanceof ApiError && error.code === 'edition_read_only')
      throw redirect({ to: '/c/$link/$classLink', params: { link, classLink }, search: { student: 1 }, replace: true })
    if (cause !== 'preload') notifyError(error)
    throw redirect({ to: '/c/$link', params: { link }, replace: true })
  })
}
