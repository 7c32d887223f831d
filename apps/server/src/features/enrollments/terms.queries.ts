import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { Place } from './places.queries.ts'
import type { SoldItems } from './sale-keys.service.ts'

export interface StoredException {
  userId: string
  cohortId: string
  endsOn: Date | null
}

interface TermRow {
  id: string
  /** Text of its JSON. */
  term: string
  is_public: boolean
}

export async function listTerms(db: SchoolDb, cohortIds: string[]): Promise<TermRow[]> {
  return db
    .selectFrom('cohorts')
    .select(['id', sql<string>`term::text`.as('term'), 'is_public'])
    .where((is) => is('id', '=', is.fn.any(is.val(cohortIds))))
    .execute()
}

/** Ends that an administrator has set by hand for students of these classes. */
export async function listExceptions(db: SchoolDb, places: Place[]): Promise<StoredException[]> {
  const { rows } = await sql<StoredException>`
    select x.cohort_id as "cohortId", x.user_id as "userId", x.utc_ends_on as "endsOn" from term_exceptions x
    where x.school_id = ${thisSchool} and x.cohort_id = any (${[...new Set(places.map(({ cohortId }) => cohortId))]}::bigint[])
      and x.user_id = any (${[...new Set(places.map(({ userId }) => userId))]}::bigint[])`.execute(db)
  return rows
}

export const saveException = (
  db: SchoolDb,
  { cohortId, userId, endsOn, setBy, setOn }: StoredException & { setBy: string; setOn: Date },
) =>
  sql`
    insert into term_exceptions (school_id, cohort_id, user_id, utc_ends_on, set_by, utc_set_on)
    values (${thisSchool}::bigint, ${cohortId}::bigint, ${userId}::bigint, ${endsOn}::timestamptz, ${setBy}::bigint, ${setOn}::timestamptz)
    on conflict (school_id, cohort_id, user_id) do update set
      utc_ends_on = excluded.utc_ends_on, set_by = excluded.set_by, utc_set_on = excluded.utc_set_on`.execute(db)

/** Gives all living grants of a student in a class the end of the exception, or that of what was paid where it comes first. */
export const followException = (db: SchoolDb, { cohortId, userId, endsOn }: StoredException) =>
  sql`
    update enrollment_grants set term_of = 'student', utc_term_ends_on = ${endsOn}::timestamptz, utc_ends_on = least(${endsOn}::timestamptz, utc_charge_ends_on)
    where school_id = ${thisSchool} and cohort_id = ${cohortId}::bigint and user_id = ${userId}::bigint and utc_ended_on is null`.execute(
    db,
  )

/** Day in São Paulo on which the term of a grant began; of earlier grants, the day on which the grant did. */
const startDay = sql`(coalesce(g.utc_term_starts_on, g.utc_starts_on) at time zone 'America/Sao_Paulo')::date::text`
const livingIn = (cohortId: string) => sql`
  g.school_id = ${thisSchool} and g.cohort_id = ${cohortId}::bigint and g.utc_ended_on is null`

/** Grants of a class to which a new term applies: grants that follow the class, or grants that an integration sold there. */
export interface Target {
  cohortId: string
  sold?: SoldItems | undefined
}
const isMeant = (sold: SoldItems | undefined) =>
  sold
    ? sql`g.term_of <> 'student' and g.source = 'sale' and g.moved_from = '{}' and app.is_sold(g.source_key, ${JSON.stringify(sold)}::jsonb)`
    : sql`g.term_of = 'cohort'`

/** Some of the students of a class, with their grants up to one. */
export interface Followers {
  userIds: string[]
  lastGrantId: string
}
const ofFollowers = (followers: Followers | undefined) =>
  followers
    ? sql`g.user_id = any(${followers.userIds}::bigint[]) and g.id <= ${followers.lastGrantId}::bigint`
    : sql`true`

/** Days on which the terms began of living grants, all that are meant or those of some students. */
export async function listStartDays(
  db: SchoolDb,
  { cohortId, sold }: Target,
  followers?: Followers,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct ${startDay} as day from enrollment_grants g
    where ${livingIn(cohortId)} and ${isMeant(sold)} and ${ofFollowers(followers)}`.execute(db)
  return rows.map(({ day }) => day)
}

/** End of a term that began on a day. */
export interface DayEnd {
  day: string
  endsOn: Date | null
}
const listDayEnds = (ends: DayEnd[]) =>
  sql`unnest(${ends.map(({ day }) => day)}::text[], ${ends.map(({ endsOn }) => endsOn?.toISOString() ?? null)}::timestamptz[]) as d (day, ends_on)`

/** Gives these grants their ends, and records that they follow the class or an integration from now on. */
export const applyTerm = (
  db: SchoolDb,
  { cohortId, sold }: Target,
  { ends, of }: { ends: DayEnd[]; of: 'cohort' | 'integration' },
  followers: Followers,
) =>
  sql`
    update enrollment_grants g set term_of = ${of}, utc_term_ends_on = d.ends_on, utc_ends_on = least(d.ends_on, g.utc_charge_ends_on)
    from ${listDayEnds(ends)}
    where ${livingIn(cohortId)} and ${isMeant(sold)} and ${ofFollowers(followers)} and d.day = ${startDay}
      and (g.utc_term_ends_on is distinct from d.ends_on or g.term_of <> ${of})`.execute(db)

/** Counts the students whose access would be over at once if the terms ended so. */
export async function countLosing(
  db: SchoolDb,
  { cohortId, sold }: Target,
  ends: DayEnd[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select g.user_id
      from enrollment_grants g left join ${listDayEnds(ends)} on d.day = ${startDay}
      where ${livingIn(cohortId)} and (g.utc_ends_on is null or g.utc_ends_on > ${now}::timestamptz)
      group by g.user_id
      having bool_and(coalesce(case when ${isMeant(sold)} then least(d.ends_on, g.utc_charge_ends_on) else g.utc_ends_on end <= ${now}::timestamptz, false))
    ) losing`.execute(db)
  return rows[0]!.total
}

/** Makes the enrolments of these students in a class say what their living grants say about the end. */
export const projectEnds = (db: SchoolDb, cohortId: string, userIds: string[]) =>
  sql`
    update enrollments e set utc_ends_on = living.ends_on
    from (
      select g.user_id, case when bool_and(g.utc_ends_on is not null) then max(g.utc_ends_on) end as ends_on
      from enrollment_grants g
      where g.school_id = ${thisSchool} and g.cohort_id = ${cohortId}::bigint and g.user_id = any(${userIds}::bigint[]) and g.utc_ended_on is null
      group by g.user_id
    ) living
    where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId}::bigint and e.user_id = living.user_id
      and e.utc_ends_on is distinct from living.ends_on`.execute(db)
