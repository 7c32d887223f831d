import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Correction of a question, as affiliates are given it; answers are JSON text. */
export interface CopiedCorrection {
  id: string
  question_id: string
  version: number
  versions: number[]
  wrong: string
  answer: string
  utc_corrected_on: Date
  utc_undone_on: Date | null
}

export type AskedCorrections = { questionId: string } | { courseId: string }

/** Corrections of one question of this school, or of all that the assessments of a course have ever asked, undone ones too. */
export async function listCorrections(db: SchoolDb, asked: AskedCorrections): Promise<CopiedCorrection[]> {
  const isAsked =
    'questionId' in asked
      ? sql`c.question_id = ${asked.questionId}::bigint`
      : sql`c.question_id in (select q.question_id from exam_publication_questions q
          join exams e on e.school_id = q.school_id and e.id = q.exam_id
          where q.school_id = ${thisSchool} and e.school_id = ${thisSchool} and e.course_id = ${asked.courseId}::bigint)`
  const { rows } = await sql<CopiedCorrection>`
    select c.id, c.question_id, c.version, c.versions, c.wrong::text as wrong, c.answer::text as answer, c.utc_corrected_on, c.utc_undone_on
    from exam_key_corrections c
    where c.school_id = ${thisSchool} and c.franchisor_id is null and ${isAsked}
    order by c.question_id, c.id`.execute(db)
  return rows
}

/** Locks those among these questions that the school has from its franchisor. */
export const lockQuestions = async (db: SchoolDb, franchisorId: string, ids: string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('exam_questions')
      .select('id')
      .where('franchisor_id', '=', franchisorId)
      .where((is) => is('id', '=', is.fn.any(is.val(ids))))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id)

/**
 * Writes corrections under their ids at the franchisor. One that is undone here stays undone: a job that read it before may come late.
 * @returns those that are new here, or newly undone
 */
export async function writeCorrections(db: SchoolDb, franchisorId: string, corrections: CopiedCorrection[]) {
  const { rows } = await sql<{ id: string; question_id: string; versions: number[]; utc_undone_on: Date | null }>`
    insert into exam_key_corrections (school_id, id, franchisor_id, question_id, version, versions, wrong, answer, utc_corrected_on, utc_undone_on)
      overriding system value
    select ${thisSchool}::bigint, n.id, ${franchisorId}::bigint, n.question_id, n.version, n.versions, n.wrong::jsonb, n.answer::jsonb,
      n.utc_corrected_on, n.utc_undone_on
    from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb) as n (id bigint, question_id bigint, version integer, versions integer[],
      wrong text, answer text, utc_corrected_on timestamptz, utc_undone_on timestamptz)
    order by n.id
    on conflict (school_id, id) do update set utc_undone_on = excluded.utc_undone_on
    where exam_key_corrections.utc_undone_on is null and excluded.utc_undone_on is not null
    returning id, question_id, versions, utc_undone_on`.execute(db)
  return rows
}
