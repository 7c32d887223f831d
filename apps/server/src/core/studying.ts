import { AppError } from './app-error.ts'
import type { Attended, TeamScope } from './scope.ts'

/**
 * The one rule of who studies: a member of the team who has `courses` for a course opens all of it, waits for nothing and does nothing in it as a student.
 * Any other person studies it by their classes, whatever else they do in the school.
 * @param courseId undefined for what is of no one course: then the right must hold in the whole school
 */
export const passesCourse = ({ may }: Pick<TeamScope, 'may'>, courseId?: string): boolean => may('courses', courseId)

/**
 * Finds the caller's id as a student of a course.
 * @throws students_only where the caller passes the course
 */
export function studentOf(school: Attended, courseId?: string): string {
  if (passesCourse(school, courseId)) throw new AppError('students_only')
  return school.actor.userId
}

/** Courses that a person passes, for statements. */
export interface PassedCourses {
  all: boolean
  courseIds: string[]
}
export const passedCourses = ({ rights: { everywhere, inCourses, courseIds } }: Pick<TeamScope, 'rights'>) => ({
  all: everywhere.has('courses'),
  courseIds: inCourses.has('courses') ? [...courseIds] : [],
})
export const passesNone: PassedCourses = { all: false, courseIds: [] }
