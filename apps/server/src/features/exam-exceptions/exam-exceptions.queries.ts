import type { ExamException } from '@escola/contract/exam-exceptions'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Locks a student against beginning, saving and handing in, which all hold the student first; undefined if the school has no such student. */
export const lockStudent = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_student', '=', true)
    .forUpdate()
    .executeTakeFirst()

/** Keeps the assessment of a lesson from being deleted; undefined where none is published. */
export const holdExam = (db: SchoolDb, lessonId: string) =>
  db
    .selectFrom('exams')
    .select(['id', 'course_id'])
    .where('lesson_id', '=', lessonId)
    .where('publication', 'is not', null)
    .forKeyShare()
    .executeTakeFirst()

export const upsertException = (
  db: SchoolDb,
  place: { examId: string; userId: string },
  exception: ExamException,
  { by, now }: { by: string; now: Date },
) =>
  db
    .insertInto('exam_exceptions')
    .values({ exam_id: place.examId, user_id: place.userId, ...exception, set_by: by, utc_set_on: now })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'exam_id', 'user_id']).doUpdateSet({ ...exception, set_by: by, utc_set_on: now }),
    )
    .execute()

/**
 * Deletes a student's exception, unless `keepsOwn`, and those of students merged into them, which would still count.
 * @returns whether there was one
 */
export async function deleteExceptions(
  db: SchoolDb,
  { examId, userId }: { examId: string; userId: string },
  { keepsOwn }: { keepsOwn: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from exam_exceptions x where x.school_id = ${thisSchool} and x.exam_id = ${examId}::bigint
      and (x.user_id in (select m.user_id from memberships m where m.school_id = ${thisSchool} and m.merged_into = ${userId}::bigint)
        or (not ${keepsOwn}::boolean and x.user_id = ${userId}::bigint))`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}
