import type { EndReason } from '@escola/contract/grant-ends'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** A grant by which the next charge of a subscription comes to a class. */
export interface FollowedGrant {
  id: string
  userId: string
  platform: string
  purchase: string
  subscription: string
  /** Its student is in the class by it; otherwise it goes on with the next charge. */
  isLiving: boolean
}

/** Ends after which a charge follows the grant. */
const gaps: EndReason[] = ['expired', 'subscription_ended', 'refunded', 'canceled']

/** Students behind one of them, in order, and their number. */
export interface Range {
  after: string
  limit: number
}

/**
 * Grants of a class that charges of their subscriptions follow, in the order of their students: the living ones, and those that ended by a gap while none of
 * the same subscription and item lives or has ended since, nor one of another plan that was switched to, as `findPlaces` reads them.
 * A student has few grants, and each is looked up by itself, however little the planner knows of the tables.
 */
export async function listFollowed(
  db: SchoolDb,
  { cohortId, now, range }: { cohortId: string; now: Date; range?: Range | undefined },
): Promise<FollowedGrant[]> {
  const { rows } = await sql<FollowedGrant>`
    with here as materialized (
      select g.id, g.user_id, g.source_key, g.utc_ended_on, g.utc_ends_on, f.platform, f.purchase_code, f.subscription_code
      from enrollment_grants g
      cross join lateral (
        select * from purchase_facts f where f.school_id = ${thisSchool} and f.platform = app.sale_platform(g.source_key)
          and f.purchase_code = app.sale_purchase(g.source_key) and f.purchase_code <> '' and f.subscription_code is not null limit 1) f
      join memberships m on m.school_id = ${thisSchool} and m.user_id = g.user_id
      where g.school_id = ${thisSchool} and g.cohort_id = ${cohortId}::bigint and g.source = 'sale' and g.user_id > ${range?.after ?? '0'}::bigint
        and (g.utc_ended_on is null or g.ended_why = any(${gaps}::text[]))
    ), followed as materialized (
      select h.* from here h
      where h.utc_ended_on is null or not exists (
        select from (
          select * from enrollment_grants t where t.school_id = ${thisSchool} and t.user_id = h.user_id and t.source = 'sale' offset 0) t
        where app.sale_platform(t.source_key) = h.platform and exists (
            select from purchase_facts o where o.school_id = ${thisSchool} and o.platform = h.platform
              and o.purchase_code = app.sale_purchase(t.source_key) and o.purchase_code <> '' and o.subscription_code = h.subscription_code)
          and (t.utc_ended_on is null or t.utc_ended_on > h.utc_ended_on)
          and (split_part(t.source_key, ':', 3) = split_part(h.source_key, ':', 3) or exists (
            select from purchase_facts w where w.school_id = ${thisSchool} and w.platform = h.platform and w.subscription_code = h.subscription_code
              and w.kind = 'plan_switched' and replace(replace(split_part(h.source_key, ':', 3), '%3A', ':'), '%25', '%') = any(w.dropped_ids))))
    )
    select id, user_id as "userId", platform, purchase_code as purchase, subscription_code as subscription,
      utc_ended_on is null and (utc_ends_on is null or utc_ends_on > ${now}::timestamptz) as "isLiving"
    from followed
    where user_id in (select distinct user_id from followed order by user_id limit ${range?.limit ?? null}::int)
    order by user_id, id`.execute(db)
  return rows
}
