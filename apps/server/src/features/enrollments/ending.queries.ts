import type { EndReason } from '@escola/contract/grant-ends'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { listPlaces, type Place } from './places.queries.ts'

export interface Ending extends Place {
  grantId: string
  endsOn: Date
}

/**
 * Accesses that end after one moment and up to another, in the order of their ends, and that began earlier than that range of time is long. Those that
 * may be renewed, or go on by something else, are left out.
 */
export async function listEndings(
  db: SchoolDb,
  { from, until, after, limit }: { from: Date; until: Date; after: Ending | undefined; limit: number },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select g.id as "grantId", g.cohort_id as "cohortId", g.user_id as "userId", g.utc_ends_on as "endsOn" from final_endings g
    where g.school_id = ${thisSchool} and g.utc_ends_on > ${from}::timestamptz and g.utc_ends_on <= ${until}::timestamptz
      and g.utc_starts_on < g.utc_ends_on - (${until}::timestamptz - ${from}::timestamptz)
      and (g.utc_ends_on, g.id) > (${after?.endsOn ?? from}::timestamptz, ${after?.grantId ?? '0'}::bigint)
    order by g.utc_ends_on, g.id limit ${limit}::int`.execute(db)
  return rows
}

export async function findNextEnding(db: SchoolDb, after: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ endsOn: Date }>`
    select g.utc_ends_on as "endsOn" from final_endings g
    where g.school_id = ${thisSchool} and g.utc_ends_on > ${after}::timestamptz
    order by g.utc_ends_on limit 1`.execute(db)
  return rows[0]?.endsOn
}

/** Moment since which the ends of access are mailed; undefined: the school has switched the mails off. */
export async function findMailsFrom(db: SchoolDb): Promise<Date | undefined> {
  const school = await db
    .selectFrom('schools')
    .select(['has_ended_mails', 'utc_ended_mails_from'])
    .executeTakeFirstOrThrow()
  return school.has_ended_mails ? school.utc_ended_mails_from : undefined
}

/** The places among these whose access ended by one of these reasons and since a moment. A platform may name an end that was earlier. */
export async function listEndedSince(
  db: SchoolDb,
  places: Place[],
  reasons: readonly EndReason[],
  since: Date,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select p.cohort_id as "cohortId", p.user_id as "userId" from ${listPlaces(places)}
    join lateral (
      select g.ended_why, least(g.utc_ended_on, g.utc_ends_on) as ended_on from enrollment_grants g
      where g.school_id = ${thisSchool} and g.cohort_id = p.cohort_id and g.user_id = p.user_id and g.utc_ended_on is not null
      order by g.utc_ended_on desc, g.id desc limit 1) g on true
    where g.ended_why = any (${reasons}::text[]) and g.ended_on >= ${since}::timestamptz`.execute(db)
  return rows
}

/** Places of some grants whose time is over. */
export async function listDuePlaces(db: SchoolDb, now: Date, limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select cohort_id as "cohortId", user_id as "userId" from enrollment_grants
    where school_id = ${thisSchool} and utc_ended_on is null and utc_ends_on <= ${now}
    order by utc_ends_on limit ${limit}`.execute(db)
  return rows
}

export async function findNextEnd(db: SchoolDb): Promise<Date | undefined> {
  const row = await db
    .selectFrom('enrollment_grants')
    .where('utc_ended_on', 'is', null)
    .where('utc_ends_on', 'is not', null)
    .select('utc_ends_on')
    .orderBy('utc_ends_on')
    .limit(1)
    .executeTakeFirst()
  return row?.utc_ends_on ?? undefined
}
