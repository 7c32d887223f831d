import type { HandedInWay } from '@escola/contract/exam-attempts.contract'
import type { Annulment } from '@escola/contract/exam-content'
import type { ExamMark } from '@escola/contract/exam-results'
import { queryPrepared, type SchoolDb, type Statement, thisSchool, writeLast } from '@escola/db'
import { sql } from 'kysely'
import { exceptionsOf } from './exceptions.queries.ts'

/** A student at an assessment. */
export interface ExamPlace {
  examId: string
  userId: string
}

/** Question of an attempt as its row has it. */
export interface AskedVersion {
  question: string
  version: number
  /** Hundredths of a point. */
  points: number
}

/** Points that each question of an attempt earned; null for one that is out of the total. The generated types know no null within an array. */
export type Earned = (number | null)[]

/** Holds a student from being deleted or merged. */
export const holdMember = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').select('user_id').where('user_id', '=', userId).forKeyShare().execute()

/**
 * Holds a student and a course from being deleted, before rows that go with them are locked: deleting one locks them in the other order, and so does a
 * merging.
 */
export const holdStudent = (db: SchoolDb, userId: string, courseId: string) =>
  Promise.all([
    holdMember(db, userId),
    db.selectFrom('courses').select('id').where('id', '=', courseId).forKeyShare().execute(),
  ])

/** Locks a student's place at an assessment, and makes it first; beginning and handing in follow one another. */
export async function lockMark(db: SchoolDb, { examId, userId }: ExamPlace) {
  const [, mark] = await Promise.all([
    db
      .insertInto('exam_marks')
      .values({ exam_id: examId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    db
      .selectFrom('exam_marks')
      .select(['points', 'total', 'utc_passed_on'])
      .where('exam_id', '=', examId)
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),
  ])
  return mark
}

export const findMark = (db: SchoolDb, { examId, userId }: ExamPlace) =>
  db
    .selectFrom('exam_marks')
    .select(['points', 'total', 'utc_passed_on'])
    .where('exam_id', '=', examId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const updateMark = (
  db: SchoolDb,
  { examId, userId }: ExamPlace,
  { mark, attempts, passedOn }: { mark: ExamMark | undefined; attempts: number; passedOn: Date | null },
) =>
  db
    .updateTable('exam_marks')
    .set({ points: mark?.points ?? null, total: mark?.total ?? null, attempts, utc_passed_on: passedOn })
    .where('exam_id', '=', examId)
    .where('user_id', '=', userId)
    .execute()

export const deleteMark = (db: SchoolDb, { examId, userId }: ExamPlace) =>
  db.deleteFrom('exam_marks').where('exam_id', '=', examId).where('user_id', '=', userId).execute()

/** Takes away the marks of students who have no attempt. */
export const deleteUnbegun = (db: SchoolDb, examId: string, userIds: string[]) =>
  sql`
    delete from exam_marks m
    where m.school_id = ${thisSchool} and m.exam_id = ${examId} and m.user_id = any (${userIds}::bigint[]) and not exists (
      select from exam_attempts a where a.school_id = ${thisSchool} and a.exam_id = m.exam_id and a.user_id = m.user_id)`.execute(
    db,
  )

const listedColumns = [
  'a.id',
  'a.exam_id',
  'a.user_id',
  'a.publication',
  'a.epoch',
  'a.utc_begun_on',
  'a.utc_handed_in_on',
  'a.handed_in_how',
  'a.points',
  'a.total',
  'p.settings',
] as const
const exceptionsOfAttempt = exceptionsOf(sql.ref('a.exam_id'), sql.ref('a.user_id')).as('exceptions')

/** Whether the attempt `a` of the publication `p` counts for what is published now: one that began as an exercise doesn't count for an exam. */
export const countsNow = sql<boolean>`(p.settings ->> 'kind' = 'exam' or (
  select b.settings ->> 'kind' from exams x
  join exam_publications b on b.school_id = x.school_id and b.exam_id = x.id and b.number = x.publication
  where x.school_id = ${thisSchool} and x.id = a.exam_id) is distinct from 'exam')`

/** Attempts with the settings that each began with. */
const attempts = (db: SchoolDb) =>
  db
    .selectFrom('exam_attempts as a')
    .innerJoin('exam_publications as p', (join) =>
      join
        .onRef('p.school_id', '=', 'a.school_id')
        .onRef('p.exam_id', '=', 'a.exam_id')
        .onRef('p.number', '=', 'a.publication'),
    )

/** A student's attempts at an assessment, in the order of their beginnings. */
export const listAttempts = (db: SchoolDb, { examId, userId }: ExamPlace) =>
  attempts(db)
    .select([...listedColumns, exceptionsOfAttempt, countsNow.as('is_counted')])
    .where('a.exam_id', '=', examId)
    .where('a.user_id', '=', userId)
    .orderBy('a.utc_begun_on')
    .orderBy('a.id')
    .execute()
export type ListedRow = Awaited<ReturnType<typeof listAttempts>>[number]

const wholeAttempts = (db: SchoolDb) =>
  attempts(db)
    .innerJoin('exams as e', (join) => join.onRef('e.school_id', '=', 'a.school_id').onRef('e.id', '=', 'a.exam_id'))
    .innerJoin('lessons as l', (join) =>
      join.onRef('l.school_id', '=', 'e.school_id').onRef('l.id', '=', 'e.lesson_id'),
    )
    .select([
      ...listedColumns,
      exceptionsOfAttempt,
      countsNow.as('is_counted'),
      'a.seed',
      'a.asked',
      'e.course_id',
      'e.lesson_id',
      'l.is_private',
    ])

export const findAttempt = (db: SchoolDb, id: string) => wholeAttempts(db).where('a.id', '=', id).executeTakeFirst()
export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

/** Student and place of an attempt, which are held before it is locked. */
export interface PlaceOfAttempt extends ExamPlace {
  id: string
  courseId: string
}

export const findPlace = async (db: SchoolDb, id: string): Promise<PlaceOfAttempt | undefined> =>
  (await queryPrepared<PlaceOfAttempt>(db, placeStatement, [id]))[0]
const placeStatement: Statement = {
  name: 'find_place_of_attempt',
  text: `
    select a.id, a.exam_id as "examId", a.user_id as "userId", e.course_id as "courseId"
    from exam_attempts a join exams e on e.school_id = $1 and e.id = a.exam_id where a.school_id = $1 and a.id = $2`,
}

/** Locks an attempt against other saves and hand-ins. */
export const lockAttempt = (db: SchoolDb, id: string) =>
  wholeAttempts(db).where('a.id', '=', id).forNoKeyUpdate('a').executeTakeFirst()

export const insertAttempt = (
  db: SchoolDb,
  { examId, userId }: ExamPlace,
  {
    asked,
    ...values
  }: {
    publication: number
    seed: string
    asked: AskedVersion[]
    epoch: number
    utc_begun_on: Date
    utc_look_on: Date
  },
) =>
  db
    .insertInto('exam_attempts')
    .values({ ...values, exam_id: examId, user_id: userId, asked: JSON.stringify(asked) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateEpoch = (db: SchoolDb, id: string, epoch: number) =>
  db.updateTable('exam_attempts').set({ epoch }).where('id', '=', id).execute()

export const updateLook = (db: SchoolDb, id: string, lookOn: Date) =>
  db.updateTable('exam_attempts').set({ utc_look_on: lookOn }).where('id', '=', id).execute()

export const markHandedIn = (
  db: SchoolDb,
  id: string,
  { on, how, earned, ...mark }: { on: Date; how: HandedInWay; earned: Earned; points: number | null; total: number },
) =>
  db
    .updateTable('exam_attempts')
    .set({ utc_handed_in_on: on, handed_in_how: how, earned: earned as number[], ...mark })
    .where('id', '=', id)
    .execute()

/** Questions that a student's attempts at an assessment have asked. */
export async function listSeen(db: SchoolDb, { examId, userId }: ExamPlace): Promise<string[]> {
  const { rows } = await sql<{ question: string }>`
    select distinct q ->> 'question' as question from exam_attempts a cross join lateral jsonb_array_elements(a.asked) q
    where a.school_id = ${thisSchool} and a.exam_id = ${examId} and a.user_id = ${userId}`.execute(db)
  return rows.map(({ question }) => question)
}

/** Questions of a publication that are annulled, with how each counts by its last annulment. */
export async function listAnnulled(db: SchoolDb, examId: string, publication: number): Promise<Map<string, Annulment>> {
  const { rows } = await sql<{ question: string; points: Annulment }>`
    select c.question_id as question, c.answer ->> 'points' as points from exam_key_corrections c
    join exam_publication_questions q on q.school_id = c.school_id and q.question_id = c.question_id and q.version = any (c.versions)
    where c.school_id = ${thisSchool} and q.school_id = ${thisSchool} and q.exam_id = ${examId} and q.number = ${publication}
      and c.answer ->> 'kind' = 'annulled' and c.utc_undone_on is null
    order by c.id`.execute(db)
  return new Map(rows.map(({ question, points }) => [question, points]))
}

/** Whether a publication may ask an open question. A version that isn't its question's current one may be of another kind. */
export async function asksOpen(db: SchoolDb, examId: string, publication: number): Promise<boolean> {
  const { rows } = await sql<{ has_open: boolean }>`
    select exists (
      select from exam_publication_questions p
      join exam_questions q on q.school_id = ${thisSchool} and q.id = p.question_id
      join exam_question_versions v on v.school_id = ${thisSchool} and v.question_id = p.question_id and v.number = p.version
      where p.school_id = ${thisSchool} and p.exam_id = ${examId} and p.number = ${publication}
        and (q.kind = 'open' or q.version <> p.version) and v.content -> 'key' ->> 'kind' = 'open') as has_open`.execute(
    db,
  )
  return rows[0]!.has_open
}

export const listAnswers = (db: SchoolDb, attemptId: string) =>
  db
    .selectFrom('exam_answers')
    .select(['place', 'is_late', 'epoch', 'number', 'answer', 'utc_saved_on', 'utc_counted_on', 'counted_by'])
    .where('attempt_id', '=', attemptId)
    .execute()
export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number]

export interface SavedAnswer {
  place: number
  is_late: boolean
  epoch: number
  number: number
  answer: unknown
}

/**
 * Queues the answers, which are sent in one packet with the commit. The caller holds the attempt and has judged the saves, so stored answers are older.
 */
export const queueAnswers = (
  db: SchoolDb,
  { id, userId }: { id: string; userId: string },
  saved: SavedAnswer[],
  now: Date,
) => writeLast(db, { statement: saveStatement, values: [id, userId, now, JSON.stringify(saved)] })
const saveStatement: Statement = {
  name: 'save_exam_answers',
  text: `
    insert into exam_answers (school_id, attempt_id, user_id, utc_saved_on, place, is_late, epoch, number, answer)
    select $1::bigint, $2::bigint, $3::bigint, $4::timestamptz, s.place, s.is_late, s.epoch, s.number, s.answer
    from jsonb_to_recordset($5::jsonb) as s (place int, is_late boolean, epoch int, number int, answer jsonb)
    on conflict (school_id, attempt_id, place, is_late) do update
    set epoch = excluded.epoch, number = excluded.number, answer = excluded.answer, utc_saved_on = excluded.utc_saved_on`,
}

/** The attempt of a student that was not handed in. */
export async function findRunning(db: SchoolDb, { examId, userId }: ExamPlace): Promise<string | undefined> {
  const row = await db
    .selectFrom('exam_attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('user_id', '=', userId)
    .where('utc_handed_in_on', 'is', null)
    .executeTakeFirst()
  return row?.id
}
