import type { SchoolDb } from '@escola/db'
import { AppError } from '../../http/app-error.ts'
import type { Attended } from '../../http/scope.ts'
import { type CourseKey, findStudy, type LessonKey, type OutlineRow, type StudyRow } from './learning.queries.ts'
import type { Outlines } from './outlines.ts'

/** A course that a person may study, with what they have done in it. */
export interface Study extends StudyRow {
  outline: OutlineRow
  waitsForNothing: boolean
}

/** Every way to a course goes through here: the one check of access. Administrators always have it, and never wait. */
export async function openStudy(
  db: SchoolDb,
  school: Attended,
  outlines: Outlines,
  course: CourseKey,
  lesson?: LessonKey,
): Promise<Study> {
  const row = await findStudy(db, school.actor.userId, course, lesson)
  if (!row) throw new AppError('degree_not_found')
  if (!school.isAdmin && row.first_enrolled_on === null) throw new AppError('degree_forbidden')
  const outline = await outlines.of(db, school.id, row.course_id, row.revision)
  if (!outline) throw new AppError('degree_not_found')
  return { ...row, outline, waitsForNothing: school.isAdmin || outline.no_dripping }
}
