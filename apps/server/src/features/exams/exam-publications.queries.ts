import type { ExamPlan, ExamSettings, PublishedPart } from '@escola/contract/exam-plan'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export const findPublication = (db: SchoolDb, examId: string, number: number) =>
  db
    .selectFrom('exam_publications')
    .select(['settings', 'parts', 'utc_published_on'])
    .where('exam_id', '=', examId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

/** Writes a publication with the versions that it may ask. */
export async function insertPublication(
  db: SchoolDb,
  {
    exam_id,
    number,
    settings,
    parts,
    versions,
  }: {
    exam_id: string
    number: number
    settings: ExamSettings
    parts: PublishedPart[]
    versions: Map<string, number>
  },
  now: Date,
): Promise<void> {
  await db
    .insertInto('exam_publications')
    .values({
      exam_id,
      number,
      settings: JSON.stringify(settings),
      parts: JSON.stringify(parts),
      utc_published_on: now,
    })
    .execute()
  await sql`
    insert into exam_publication_questions (school_id, exam_id, number, question_id, version)
    select ${thisSchool}::bigint, ${exam_id}::bigint, ${number}::int, asked.question, asked.version
    from unnest(${[...versions.keys()]}::bigint[], ${[...versions.values()]}::int[]) as asked (question, version)
    on conflict do nothing`.execute(db)
}

export const updatePublished = (db: SchoolDb, examId: string, publication: number, plan: ExamPlan) =>
  db
    .updateTable('exams')
    .set({ publication, published_plan: JSON.stringify(plan) })
    .where('id', '=', examId)
    .execute()
