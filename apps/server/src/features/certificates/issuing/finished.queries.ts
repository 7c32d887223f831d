import { sumCoursesMin } from '@escola/contract/certificate-choice'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { finishedMarks, hasExams, meanMark } from './marks.queries.ts'

/** Certificates that a template issues: of single courses, or of all of them together. */
export interface Issuing {
  templateId: string
  kind: 'course' | 'sum'
  courseIds: string[]
  /** Minutes at which a sum is reached; null: once all of its courses are finished. */
  sumMinutes: number | null
  /** Days between the first lesson opened and the certificate. */
  minDays: number
  /** Minimum mark in per cent; null: none. */
  minMark: number | null
}

/** Completions of single courses of which nothing was issued, nor waits to be printable. */
const uncertified = (courseIds: string[]) => sql`
  p.school_id = ${thisSchool} and p.utc_completed_on is not null and p.course_id = any (${courseIds}::bigint[])
    and not exists (
      select from certificates t where t.school_id = ${thisSchool} and t.user_id = p.user_id and t.course_id = p.course_id)
    and not exists (
      select from certificate_records r where r.school_id = ${thisSchool} and r.user_id = p.user_id and r.course_id = p.course_id
        and r.held_why is not null)`

const singles = ({ courseIds, minDays, minMark }: Issuing) => sql`
  select p.course_id, p.user_id, p.utc_started_on + ${minDays}::integer * interval '1 day' as utc_due_on
  from course_progress p ${minMark === null ? sql`` : joinMarks(courseIds)}
  where ${uncertified(courseIds)} ${minMark === null ? sql`` : sql`and ${reaches(minMark)}`}`

/** Joins the mark `k` of a finished course. */
const joinMarks = (courseIds: string[]) => sql`
  left join (${finishedMarks(courseIds)}) k on k.user_id = p.user_id and k.course_id = p.course_id`

/** A course without exams has no mark, and asks for none. */
const reaches = (minMark: number) => sql`(k.total is null or k.points * 100 >= ${minMark}::integer * k.total)`
const meanReaches = (minMark: number) => sql`(count(k.total) = 0 or ${meanMark} >= ${minMark}::integer * 10)`

/** Whether students can open all of the courses. */
const areOpen = (courseIds: string[]) => sql`
  (select count(*) from courses o where o.school_id = ${thisSchool} and o.id = any (${courseIds}::bigint[]) and o.utc_published_on is not null)
    = ${courseIds.length}::integer`

/**
 * Students who have reached a sum of which nothing was issued to them. Those whose sum waits to be printable, or for their mark, are left out unless they
 * are named. A sum of a single course, or with a course that can't be opened, is never reached.
 */
const sums = ({ templateId, courseIds, sumMinutes, minDays, minMark }: Issuing, userIds: string[] | null) => sql`
  select null::bigint as course_id, p.user_id, min(p.utc_started_on) + ${minDays}::integer * interval '1 day' as utc_due_on
  from course_progress p join courses c on c.school_id = ${thisSchool} and c.id = p.course_id
    ${minMark === null || userIds ? sql`` : joinMarks(courseIds)}
  where p.school_id = ${thisSchool} and p.utc_completed_on is not null and p.course_id = any (${courseIds}::bigint[])
    and (${userIds}::bigint[] is null or p.user_id = any (${userIds}::bigint[]))
    and not exists (
      select from certificates t
      where t.school_id = ${thisSchool} and t.user_id = p.user_id and t.course_id is null and t.template_id = ${templateId}::bigint)
    and (${userIds}::bigint[] is not null or not exists (
      select from certificate_records r
      where r.school_id = ${thisSchool} and r.user_id = p.user_id and r.course_id is null and r.template_id = ${templateId}::bigint
        and r.held_why is not null))
    and ${areOpen(courseIds)}
  group by p.user_id
  having count(*) >= ${sumCoursesMin}::integer and case when ${sumMinutes}::integer is null then count(*) = ${courseIds.length}::integer
    else sum(c.workload_minutes) >= ${sumMinutes}::integer end
    ${minMark === null || userIds ? sql`` : sql`and ${meanReaches(minMark)}`}`

const finishedOf = (issuing: Issuing) => (issuing.kind === 'sum' ? sums(issuing, null) : singles(issuing))

/** Number of certificates that the template would issue now to students who have finished. */
export async function countFinished(db: SchoolDb, issuing: Issuing, now: Date): Promise<number> {
  const { rows } = await sql<{ students: number }>`
    select count(*)::int as students from (${finishedOf(issuing)}) f where f.utc_due_on <= ${now}::timestamptz`.execute(
    db,
  )
  return rows[0]!.students
}

/** Counts students who have finished, certified or not, and how many of them reach the mark. */
export async function countReaching(db: SchoolDb, { kind, courseIds, minMark }: Issuing & { minMark: number }) {
  const isSum = kind === 'sum'
  const { rows } = await sql<{ finished: number; reaching: number }>`
    select count(*)::int as finished, count(*) filter (where reaches)::int as reaching from (
      select p.user_id, ${isSum ? meanReaches(minMark) : reaches(minMark)} as reaches
      from course_progress p ${joinMarks(courseIds)}
      where p.school_id = ${thisSchool} and p.utc_completed_on is not null and p.course_id = any (${courseIds}::bigint[])
      ${isSum ? sql`group by p.user_id having count(*) = ${courseIds.length}::integer` : sql``}) f`.execute(db)
  return { ...rows[0]!, has_exams: await hasExams(db, courseIds) }
}

/** Lists some of them: of one course, or of the sum. */
export async function listFinished(db: SchoolDb, issuing: Issuing, { limit, now }: { limit: number; now: Date }) {
  const { rows } = await sql<{ course_id: string | null; user_ids: string[] }>`
    select course_id, array_agg(user_id::text) as user_ids from (
      select f.course_id, f.user_id from (${finishedOf(issuing)}) f where f.utc_due_on <= ${now}::timestamptz
      order by f.course_id, f.user_id limit ${limit}
    ) found group by course_id order by course_id limit 1`.execute(db)
  return rows[0] && { courseId: rows[0].course_id, userIds: rows[0].user_ids }
}

/** Next moment at which the days of study of a completion are over, and its certificate is issued. */
export async function findNextDue(db: SchoolDb, issuing: Issuing, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_on: Date | null }>`
    select min(f.utc_due_on) as due_on from (${finishedOf(issuing)}) f where f.utc_due_on > ${now}::timestamptz`.execute(
    db,
  )
  return rows[0]?.due_on ?? undefined
}

/** Whether a sum stands still until a course of it is published again, or its edition opens. One that misses a deleted course waits for a save instead. */
export async function isPaused(db: SchoolDb, { courseIds }: Issuing): Promise<boolean> {
  const { rows } = await sql<{ known: number; open: number }>`
    select count(*)::int as known, count(c.utc_published_on)::int as open from courses c
    left join editions e on e.school_id = ${thisSchool} and e.course_id = c.id
    where c.school_id = ${thisSchool} and c.id = any (${courseIds}::bigint[]) and e.is_gone is not true`.execute(db)
  const { known, open } = rows[0]!
  return known === courseIds.length && open < known
}

/** Whether students can open each of the courses. */
export async function hasAllOpen(db: SchoolDb, courseIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`select ${areOpen(courseIds)} as is_open`.execute(db)
  return rows[0]!.is_open
}

/** Lists those of these students who have reached the sum and were issued nothing for it yet. */
export async function listReached(db: SchoolDb, issuing: Issuing, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select f.user_id from (${sums(issuing, userIds)}) f`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export interface HeldRecord {
  id: string
  user_id: string
  course_id: string | null
  template_id: string | null
}

/** Lists certificates that wait to be printable, behind one of them. */
export const listHeld = (db: SchoolDb, after: string, limit: number): Promise<HeldRecord[]> =>
  db
    .selectFrom('certificate_records')
    .select(['id', 'user_id', 'course_id', 'template_id'])
    .where('held_why', 'is not', null)
    .where('user_id', 'is not', null)
    .where('id', '>', after)
    .$narrowType<{ user_id: string }>()
    .orderBy('id')
    .limit(limit)
    .execute()

export const hasHeld = async (db: SchoolDb): Promise<boolean> => (await listHeld(db, '0', 1)).length > 0
