import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type AskedVersion, countsNow, type Earned, type ExamPlace } from './exam-attempts.queries.ts'

/** Versions of a question whose key has changed. */
export interface ChangedKeys {
  questionId: string
  versions: number[]
}

const asks = (questionId: string) => sql`a.asked @> ${JSON.stringify([{ question: questionId }])}::jsonb`

/** Attempts that ask one of the versions: those of the publications that may ask it and did. */
const asking = ({ questionId, versions }: ChangedKeys): RawBuilder<unknown> => sql`
  from exam_attempts a join exams e on e.school_id = a.school_id and e.id = a.exam_id
  where a.school_id = ${thisSchool} and e.school_id = ${thisSchool} and ${asks(questionId)}
    and (a.exam_id, a.publication) in (select q.exam_id, q.number from exam_publication_questions q
      where q.school_id = ${thisSchool} and q.question_id = ${questionId}::bigint and q.version = any (${versions}::int[]))`

/** The next attempts that ask one of the versions, including running ones: a hand-in under way may have read the old key. */
export async function listAsking(db: SchoolDb, keys: ChangedKeys, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<{ id: string; exam_id: string; user_id: string; course_id: string }>`
    select a.id, a.exam_id, a.user_id, e.course_id ${asking(keys)} and a.id > ${after}::bigint
    order by a.id limit ${limit}::int`.execute(db)
  return rows
}
export type AskingAttempt = Awaited<ReturnType<typeof listAsking>>[number]

/** Counts the attempts that ask one of the versions, and how many of them are running. */
export async function countAsking(db: SchoolDb, keys: ChangedKeys): Promise<{ total: number; running: number }> {
  const { rows } = await sql<{ total: string; running: string }>`
    select count(*) as total, count(*) filter (where a.utc_handed_in_on is null) as running ${asking(keys)}`.execute(db)
  return { total: Number(rows[0]!.total), running: Number(rows[0]!.running) }
}

/** Assessments at which attempts ask one of the versions. */
export async function listAskingExams(db: SchoolDb, keys: ChangedKeys): Promise<string[]> {
  const { rows } = await sql<{ exam_id: string }>`select distinct a.exam_id ${asking(keys)} order by a.exam_id`.execute(
    db,
  )
  return rows.map(({ exam_id }) => exam_id)
}

/** Versions of a question that some attempt asks. */
export async function listAskedVersions(db: SchoolDb, questionId: string): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select distinct q.version from exam_publication_questions q
    where q.school_id = ${thisSchool} and q.question_id = ${questionId}::bigint and exists (select from exam_attempts a
      where a.school_id = ${thisSchool} and a.exam_id = q.exam_id and a.publication = q.number and ${asks(questionId)})`.execute(
    db,
  )
  return rows.map(({ version }) => version)
}

/** Whether an attempt, or a publication that stands, asks nothing but versions that are out of the total, these among them. */
export async function hasNothingLeft(db: SchoolDb, { questionId, versions }: ChangedKeys): Promise<boolean> {
  const { rows } = await sql<{ has_any: boolean }>`
    with gone as materialized (
      select c.question_id as question, v.number as version from exam_key_corrections c cross join lateral unnest(c.versions) as v (number)
      where c.school_id = ${thisSchool} and c.utc_undone_on is null and c.answer @> '{"kind": "annulled", "points": "out"}'
        and not exists (select from exam_key_corrections l where l.school_id = ${thisSchool} and l.question_id = c.question_id
          and v.number = any (l.versions) and l.utc_undone_on is null and l.id > c.id)
      union select ${questionId}::bigint, n.version from unnest(${versions}::int[]) as n (version))
    select exists (select ${asking({ questionId, versions })}
        and jsonb_array_length(a.asked) <= (select count(*) from gone) and not exists (
          select from jsonb_array_elements(a.asked) x
          where ((x ->> 'question')::bigint, (x ->> 'version')::int) not in (select question, version from gone)))
      or exists (
        select from exams e join exam_publication_questions p on p.school_id = e.school_id and p.exam_id = e.id and p.number = e.publication
        where e.school_id = ${thisSchool} and p.school_id = ${thisSchool} and p.question_id = ${questionId}::bigint
          and p.version = any (${versions}::int[]) and not exists (
            select from exam_publication_questions o where o.school_id = ${thisSchool} and o.exam_id = e.id and o.number = e.publication
              and (o.question_id, o.version) not in (select question, version from gone))) as has_any`.execute(db)
  return rows[0]!.has_any
}

/** Keeps the students and the courses of attempts from being deleted or merged. */
export async function holdStudents(db: SchoolDb, attempts: AskingAttempt[]): Promise<void> {
  const userIds = attempts.map(({ user_id }) => user_id)
  const courseIds = attempts.map(({ course_id }) => course_id)
  await db
    .selectFrom('memberships')
    .select('user_id')
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .orderBy('user_id')
    .forKeyShare()
    .execute()
  await db
    .selectFrom('courses')
    .select('id')
    .where((is) => is('id', '=', is.fn.any(is.val(courseIds))))
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Locks the students' places at the assessments of attempts, all in one order. */
export async function lockMarks(db: SchoolDb, attempts: AskingAttempt[]): Promise<void> {
  const [examIds, userIds] = [attempts.map(({ exam_id }) => exam_id), attempts.map(({ user_id }) => user_id)]
  await sql`
    select from exam_marks m
    where m.school_id = ${thisSchool}
      and (m.exam_id, m.user_id) in (select * from unnest(${examIds}::bigint[], ${userIds}::bigint[]))
    order by m.exam_id, m.user_id for no key update`.execute(db)
}

const pointColumns = [
  'a.id',
  'a.exam_id',
  'a.user_id',
  'a.asked',
  'a.earned',
  'a.points',
  'a.total',
  sql<string>`p.settings ->> 'kind'`.as('kind'),
] as const
export interface PointsRow {
  id: string
  asked: AskedVersion[]
  earned: Earned | null
  /** Null while an open answer waits to be corrected. */
  points: number | null
  total: number
  /** Kind that it began with. */
  kind: string
}

/** Attempts of a student at an assessment that were handed in and ask the question. */
export const listHandedIn = (db: SchoolDb, { examId, userId }: ExamPlace, questionId: string) =>
  db
    .selectFrom('exam_attempts as a')
    .innerJoin('exam_publications as p', (join) =>
      join
        .onRef('p.school_id', '=', 'a.school_id')
        .onRef('p.exam_id', '=', 'a.exam_id')
        .onRef('p.number', '=', 'a.publication'),
    )
    .select(pointColumns)
    .where('a.exam_id', '=', examId)
    .where('a.user_id', '=', userId)
    .where('a.utc_handed_in_on', 'is not', null)
    .where(asks(questionId) as RawBuilder<boolean>)
    .orderBy('a.id')
    .$castTo<PointsRow>()
    .execute()

/** Those among versions that are answered by a text of the student's own. */
export async function listOpen(db: SchoolDb, asked: AskedVersion[]): Promise<{ question: string; version: number }[]> {
  const [ids, numbers] = [asked.map(({ question }) => question), asked.map(({ version }) => version)]
  const { rows } = await sql<{ question: string; version: number }>`
    select v.question_id::text as question, v.number as version from exam_question_versions v
    where v.school_id = ${thisSchool} and v.content -> 'key' ->> 'kind' = 'open'
      and (v.question_id, v.number) in (select * from unnest(${ids}::bigint[], ${numbers}::int[]))`.execute(db)
  return rows
}

/** Answers that count, of the given questions of attempts. */
export async function listAnswersAt(db: SchoolDb, asked: { attemptId: string; place: number }[]) {
  const [ids, places] = [asked.map(({ attemptId }) => attemptId), asked.map(({ place }) => place)]
  const { rows } = await sql<{ attempt_id: string; place: number; answer: unknown }>`
    select r.attempt_id, r.place, r.answer from exam_answers r
    join unnest(${ids}::bigint[], ${places}::int[]) as asked (attempt, place) on asked.attempt = r.attempt_id and asked.place = r.place
    where r.school_id = ${thisSchool} and not r.is_late and r.answer is not null`.execute(db)
  return rows
}

/** Points of an attempt, by question and in all. */
export interface Remarked {
  earned: Earned
  /** Null while an open answer waits to be corrected. */
  points: number | null
  total: number
}

export const updatePoints = (db: SchoolDb, id: string, { earned, ...mark }: Remarked) =>
  db
    .updateTable('exam_attempts')
    .set({ earned: earned as number[], ...mark })
    .where('id', '=', id)
    .execute()

/** Records what attempts had before a correction; an earlier record stays. */
export const insertRegraded = (
  db: SchoolDb,
  correctionId: string,
  before: { id: string; earned: Earned | null; points: number }[],
  hasPassed: boolean,
) =>
  db
    .insertInto('exam_regraded_attempts')
    .values(
      before.map(({ id, earned, points }) => ({
        correction_id: correctionId,
        attempt_id: id,
        earned: earned as number[] | null,
        points,
        has_passed: hasPassed,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Students with a handed-in attempt that asks one of the versions, by assessment. All in one statement, because each reads all attempts at the assessments. */
export async function listMarkedPlaces(
  db: SchoolDb,
  keys: ChangedKeys,
): Promise<(ExamPlace & { passedOn: Date | null })[]> {
  const { rows } = await sql<{ exam_id: string; user_id: string; utc_passed_on: Date | null }>`
    select m.exam_id, m.user_id, m.utc_passed_on from exam_marks m
    where m.school_id = ${thisSchool} and (m.exam_id, m.user_id) in (select a.exam_id, a.user_id ${asking(keys)} and a.utc_handed_in_on is not null)
    order by m.exam_id, m.user_id`.execute(db)
  return rows.map((row) => ({ examId: row.exam_id, userId: row.user_id, passedOn: row.utc_passed_on }))
}

/** All attempts of these students that were handed in, with the settings that each began with. */
export async function listAllHandedIn(db: SchoolDb, places: ExamPlace[]) {
  const [examIds, userIds] = [places.map(({ examId }) => examId), places.map(({ userId }) => userId)]
  const { rows } = await sql<
    PointsRow & {
      exam_id: string
      user_id: string
      publication: number
      utc_handed_in_on: Date
      settings: unknown
      is_counted: boolean
    }
  >`
    select a.id, a.exam_id, a.user_id, a.publication, a.asked, a.earned, a.points, a.total, a.utc_handed_in_on, p.settings,
      p.settings ->> 'kind' as kind, ${countsNow} as is_counted
    from exam_attempts a
    join exam_publications p on p.school_id = a.school_id and p.exam_id = a.exam_id and p.number = a.publication
    join unnest(${examIds}::bigint[], ${userIds}::bigint[]) as place (exam, student) on place.exam = a.exam_id and place.student = a.user_id
    where a.school_id = ${thisSchool} and p.school_id = ${thisSchool} and a.utc_handed_in_on is not null
    order by a.utc_begun_on, a.id`.execute(db)
  return rows
}
