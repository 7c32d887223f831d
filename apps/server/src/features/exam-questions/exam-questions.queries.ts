import type { Annulment } from '@escola/contract/exam-content'
import type { ExamContent } from '@escola/contract/exam-questions.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

interface FoundCorrection {
  annulled: Annulment | null
  utc_corrected_on: string
}

/** The latest correction of a question `q` that stands. A statement that was mended after its annulment is another question. */
const correction = sql<FoundCorrection | null>`(
  select json_build_object('annulled', c.answer ->> 'points', 'utc_corrected_on', c.utc_corrected_on)
  from exam_key_corrections c
  where c.school_id = ${thisSchool} and c.question_id = q.id and c.utc_undone_on is null
    and (c.answer ->> 'kind' <> 'annulled' or q.version = any (c.versions))
  order by c.id desc limit 1)`.as('correction')

export const foundColumns = [
  'q.id',
  'q.version',
  'q.kind',
  'q.summary',
  'q.difficulty',
  'q.tags',
  'q.course_id',
  'q.is_archived',
  'q.utc_changed_on',
  correction,
] as const

/** Columns of a question's row that follow from its current version. */
export interface CurrentVersion {
  kind: string
  summary: string
  words: string
}

/** Columns that its author sets, of no version. */
export interface Filing {
  difficulty: string
  tags: string[]
  course_id: string | null
}

/** Questions of the bank with their current versions. Here and below, the bank excludes questions of editions. */
export const currentContents = (db: SchoolDb) =>
  db
    .selectFrom('exam_questions as q')
    .innerJoin('exam_question_versions as v', (join) =>
      join
        .onRef('v.school_id', '=', 'q.school_id')
        .onRef('v.question_id', '=', 'q.id')
        .onRef('v.number', '=', 'q.version'),
    )
    .select([...foundColumns, 'v.content'])
    .where('q.franchisor_id', 'is', null)

export const findExamQuestion = (db: SchoolDb, id: string) =>
  currentContents(db).where('q.id', '=', id).executeTakeFirst()
export type QuestionRow = NonNullable<Awaited<ReturnType<typeof findExamQuestion>>>

/** Locks a question, so that one change of it at a time makes the next version. */
export const lockExamQuestion = (db: SchoolDb, id: string) =>
  db
    .selectFrom('exam_questions')
    .select(['version', 'course_id'])
    .where('id', '=', id)
    .where('franchisor_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** One transaction at a time may change the number of a school's questions. */
export const lockBank = (db: SchoolDb) =>
  sql`select pg_advisory_xact_lock(hashtextextended('exam_questions.bank', app.school_id()))`.execute(db)

export async function countAllExamQuestions(db: SchoolDb): Promise<number> {
  const { total } = await db
    .selectFrom('exam_questions')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('franchisor_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

const foldedOf = (words: string) => sql<string>`app.fold(${words}::text)`

export const insertExamQuestion = (
  db: SchoolDb,
  { words, ...values }: Filing & CurrentVersion,
  now: Date,
): Promise<{ id: string }> =>
  db
    .insertInto('exam_questions')
    .values({ ...values, folded: foldedOf(words), utc_created_on: now, utc_changed_on: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertVersion = (
  db: SchoolDb,
  {
    question_id,
    number,
    content,
    pictures,
  }: {
    question_id: string
    number: number
    content: ExamContent
    pictures: string[]
  },
  now: Date,
) =>
  db
    .insertInto('exam_question_versions')
    .values({ question_id, number, content: JSON.stringify(content), pictures, utc_created_on: now })
    .execute()

export const updateExamQuestion = (
  db: SchoolDb,
  id: string,
  { words, ...values }: Filing & CurrentVersion & { version: number },
  now: Date,
) =>
  db
    .updateTable('exam_questions')
    .set({ ...values, folded: foldedOf(words), utc_changed_on: now })
    .where('id', '=', id)
    .execute()

export const updateArchived = (db: SchoolDb, id: string, is_archived: boolean) =>
  db
    .updateTable('exam_questions')
    .set({ is_archived })
    .where('id', '=', id)
    .where('franchisor_id', 'is', null)
    .execute()

export const freeQuestionsOf = (db: SchoolDb, courseId: string) =>
  db.updateTable('exam_questions').set({ course_id: null }).where('course_id', '=', courseId).execute()

/** The one way in which a question goes: what refers to a version of it refuses this. */
export const deleteExamQuestion = (db: SchoolDb, id: string) =>
  db
    .deleteFrom('exam_questions')
    .where('id', '=', id)
    .where('franchisor_id', 'is', null)
    .returning('id')
    .executeTakeFirst()

export const deleteExamQuestions = (db: SchoolDb, ids: string[]) =>
  db.deleteFrom('exam_questions').where('id', 'in', ids).where('franchisor_id', 'is', null).execute()
