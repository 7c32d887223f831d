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
