import { categories } from '@escola/contract/categories.contract'
import { errors } from '@escola/contract/errors'
import { mayCall } from '@escola/contract/permissions'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { coursesWith, type TeamSchool } from '../../core/scope.ts'
import { type Choosable, holdCourses, listCourses } from './chosen-courses.queries.ts'

/** Lists the courses of a selector, in the order of their categories. */
export const listCourseChoices = (db: SchoolDb, choosable: Choosable = {}) => listCourses(db, choosable)

/** Lists the courses that the caller may choose: all, or a teacher's chosen ones. */
export const listChoices = (school: TeamSchool) => {
  const only = mayCall(school.rights, categories.choices.may) ? undefined : coursesWith(school, 'courses')
  return school.tx(async (db) => ({ degrees: await listCourseChoices(db, { only }) }))
}

/**
 * Keeps the chosen courses from being deleted until the transaction ends.
 * @returns each of them once
 * @param kept courses that the list has already: an edition that closed stays in it, for it may open again
 * @throws degree_not_found when one may not be chosen
 */
export async function holdChosenCourses(
  db: SchoolDb,
  ids: string[],
  choosable: Choosable & { kept?: string[] } = {},
): Promise<string[]> {
  const courseIds = [...new Set(ids)]
  const held = await holdCourses(db, courseIds, choosable)
  if (held.length < courseIds.length)
    throw new AppError('degree_not_found', { fields: { degrees: errors.degree_not_found.pt } })
  return courseIds
}
