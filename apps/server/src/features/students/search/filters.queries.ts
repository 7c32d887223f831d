import { countryPattern } from '@escola/contract/phones'
import { readSort, type StudentSort } from '@escola/contract/sorts'
import type { StudentFilter } from '@escola/contract/students.contract'
import { isWithoutCountry, type MemberSearch, meetsSearch, type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type PageRange, readingOrder } from '../../../core/paging.ts'
import { sortColumns } from '../students.queries.ts'

export interface Matching {
  filter: StudentFilter
  /** Undefined without a search. */
  search?: MemberSearch | undefined
  now: Date
  soon: Date
  /** Public class of a private school, which gives access to nothing. */
  hiddenId?: string | undefined
  /** Leaves out who came to the school, or was given a class, after this moment. */
  asOf?: Date | undefined
}

const enrolled = (condition: RawBuilder<unknown>) => sql`exists (select from living_enrollments e
  where e.school_id = ${thisSchool} and e.user_id = m.user_id and ${condition})`

/** Conditions that a student meets who is asked for. */
function conditionsOf({ filter, search, now, soon, hiddenId, asOf }: Matching): RawBuilder<unknown> {
  const { school_gateway_id: cohortId, origin, access, entered, phone } = filter
  const conditions: RawBuilder<unknown>[] = [sql`m.school_id = ${thisSchool} and m.is_student`]
  if (search) conditions.push(meetsSearch(search))
  if (cohortId) conditions.push(enrolled(sql`e.cohort_id = ${cohortId}::bigint`))
  if (origin) conditions.push(sql`m.origin = ${origin}`)
  if (entered) conditions.push(sql`m.utc_entered_on is null`)
  if (phone) conditions.push(isWithoutCountry(countryPattern))
  const opens = hiddenId ? sql`e.cohort_id <> ${hiddenId}::bigint` : sql`true`
  if (access === 'with') conditions.push(enrolled(opens))
  if (access === 'without') conditions.push(sql`not ${enrolled(opens)}`)
  if (access === 'soon')
    conditions.push(sql`m.user_id in (select e.user_id from final_endings e
      where e.school_id = ${thisSchool} and e.utc_ends_on > ${now}::timestamptz and e.utc_ends_on <= ${soon}::timestamptz and ${opens})`)
  if (asOf)
    conditions.push(sql`m.utc_created_on <= ${asOf}::timestamptz and not exists (
      select from enrollment_grants g where g.school_id = ${thisSchool} and g.user_id = m.user_id
        and greatest(g.utc_starts_on, g.utc_moved_on, g.utc_resumed_on) > ${asOf}::timestamptz)`)
  return sql.join(conditions, sql` and `)
}

export const hasCohort = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.selectFrom('cohorts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const findHiddenCohortId = async (db: SchoolDb): Promise<string | undefined> =>
  (
    await db
      .selectFrom('cohorts')
      .select('id')
      .where('is_public', '=', true)
      .where('is_hidden', '=', true)
      .executeTakeFirst()
  )?.id

/** Number of students who are asked for, counted up to a bound. */
export async function countMatching(db: SchoolDb, matching: Matching, atMost: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from memberships m where ${conditionsOf(matching)} limit ${atMost}::int) found`.execute(db)
  return rows[0]!.total
}

type Sorted = PageRange & { sort: StudentSort }

function orderOf({ sort, ...range }: Sorted): RawBuilder<unknown> {
  const { by, direction } = readSort(sort)
  const reading = sql.raw(readingOrder(direction, range))
  return sql`${sql.ref(sortColumns[by])} ${reading}, m.user_id ${reading}`
}

/** Ids of a range of those who are asked for among so many students with whom the list is read. */
export async function listFromBeginning(
  db: SchoolDb,
  matching: Matching,
  sorted: Sorted,
  length: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from (
      select m.* from memberships m where m.school_id = ${thisSchool} and m.is_student
      order by ${orderOf(sorted)} limit ${length}::int) m
    where ${conditionsOf(matching)} order by ${orderOf(sorted)}
    limit ${sorted.limit}::int offset ${sorted.offset}::int`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Ids of a range of the students who are asked for, who are all found before they are sorted: the planner believes that they are spread evenly over
 * the list, and would otherwise read a million students in its order to find those of a class at its end.
 */
export async function listFromAll(db: SchoolDb, matching: Matching, sorted: Sorted): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with found as materialized (
      select m.user_id, ${sql.ref(sortColumns[readSort(sorted.sort).by])} from memberships m where ${conditionsOf(matching)})
    select m.user_id from found m order by ${orderOf(sorted)}
    limit ${sorted.limit}::int offset ${sorted.offset}::int`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Ids of the next students who are asked for, in the order of their ids.
 * @param among only these are looked at
 */
export async function listNextIds(
  db: SchoolDb,
  matching: Matching,
  { after, limit, among }: { after: string; limit: number; among?: string[] | undefined },
): Promise<string[]> {
  const named = among ? sql`m.user_id = any(${among}::bigint[])` : sql`true`
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from memberships m where ${conditionsOf(matching)} and m.user_id > ${after}::bigint and ${named}
    order by m.user_id limit ${limit}::int`.execute(db)
  return rows.map((row) => row.user_id)
}
