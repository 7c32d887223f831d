import { queryPrepared, type SchoolDb, type Statement } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { type CourseKey, findStudy, type LessonKey, type StudyRow } from './learning.queries.ts'
import type { Outline, Outlines } from './outlines.service.ts'

/** A course that a person may study, with what they have done in it. */
export interface Study extends StudyRow {
  outline: Outline
  waitsForNothing: boolean
}

export interface StudyTools {
  outlines: Outlines
}

/** Opens a course: for everything that only looks. */
export async function openStudy(
  school: Attended,
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const { userId } = school.actor
  const row = accessible(school, await findStudy(school.read, userId, course, lesson))
  const outline = await outlines.of(school, { courseId: row.course_id, revision: row.revision })
  return studyOf(school, row, outline)
}

/** The same course, seen from inside a transaction that changes what its student has done. */
export async function reopenStudy(db: SchoolDb, school: Attended, { outline, course_id }: Study): Promise<Study> {
  const inTransaction = (statement: Statement, values: unknown[]) => queryPrepared<StudyRow>(db, statement, values)
  const row = accessible(school, await findStudy(inTransaction, school.actor.userId, { id: course_id }))
  return studyOf(school, row, outline)
}

/** The one check of access, on every way to a course. Administrators always have it. */
function accessible({ isAdmin }: Attended, row: StudyRow | undefined): StudyRow {
  if (!row) throw new AppError('degree_not_found')
  if (!isAdmin && row.first_enrolled_on === null) throw new AppError('degree_forbidden')
  return row
}

function studyOf({ isAdmin }: Attended, row: StudyRow, outline: Outline | undefined): Study {
  if (!outline) throw new AppError('degree_not_found')
  return { ...row, outline, waitsForNothing: isAdmin || outline.no_dripping }
}
