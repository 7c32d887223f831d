import { paidPlanIds } from '@escola/contract/prices'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Wrong rows that one proof names. */
const namedAtMost = 5

/** Payment that says something else than its movements, refunds and disputes. */
export interface WrongPayment {
  id: string
  item: string
  status: string
  cents: number
  returned_cents: number
  utc_paid_on: Date | null
  /** Cents that its movements took from the provider when it was paid, and what is left of them without refunds and disputes. */
  booked_cents: number
  kept_cents: number
  utc_booked_on: Date | null
  booked_item: string | null
  /** Cents of its refunds and disputes that are booked. */
  returns_cents: number
}

/** @param skewMs time by which the moments of a payment and of its movement may differ */
export async function listWrongPayments(db: SchoolDb, skewMs: number): Promise<WrongPayment[]> {
  const { rows } = await sql<WrongPayment>`
    select w.* from (
      select p.id, p.item, p.status, p.cents::float8 as cents, p.returned_cents::float8 as returned_cents, p.utc_paid_on,
        coalesce(m.booked, 0)::float8 as booked_cents, coalesce(m.kept, 0)::float8 as kept_cents, m.utc_booked_on, m.item as booked_item,
        coalesce(r.cents, 0)::float8 as returns_cents, case when p.status = 'succeeded' then p.cents else 0 end as paid
      from payments p
      left join (
        select m.payment_id, max(m.item) as item, min(m.utc_booked_on) filter (where m.key = 'payment:' || m.payment_id) as utc_booked_on,
          sum(t.amount) filter (where t.from_account = 'provider' and m.key = 'payment:' || m.payment_id) as booked,
          sum(case when t.from_account in ('provider', 'dispute') then t.amount else 0 end - case when t.to_account in ('provider', 'dispute') then t.amount else 0 end) as kept
        from ledger_movements m join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id
        where m.school_id = ${thisSchool} and m.payment_id is not null group by m.payment_id) m on m.payment_id = p.id
      left join (
        select r.payment_id, sum(r.cents) as cents from payment_returns r
        where r.school_id = ${thisSchool} and r.state in ('booked', 'final') group by r.payment_id) r on r.payment_id = p.id
      where p.school_id = ${thisSchool}) w
    where w.booked_cents <> w.paid or w.returned_cents <> w.returns_cents or w.kept_cents <> w.paid - w.returned_cents
      or (w.utc_paid_on is null) <> (w.status <> 'succeeded') or w.booked_item <> w.item
      or abs(extract(epoch from w.utc_paid_on - w.utc_booked_on)) * 1000 > ${skewMs}::float8
    order by w.id limit ${namedAtMost}`.execute(db)
  return rows
}

export interface UnpaidMovement {
  number: number
  kind: string
  cents: number
}

/** Lists movements that are named after a payment, or move money of the provider, and have none. */
export async function listUnpaidMovements(db: SchoolDb): Promise<UnpaidMovement[]> {
  const { rows } = await sql<UnpaidMovement>`
    select m.number::float8 as number, m.kind, sum(t.amount)::float8 as cents
    from ledger_movements m
    join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id
    left join payments p on p.school_id = ${thisSchool} and p.id = m.payment_id
    where m.school_id = ${thisSchool} and p.id is null
      and (m.key like 'payment:%' or m.key like 'return%' or t.from_account in ('provider', 'dispute') or t.to_account in ('provider', 'dispute'))
    group by m.number, m.kind order by m.number limit ${namedAtMost}`.execute(db)
  return rows
}

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
  /** The provider has counted months of the school, or is to: they end on its days. */
  has_provider_days: boolean
}

export async function readPlans(db: SchoolDb): Promise<Plans> {
  const { rows } = await sql<Omit<Plans, 'listed_plan' | 'is_blocked'>>`
    select coalesce(h.plan_id, 'onDemand') as last_plan, coalesce(h.is_blocked, false) as last_blocked, coalesce(s.plan_id, 'onDemand') as subscribed_plan,
      s.utc_paid_until, s.stripe_id is not null or s.moves > 0 or exists (
        select from payments p where p.school_id = ${thisSchool} and p.status = 'succeeded' and p.item in (${sql.join(paidPlanIds)})
          and (p.way = 'card' or p.invoice_id is not null)) as has_provider_days
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
