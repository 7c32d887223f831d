import { queryPrepared, type SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
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
export const openStudy = (
  school: Attended,
  asked: { course: CourseKey; lesson?: LessonKey },
  tools: StudyTools,
): Promise<Study> => open(school, school, asked, tools)

/** The same from inside a transaction that changes what its student has done. */
export function openStudyWithin(db: SchoolDb, school: Attended, course: CourseKey, tools: StudyTools): Promise<Study> {
  const read: School['read'] = (statement, values) => queryPrepared(db, statement, values)
  return open(school, { id: school.id, read }, { course }, tools)
}

async function open(
  who: Attended,
  school: Pick<School, 'id' | 'read'>,
  { course, lesson }: { course: CourseKey; lesson?: LessonKey },
  { outlines }: StudyTools,
): Promise<Study> {
  const row = accessible(who, await findStudy(school.read, who.actor.userId, course, lesson))
  const outline = await outlines.of(school, { courseId: row.course_id, revision: row.revision })
  if (!outline) throw new AppError('degree_not_found')
  return { ...row, outline, waitsForNothing: who.isAdmin || outline.no_dripping }
}

/** The one check of access, on every way to a course. Administrators always have it. */
function accessible({ isAdmin }: Attended, row: StudyRow | undefined): StudyRow {
  if (!row) throw new AppError('degree_not_found')
  if (!isAdmin && row.first_enrolled_on === null) throw new AppError('degree_forbidden')
  return row
}
