import type { EndReason } from '@escola/contract/grant-ends'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { idsOf, listPlaces, momentsOf, type Place, type SchoolId } from './places.queries.ts'
import { readSaleKey } from './sale-keys.service.ts'

export const grantSources = [
  'manual',
  'public-class',
  'school-admin',
  'school-register',
  'importer',
  'api',
  'sale',
] as const
export type GrantSource = (typeof grantSources)[number]

/** End of a grant's term, fixed when it was given, and whose term set it. */
export interface FixedTerm {
  startsOn: Date
  endsOn: Date | null
  of: 'cohort' | 'integration' | 'student'
}

export interface GrantRow {
  cohortId: string
  userId: string
  source: GrantSource
  sourceKey: string
  /** Line of the imported file that gave it. */
  sourceLine?: number | undefined
  /** Administrator who gave it by hand; otherwise null. */
  grantedBy: string | null
  startsOn: Date
  /** Moment at which it went on after a gap, or with another student; it keeps its first start. */
  resumedOn?: Date | null
  /** The earlier of the two ends that follow. */
  endsOn: Date | null
  chargeEndsOn: Date | null
  /** The subscription was cancelled, and no charge follows. */
  isLastCharge: boolean
  term: FixedTerm
}
/** Origin as people read it: a sale's is its platform. */
export const originOf = ({ source, sourceKey }: Pick<GrantRow, 'source' | 'sourceKey'>): string =>
  source === 'sale' ? readSaleKey(sourceKey).platform : source
export const originColumn = sql`case when source = 'sale' then app.sale_platform(source_key) else source end`

/** A grant that lives already stays as it is. */
export const insertGrants = (db: SchoolDb | PlatformDb, schoolId: SchoolId, grants: GrantRow[]) => {
  const { cohortIds, userIds } = idsOf(grants)
  return sql`
    insert into enrollment_grants (school_id, cohort_id, user_id, source, source_key, source_line, granted_by, utc_starts_on, utc_ends_on,
      utc_charge_ends_on, utc_term_starts_on, utc_term_ends_on, term_of, is_last_charge, utc_resumed_on)
    select ${schoolId}::bigint, r.*
    from unnest(${cohortIds}, ${userIds}, ${grants.map(({ source }) => source)}::text[],
      ${grants.map(({ sourceKey }) => sourceKey)}::text[], ${grants.map(({ sourceLine }) => sourceLine ?? null)}::int[], ${grants.map(({ grantedBy }) => grantedBy)}::bigint[],
      ${momentsOf(grants.map(({ startsOn }) => startsOn))}, ${momentsOf(grants.map(({ endsOn }) => endsOn))},
      ${momentsOf(grants.map(({ chargeEndsOn }) => chargeEndsOn))}, ${momentsOf(grants.map(({ term }) => term.startsOn))},
      ${momentsOf(grants.map(({ term }) => term.endsOn))},
      ${grants.map(({ term }) => term.of)}::text[], ${grants.map(({ isLastCharge }) => isLastCharge)}::boolean[],
      ${momentsOf(grants.map(({ resumedOn }) => resumedOn ?? null))}) as r
    on conflict (school_id, cohort_id, user_id, source, source_key) where utc_ended_on is null and merged_from = '{}' do nothing`.execute(
    db,
  )
}

/** Grants of these places whose time is over end at that time. */
export const endLapsedGrants = (db: SchoolDb, places: Place[], now: Date) =>
  sql`
    update enrollment_grants g set utc_ended_on = g.utc_ends_on, ended_why = 'expired' from ${listPlaces(places)}
    where g.school_id = ${thisSchool} and g.cohort_id = p.cohort_id and g.user_id = p.user_id
      and g.utc_ended_on is null and g.utc_ends_on <= ${now}`.execute(db)

/** Which living grants: those of a place, of a student, of several, or of a source with these keys. */
export interface LivingGrants {
  cohortId?: string
  userId?: string
  userIds?: string[]
  source?: GrantSource
  sourceKeys?: string[]
  /** Number of places at most, students in order; the others of the filter stay for a next time. */
  atMost?: number
}

/** The character after every other, so that a range of keys ends behind all that begin with a prefix. */
const afterAll = '\u{10ffff}'

const whereLiving = (db: SchoolDb, { cohortId, userId, userIds, source, sourceKeys }: LivingGrants) =>
  db
    .selectFrom('enrollment_grants')
    .where('utc_ended_on', 'is', null)
    .$if(cohortId !== undefined, (query) => query.where('cohort_id', '=', cohortId!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(userIds !== undefined, (query) => query.where((is) => is('user_id', '=', is.fn.any(is.val(userIds!)))))
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .$if(sourceKeys !== undefined, (query) => query.where('source_key', 'in', sourceKeys!))

export const listLivingPlaces = (db: SchoolDb, filter: LivingGrants): Promise<Place[]> =>
  whereLiving(db, filter)
    .select(['cohort_id as cohortId', 'user_id as userId'])
    .distinct()
    .orderBy('userId')
    .orderBy('cohortId')
    .$if(filter.atMost !== undefined, (query) => query.limit(filter.atMost!))
    .execute()

export interface GrantEnd {
  why: EndReason
  /** Administrator who ended it by hand; otherwise null. */
  endedBy: string | null
  endedOn: Date
  /** The end that a platform names, where it differs from what the grant says. */
  endsOn?: Date
}

export const endLivingGrants = async (
  db: SchoolDb,
  filter: LivingGrants,
  held: Place[],
  { why, endedBy, endedOn, endsOn }: GrantEnd,
): Promise<void> => {
  await db
    .updateTable('enrollment_grants')
    .set({
      utc_ended_on: endedOn,
      ended_why: why,
      ended_by: endedBy,
      ...(endsOn && { utc_ends_on: endsOn, utc_charge_ends_on: endsOn }),
    })
    .where('id', 'in', whereHeld(db, filter, held))
    .execute()
}

export interface ChargeEnd {
  /** End of what was paid; null: there is none. */
  endsOn: Date | null
  /** The subscription was cancelled, and no charge follows. */
  isLast: boolean
}

/** Sets the ends of what was paid; a term that is over before goes first. */
export const setChargeEnds = async (
  db: SchoolDb,
  filter: LivingGrants,
  held: Place[],
  { endsOn, isLast }: ChargeEnd,
): Promise<void> => {
  await db
    .updateTable('enrollment_grants')
    .set({
      utc_charge_ends_on: endsOn,
      utc_ends_on: sql`least(utc_term_ends_on, ${endsOn}::timestamptz)`,
      is_last_charge: isLast,
    })
    .where('id', 'in', whereHeld(db, filter, held))
    .execute()
}

const whereHeld = (db: SchoolDb, filter: LivingGrants, held: Place[]) =>
  whereLiving(db, filter)
    .select('id')
    .where(sql<boolean>`(cohort_id, user_id) in (select p.cohort_id, p.user_id from ${listPlaces(held)})`)

/** Grants of a class that is deleted end, and all of its grants keep its title. */
export const closeCohortGrants = (
  db: SchoolDb,
  { cohortId, title }: { cohortId: string; title: string },
  { endedBy, endedOn }: Pick<GrantEnd, 'endedBy' | 'endedOn'>,
) =>
  sql`
    update enrollment_grants set cohort_title = ${title},
      ended_by = case when utc_ended_on is null then ${endedBy}::bigint else ended_by end,
      ended_why = case when utc_ended_on is null then 'cohort_deleted' else ended_why end,
      utc_ended_on = coalesce(utc_ended_on, ${endedOn}::timestamptz)
    where school_id = ${thisSchool} and cohort_id = ${cohortId}`.execute(db)

export interface KnownGrant extends Place {
  sourceKey: string
  startsOn: Date
  chargeEndsOn: Date | null
  isLastCharge: boolean
  term: FixedTerm
  endedOn: Date | null
  endedWhy: EndReason | null
  /** Classes that it came from, the latest last. */
  movedFrom: string[]
  /** Moment of its last move; null: there was none. */
  movedOn: Date | null
  /** Its class was deleted. */
  isCohortGone: boolean
}

interface GrantTerm {
  termStartsOn: Date | null
  termEndsOn: Date | null
  termOf: FixedTerm['of']
}

/** All grants of a source whose keys begin with one of these, living or ended, oldest first. */
export async function listGrants(
  db: SchoolDb,
  { source, keyPrefixes }: { source: GrantSource; keyPrefixes: string[] },
): Promise<KnownGrant[]> {
  if (keyPrefixes.length === 0) return []
  // Each range is looked up in the index by itself: the offset keeps the planner from comparing every grant with every range.
  const { rows } = await sql<Omit<KnownGrant, 'term'> & GrantTerm>`
    select cohort_id as "cohortId", user_id as "userId", source_key as "sourceKey", utc_starts_on as "startsOn", utc_charge_ends_on as "chargeEndsOn",
      is_last_charge as "isLastCharge", utc_term_starts_on as "termStartsOn", utc_term_ends_on as "termEndsOn", term_of as "termOf",
      utc_ended_on as "endedOn", ended_why as "endedWhy", moved_from as "movedFrom",
      utc_moved_on as "movedOn", cohort_title is not null as "isCohortGone"
    from (select distinct unnest(${keyPrefixes}::text[]) as prefix) k
    cross join lateral (
      select * from enrollment_grants g where g.school_id = ${thisSchool} and g.source = ${source}::text
        and g.source_key >= k.prefix collate "C" and g.source_key < (k.prefix || ${afterAll}::text) collate "C" offset 0) g
    order by g.id`.execute(db)
  return rows.map(({ termStartsOn, termEndsOn, termOf, ...row }) => ({
    ...row,
    term: { startsOn: termStartsOn ?? row.startsOn, endsOn: termEndsOn, of: termOf },
  }))
}
