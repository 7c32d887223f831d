import type { Correction } from '@escola/contract/exam-corrections'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

const corrections = (db: SchoolDb) =>
  db
    .selectFrom('exam_key_corrections')
    .select(['id', 'question_id', 'versions', 'wrong', 'answer', 'made_version', 'utc_corrected_on', 'utc_undone_on'])
export type CorrectionRow = NonNullable<Awaited<ReturnType<typeof findCorrection>>>

export const findCorrection = (db: SchoolDb, id: string) => corrections(db).where('id', '=', id).executeTakeFirst()

/** The newest correction of a question, undone or not. */
export const findLast = (db: SchoolDb, questionId: string) =>
  corrections(db).where('question_id', '=', questionId).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** The newest correction of a question that stands. */
export const findLatest = (db: SchoolDb, questionId: string) =>
  corrections(db)
    .where('question_id', '=', questionId)
    .where('utc_undone_on', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewCorrection {
  questionId: string
  version: number
  versions: number[]
  wrong: Correction
  answer: Correction
  madeVersion: number | null
  by: string
  on: Date
}

export const insertCorrection = (db: SchoolDb, made: NewCorrection) =>
  db
    .insertInto('exam_key_corrections')
    .values({
      question_id: made.questionId,
      version: made.version,
      versions: made.versions,
      wrong: JSON.stringify(made.wrong),
      answer: JSON.stringify(made.answer),
      made_version: made.madeVersion,
      corrected_by: made.by,
      utc_corrected_on: made.on,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const markUndone = (db: SchoolDb, id: string, by: string, on: Date) =>
  db.updateTable('exam_key_corrections').set({ undone_by: by, utc_undone_on: on }).where('id', '=', id).execute()

/** Passes that a correction brought, and the certificates of their courses that followed. */
export async function countFollowed(db: SchoolDb, { id, utc_corrected_on: since }: CorrectionRow) {
  const { rows } = await sql<{ passed: string; certificates: string }>`
    with passed as (
      select distinct a.exam_id, a.user_id, e.course_id
      from exam_regraded_attempts r
      join exam_attempts a on a.school_id = r.school_id and a.id = r.attempt_id
      join exams e on e.school_id = a.school_id and e.id = a.exam_id
      where r.school_id = ${thisSchool} and a.school_id = ${thisSchool} and e.school_id = ${thisSchool}
        and r.correction_id = ${id}::bigint and r.has_passed)
    select (select count(*) from passed) as passed,
      (select count(*) from certificate_records c where c.school_id = ${thisSchool} and c.utc_created_on >= ${since}::timestamptz
        and (c.user_id, c.course_id) in (select user_id, course_id from passed)) as certificates`.execute(db)
  return { passed: Number(rows[0]!.passed), certificates: Number(rows[0]!.certificates) }
}
