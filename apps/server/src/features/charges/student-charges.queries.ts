import { uncountedRoles } from '@escola/contract/permissions'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type CountedStudent, type StudentMonth, selfEnrollmentSources } from './charging.ts'

export const findMonth = (db: SchoolDb, month: string): Promise<StudentMonth | undefined> =>
  db
    .selectFrom('student_months')
    .select(['places', 'utc_as_of', 'run_place', 'run_user_id', 'utc_run_on'])
    .where('month', '=', month)
    .executeTakeFirst()

/** Counts a month's students who cost something and whose price did not go back, in their own index. */
export async function countCharged(db: SchoolDb, month: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from counted_students c
    where c.school_id = ${thisSchool} and c.month = ${month}::text and c.cents > 0 and c.utc_returned_on is null`.execute(
    db,
  )
  return rows[0]!.total
}

export const insertMonth = (db: SchoolDb, month: string, row: StudentMonth) =>
  db
    .insertInto('student_months')
    .values({ month, ...row })
    .execute()

export const updateMonth = (db: SchoolDb, month: string, values: Partial<StudentMonth>) =>
  db.updateTable('student_months').set(values).where('month', '=', month).execute()

/** Finds the first place behind one that a student has; null without one. */
export async function findPlaceBehind(db: SchoolDb, month: string, place: number): Promise<number | null> {
  const { rows } = await sql<{ place: number | null }>`
    select min(c.place) as place from counted_students c
    where c.school_id = ${thisSchool} and c.month = ${month}::text and c.place > ${place}::int`.execute(db)
  return rows[0]!.place
}

/** Gives back the places that a run was left and did not give, unless students have come behind them: the last place is that of a student then. */
export const endPlaces = (db: SchoolDb, month: string) =>
  sql`
    update student_months set places = (
      select coalesce(max(c.place), 0) from counted_students c where c.school_id = ${thisSchool} and c.month = ${month}::text)
    where school_id = ${thisSchool} and month = ${month}::text`.execute(db)

/**
 * Grants that lived at a moment and count by themselves: those by which users came on their own, and those that were of the public class then, count from
 * the first lesson that is opened.
 */
const livedAt = (moment: Date) => sql`
  g.school_id = ${thisSchool} and g.source <> all (${selfEnrollmentSources}::text[])
  and not exists (select from cohorts h where h.school_id = ${thisSchool} and h.is_public
    and h.id = case when g.utc_moved_on > ${moment}::timestamptz then g.moved_from[cardinality(g.moved_from)] else g.cohort_id end)
  and g.utc_starts_on <= ${moment}::timestamptz
  and (g.utc_ended_on is null or g.utc_ended_on > ${moment}::timestamptz) and (g.utc_ends_on is null or g.utc_ends_on > ${moment}::timestamptz)`

/** Condition of a row `m` of memberships: owners and administrators count as no students, all others of the team do (decision 68). */
export const isUncounted = sql<boolean>`(m.is_admin and coalesce(m.team_roles, array['owner']) && ${[...uncountedRoles]}::text[])`

/** @param each looks each user up by itself, in the indexes; otherwise whole lists may be compared */
const uncounted = (month: string, asOf: Date, { each = false } = {}) => {
  const fence = each ? sql`offset 0` : sql``
  return sql`
    ${livedAt(asOf)}
    and not exists (select from counted_students c where c.school_id = ${thisSchool} and c.month = ${month}::text and c.user_id = g.user_id ${fence})
    and not exists (select from memberships m where m.school_id = ${thisSchool} and m.user_id = g.user_id and ${isUncounted} ${fence})`
}

/** Counts the students whom the run is going to count: those with a living grant at its moment. */
export async function countUncounted(db: SchoolDb, month: string, asOf: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct g.user_id)::int as total from enrollment_grants g where ${uncounted(month, asOf)}`.execute(db)
  return rows[0]!.total
}

/** Lists the next students whom the run is going to count. Nothing else of the school is read, however many students it has. */
export async function listUncounted(
  db: SchoolDb,
  { month, asOf, after, limit }: { month: string; asOf: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select g.user_id from enrollment_grants g where g.user_id > ${after}::bigint and ${uncounted(month, asOf, { each: true })}
    group by g.user_id order by g.user_id limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Lists those of some users who are not to be counted: who are counted already, whose role counts as none, and whom the run is going to count.
 * @param asOf moment of a run that has not ended
 */
export async function listKnown(
  db: SchoolDb,
  { month, userIds, asOf }: { month: string; userIds: string[]; asOf: Date | undefined },
): Promise<string[]> {
  const awaited = asOf
    ? sql`union select g.user_id from enrollment_grants g where ${livedAt(asOf)} and g.user_id = any (${userIds}::bigint[])`
    : sql``
  const { rows } = await sql<{ user_id: string }>`
    select c.user_id from counted_students c
    where c.school_id = ${thisSchool} and c.month = ${month}::text and c.user_id = any (${userIds}::bigint[])
    union select m.user_id from memberships m where m.school_id = ${thisSchool} and m.user_id = any (${userIds}::bigint[]) and ${isUncounted}
    ${awaited}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** @returns the ids of the users who were not counted in the month before */
export async function insertCounted(
  db: SchoolDb,
  { month, on }: { month: string; on: Date },
  students: CountedStudent[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into counted_students (school_id, month, user_id, place, cents, utc_counted_on)
    select ${thisSchool}::bigint, ${month}::text, r.*, ${on}::timestamptz
    from unnest(${students.map(({ userId }) => userId)}::bigint[], ${students.map(({ place }) => place)}::int[],
      ${students.map(({ cents }) => cents)}::int[]) as r
    on conflict do nothing returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * A student who takes another's grants counts as counted in the months in which the other one was; it costs nothing, also where the student's own price went
 * back.
 */
export async function copyCounted(db: SchoolDb, { fromId, toId }: { fromId: string; toId: string }): Promise<void> {
  const rows = await db
    .selectFrom('counted_students')
    .select(['month', 'utc_counted_on'])
    .where('user_id', '=', fromId)
    .where((row) => row.or([row('utc_returned_on', 'is', null), row('utc_covered_on', 'is not', null)]))
    .execute()
  if (rows.length > 0)
    await db
      .insertInto('counted_students')
      .values(rows.map((row) => ({ ...row, user_id: toId })))
      .onConflict((conflict) =>
        conflict
          .columns(['school_id', 'month', 'user_id'])
          .doUpdateSet((row) => ({ utc_covered_on: row.ref('excluded.utc_counted_on') }))
          .where('counted_students.utc_returned_on', 'is not', null),
      )
      .execute()
}

export async function isPublicCohort(db: SchoolDb, id: string): Promise<boolean> {
  const row = await db.selectFrom('cohorts').select('is_public').where('id', '=', id).executeTakeFirst()
  return row?.is_public ?? false
}

/** Lists those of some students who are in a class by a living grant, and did not come by themselves. */
export async function listBrought(
  db: SchoolDb,
  { cohortId, userIds, now }: { cohortId: string; userIds: string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct g.user_id from enrollment_grants g
    where g.school_id = ${thisSchool} and g.cohort_id = ${cohortId}::bigint and g.user_id = any (${userIds}::bigint[]) and g.source <> all (${selfEnrollmentSources}::text[])
      and g.utc_ended_on is null and (g.utc_ends_on is null or g.utc_ends_on > ${now}::timestamptz)`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Tells whether the next run can have something to count: a living grant, of one user where one is given. */
export async function hasLivingGrant(db: SchoolDb, now: Date, userId?: string): Promise<boolean> {
  const ofUser = userId ? sql`and g.user_id = ${userId}::bigint` : sql``
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from enrollment_grants g where ${livedAt(now)} ${ofUser}) as found`.execute(db)
  return rows[0]!.found
}
