import type { CohortRemoval } from '@escola/contract/cohort-removal'
import type { ProgressState } from '@escola/contract/cohorts.contract'
import { mappedPlatform } from '@escola/contract/sales'
import { classlessSaleStates, type SaleState } from '@escola/contract/sales.contract'
import { readSort, type StudentSort } from '@escola/contract/sorts'
import {
  type MemberSearch,
  meetsSearch,
  type PlatformDb,
  replaceListedCourses,
  type SchoolDb,
  thisSchool,
} from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'

export interface CohortRow {
  id: string
  title: string
  is_public: boolean
  all_courses: boolean
  course_ids: string[]
  course_titles: string[]
  students: number
  opens: number
  /** Text of its JSON. */
  term: string
  seats: number | null
  utc_enrolls_until: Date | null
  utc_sales_ended_on: Date | null
  utc_archived_on: Date | null
  /** Change that is applied to all of its students just now. */
  term_change: { done: number; total: number } | null
}

const cohortFields = sql`
  h.id, h.title, h.is_public, h.all_courses, h.term::text as term, h.seats, h.utc_enrolls_until, h.utc_sales_ended_on, h.utc_archived_on,
  (select json_build_object('done', sum(t.done), 'total', sum(t.total)) from runs t
    where t.school_id = ${thisSchool} and t.kind = 'term' and t.subject_kind = 'cohort' and t.subject_id = h.id and t.utc_ended_on is null
    having count(*) > 0) as term_change,
  coalesce(listed.ids, '{}') as course_ids, coalesce(listed.titles, '{}') as course_titles,
  (select count(*)::int from living_enrollments e where e.school_id = ${thisSchool} and e.cohort_id = h.id) as students,
  (select count(*)::int from cohort_openings o where o.school_id = ${thisSchool} and o.cohort_id = h.id) as opens`
const listedCourses = sql`
  left join lateral (
    select array_agg(c.id::text order by c.title, c.id) as ids, array_agg(c.title order by c.title, c.id) as titles
    from cohort_courses cc join courses c on c.school_id = cc.school_id and c.id = cc.course_id
    where cc.school_id = ${thisSchool} and cc.cohort_id = h.id
  ) listed on true`

/** Lists the newest first, without the public class of a private school. */
export async function listCohorts(db: SchoolDb) {
  const { rows } = await sql<CohortRow>`
    select ${cohortFields} from cohorts h ${listedCourses}
    where h.school_id = ${thisSchool} and not h.is_hidden order by h.id desc`.execute(db)
  return rows
}

export async function findCohort(db: SchoolDb, id: string) {
  const { rows } = await sql<CohortRow>`
    select ${cohortFields} from cohorts h ${listedCourses}
    where h.school_id = ${thisSchool} and h.id = ${id} and not h.is_hidden`.execute(db)
  return rows[0]
}

export const insertCohort = (db: SchoolDb, title: string) =>
  db.insertInto('cohorts').values({ title }).returning('id').executeTakeFirstOrThrow()

/** Inserts a class without students and sales, with courses, term and seats of another one. */
export async function insertCohortCopy(db: SchoolDb, id: string, title: string): Promise<{ id: string }> {
  const { all_courses, term, seats } = await db
    .selectFrom('cohorts')
    .select(['all_courses', 'term', 'seats'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const copy = await db
    .insertInto('cohorts')
    .values({ title, all_courses, term: JSON.stringify(term), seats })
    .returning('id')
    .executeTakeFirstOrThrow()
  const courses = await db.selectFrom('cohort_courses').where('cohort_id', '=', id).select('course_id').execute()
  const courseIds = courses.map(({ course_id }) => course_id)
  await replaceListedCourses(db, 'cohort_courses', copy.id, courseIds)
  return copy
}

/** Locks the row until the transaction ends, so that two saves of one class's courses don't mix. */
export const lockCohort = (db: SchoolDb, id: string) => openCohort(db, id).forUpdate().executeTakeFirst()

/** Keeps the class from being deleted until the transaction ends, and nothing else from happening to it. */
export const holdCohort = (db: SchoolDb, id: string) => openCohort(db, id).forKeyShare().executeTakeFirst()

/** Keeps a class, hidden or not, from being deleted until the transaction ends. */
export const holdAnyCohort = (db: SchoolDb, id: string) =>
  db.selectFrom('cohorts').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

const openCohort = (db: SchoolDb, id: string) =>
  db
    .selectFrom('cohorts')
    .select(['id', 'title', 'is_public', 'utc_sales_ended_on', 'utc_archived_on'])
    .where('id', '=', id)
    .where('is_hidden', '=', false)

export interface CohortValues {
  title?: string
  all_courses?: boolean
  /** Text of its JSON. */
  term?: string
  seats?: number | null
  utc_enrolls_until?: Date | null
  utc_sales_ended_on?: Date | null
  utc_archived_on?: Date | null
}
export const updateCohort = (db: SchoolDb, id: string, values: CohortValues) =>
  db.updateTable('cohorts').set(values).where('id', '=', id).execute()

export const listCourseIds = async (db: SchoolDb, id: string): Promise<string[]> =>
  (await db.selectFrom('cohort_courses').select('course_id').where('cohort_id', '=', id).execute()).map(
    ({ course_id }) => course_id,
  )

export const replaceCourses = (db: SchoolDb, id: string, courseIds: string[]): Promise<void> =>
  replaceListedCourses(db, 'cohort_courses', id, courseIds)

/** Counts what goes with a class, and the sales that wait for a product of it. */
export async function countRemoval(db: SchoolDb, id: string) {
  const { rows } = await sql<Omit<CohortRemoval, 'totalStudents' | 'opens' | 'charged' | 'renewing' | 'lapsed'>>`
    select
      (select count(*)::int from sales_integrations where school_id = ${thisSchool} and cohort_id = ${id}::bigint and utc_ended_on is null) as integrations,
      (select count(*)::int from access_api_integrations where school_id = ${thisSchool} and cohort_id = ${id}::bigint) as api_integrations,
      (select count(*)::int from module_dates where school_id = ${thisSchool} and cohort_id = ${id}::bigint
        and num_nonnulls(utc_dated_on, utc_opened_on) > 0) as dates,
      (select count(*)::int from sales s where s.school_id = ${thisSchool} and s.state = any (${waitingStates}::text[]) and exists (
        select from sales_integrations i join sales_accounts a on a.school_id = ${thisSchool} and a.id = i.account_id
        where i.school_id = ${thisSchool} and i.cohort_id = ${id}::bigint and i.utc_ended_on is null and a.platform = s.platform
          and (a.platform <> ${mappedPlatform} or a.id = s.account_id)
          and (i.id = s.integration_id or i.product_ids && s.product_ids or i.product_ids && s.offer_ids))) as waiting_sales`.execute(
    db,
  )
  return rows[0]!
}
const waitingStates: SaleState[] = ['waiting', 'failed', ...classlessSaleStates]

export const findTitle = (db: SchoolDb, id: string) =>
  db.selectFrom('cohorts').where('id', '=', id).select('title').executeTakeFirst()

export const deleteCohort = (db: SchoolDb, id: string) => db.deleteFrom('cohorts').where('id', '=', id).execute()

const selectMembers = (db: SchoolDb, cohortId: string) =>
  db
    .selectFrom('living_enrollments as e')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 'e.school_id').onRef('m.user_id', '=', 'e.user_id'),
    )
    .where('e.cohort_id', '=', cohortId)

const selectEnrolledStudents = (db: SchoolDb, cohortId: string) =>
  selectMembers(db, cohortId)
    .select([
      'm.user_id',
      'm.link',
      'm.name',
      'm.email',
      'm.cellphone',
      'e.origin',
      'e.utc_created_on',
      'e.utc_ends_on',
      'm.utc_seen_on',
    ])
    .$narrowType<{ origin: string; utc_created_on: Date }>()

/** Students of a class who are asked for, by what the search found, by how far they are, or by both. */
export interface Asked {
  search?: MemberSearch | undefined
  progress: ProgressState | ''
  /** Students who were in the school after this moment are no stalled ones. */
  stalledSince: Date
}

/** Students who have finished each course that a class opens, and there is one. What they finished once stays so when lessons come to it. */
const finishedAll = (cohortId: string) => sql`
  select p.user_id from cohort_openings o
  join course_progress p on p.school_id = ${thisSchool} and p.course_id = o.course_id and p.utc_completed_on is not null
  where o.school_id = ${thisSchool} and o.cohort_id = ${cohortId}::bigint group by p.user_id
  having count(*) = (select count(*) from cohort_openings a where a.school_id = ${thisSchool} and a.cohort_id = ${cohortId}::bigint)`

const conditionsOf = (cohortId: string, { search, progress, stalledSince }: Asked): RawBuilder<boolean>[] => [
  ...(search ? [meetsSearch(search)] : []),
  ...(progress ? [progressCondition(cohortId, progress, stalledSince)] : []),
]

const progressCondition = (cohortId: string, progress: ProgressState, stalledSince: Date): RawBuilder<boolean> =>
  ({
    never: sql<boolean>`m.utc_seen_on is null`,
    stalled: sql<boolean>`m.utc_seen_on < ${stalledSince}::timestamptz and m.user_id not in (${finishedAll(cohortId)})`,
    finished: sql<boolean>`m.user_id in (${finishedAll(cohortId)})`,
  })[progress]

const selectAsked = (db: SchoolDb, cohortId: string, asked: Asked) =>
  selectMembers(db, cohortId).where((is) => is.and(conditionsOf(cohortId, asked)))

export async function countAsked(db: SchoolDb, cohortId: string, asked: Asked): Promise<number> {
  const counted = selectAsked(db, cohortId, asked)
  const { total } = await counted.select((is) => is.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** The ids of a range of a class's students; by day, and all of them, from one index alone. */
async function listEnrolledIds(
  db: SchoolDb,
  cohortId: string,
  { sort, ...range }: PageRange & { sort: StudentSort },
  asked?: Asked,
) {
  const { by, direction } = readSort(sort)
  const reading = readingOrder(direction, range)
  const members = (asked ? selectAsked(db, cohortId, asked) : selectMembers(db, cohortId)).select(['e.user_id'])
  const enrolled = asked
    ? members
    : db.selectFrom('living_enrollments as e').where('e.cohort_id', '=', cohortId).select(['e.user_id'])
  const sorted =
    by === 'name'
      ? members.orderBy('m.name', reading).orderBy('m.user_id', reading)
      : enrolled.orderBy('e.utc_created_on', reading).orderBy('e.user_id', reading)
  const rows = await sorted.limit(range.limit).offset(range.offset).execute()
  return rows.map((row) => row.user_id)
}

export async function listEnrolledStudents(
  db: SchoolDb,
  cohortId: string,
  range: PageRange & { sort: StudentSort },
  asked?: Asked,
) {
  const { by, direction } = readSort(range.sort)
  const ids = await listEnrolledIds(db, cohortId, range, asked)
  return selectEnrolledStudents(db, cohortId)
    .where((is) => is('e.user_id', '=', is.fn.any(is.val(ids))))
    .orderBy(by === 'name' ? 'm.name' : 'e.utc_created_on', direction)
    .orderBy('e.user_id', direction)
    .execute()
}

export const findEnrolledStudent = (db: SchoolDb, cohortId: string, userId: string) =>
  selectEnrolledStudents(db, cohortId).where('e.user_id', '=', userId).executeTakeFirst()
export type EnrolledStudentRow = NonNullable<Awaited<ReturnType<typeof findEnrolledStudent>>>

export const findStudent = (db: SchoolDb, userId: string) =>
  db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where('is_student', '=', true)
    .select(['name', 'email', 'cellphone'])
    .executeTakeFirst()

export interface ProgressRow {
  user_id: string
  lessons: number
  completed: number
}

/** Counts the published lessons of a class's courses, and those of them that each of these students has completed. */
export async function listProgress(db: SchoolDb, cohortId: string, userIds: string[]): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    with counted as materialized (
      select p.lesson_id from cohort_openings o
      join published_lessons p on p.school_id = ${thisSchool} and p.course_id = o.course_id and (o.is_own or not p.is_private)
      where o.school_id = ${thisSchool} and o.cohort_id = ${cohortId}::bigint)
    select m.user_id, (select count(*)::int from counted) as lessons, (
      select count(*)::int from lesson_completions f
      where f.school_id = ${thisSchool} and f.user_id = m.user_id and f.lesson_id in (select lesson_id from counted)) as completed
    from memberships m where m.school_id = ${thisSchool} and m.user_id = any(${userIds}::bigint[])`.execute(db)
  return rows
}

/** The class that students who come by themselves are put into. */
export const insertPublicCohort = (db: PlatformDb, schoolId: string, title: string) =>
  db.insertInto('cohorts').values({ school_id: schoolId, title, is_public: true }).execute()

export const hidePublicCohort = (db: SchoolDb, isHidden: boolean) =>
  db.updateTable('cohorts').set({ is_hidden: isHidden }).where('is_public', '=', true).execute()
