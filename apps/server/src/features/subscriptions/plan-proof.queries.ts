import { paidPlanIds } from '@escola/contract/prices'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Wrong rows that one proof names. */
const namedAtMost = 5

/** Plan of a school as each place has it. */
export interface Plans {
  /** Copy for the lists of the platform. */
  listed_plan: string
  is_blocked: boolean
  /** Newest row of the history. */
  last_plan: string
  last_blocked: boolean
  subscribed_plan: string
  utc_paid_until: Date | null
  /** A subscription of an earlier release has counted months of the school: they end on the provider's days. */
  has_provider_days: boolean
}

export async function readPlans(db: SchoolDb): Promise<Plans> {
  const { rows } = await sql<Omit<Plans, 'listed_plan' | 'is_blocked'>>`
    select coalesce(h.plan_id, 'onDemand') as last_plan, coalesce(h.is_blocked, false) as last_blocked, coalesce(s.plan_id, 'onDemand') as subscribed_plan,
      s.utc_paid_until, coalesce(s.stripe_id, s.left_stripe_id) is not null or exists (
        select from payments p where p.school_id = ${thisSchool} and p.status = 'succeeded' and p.item in (${sql.join(paidPlanIds)}) and p.invoice_id is not null) as has_provider_days
    from (select 1) one
    left join lateral (select h.plan_id, h.is_blocked from school_plans h where h.school_id = ${thisSchool} order by h.number desc limit 1) h on true
    left join subscriptions s on s.school_id = ${thisSchool}`.execute(db)
  const { plan_id, is_blocked } = await db
    .selectFrom('schools')
    .select(['plan_id', 'is_blocked'])
    .executeTakeFirstOrThrow()
  return { ...rows[0]!, listed_plan: plan_id, is_blocked }
}

/** Row of the history of plans that is the same as the one before it, or earlier, or behind a missing one. */
export interface WrongPlanRow {
  number: number
  plan_id: string
  utc_from: Date
}

export async function listWrongPlanRows(db: SchoolDb, skewMs: number): Promise<WrongPlanRow[]> {
  const { rows } = await sql<WrongPlanRow>`
    select w.number::float8 as number, w.plan_id, w.utc_from from (
      select h.number, h.plan_id, h.utc_from, h.number - coalesce(lag(h.number) over in_order, 0) as step,
        h.plan_id = coalesce(lag(h.plan_id) over in_order, 'onDemand') and h.is_blocked = coalesce(lag(h.is_blocked) over in_order, false) as is_same,
        coalesce(h.utc_from < lag(h.utc_from) over in_order - ${skewMs}::float8 * interval '1 millisecond', false) as is_early
      from school_plans h where h.school_id = ${thisSchool}
      window in_order as (order by h.number)) w
    where w.step <> 1 or w.is_same or w.is_early
    order by w.number limit ${namedAtMost}`.execute(db)
  return rows
}
