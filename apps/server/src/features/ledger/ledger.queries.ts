import type { MovementKind } from '@escola/contract/ledger.contract'
import { monthStart, nextMonth } from '@escola/contract/time'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { readingOrder, type Stretch } from '../../core/paging.ts'
import type { Movement, Transfer } from './movements.ts'

export interface Sums {
  balance_cents: number
  points: number
}

/** Locks the school's sums until the transaction ends; a school's first movement makes them. */
export async function holdSums(db: SchoolDb): Promise<Sums> {
  await sql`insert into school_bank (school_id) values (${thisSchool}) on conflict do nothing`.execute(db)
  const { rows } = await sql<Sums>`
    select balance_cents::float8 as balance_cents, points::float8 as points from school_bank
    where school_id = ${thisSchool} for no key update`.execute(db)
  return rows[0]!
}

export const readSums = async (db: SchoolDb): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select balance_cents::float8 as balance_cents, points::float8 as points from school_bank
    where school_id = ${thisSchool}`.execute(db)
  return rows[0] ?? { balance_cents: 0, points: 0 }
}

export const hasMovement = async (db: SchoolDb, key: string): Promise<boolean> =>
  (await db.selectFrom('ledger_movements').select('id').where('key', '=', key).executeTakeFirst()) !== undefined

/** The sums are locked, so the number is the next one. It is asked apart: a cluster refuses to insert what an aggregate of the same table gives. */
export async function insertMovement(
  db: SchoolDb,
  { key, kind, reason = '', bookedBy, transfers }: Movement,
  sums: Sums,
  now: Date,
): Promise<void> {
  const last = await db
    .selectFrom('ledger_movements')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id } = await db
    .insertInto('ledger_movements')
    .values({
      number: String(BigInt(last?.number ?? 0) + 1n),
      key,
      kind,
      reason,
      booked_by: bookedBy ?? null,
      balance_cents: String(sums.balance_cents),
      points: String(sums.points),
      utc_booked_on: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTransfers(db, id, transfers)
}

const insertTransfers = (db: SchoolDb, movementId: string, transfers: Transfer[]) =>
  db
    .insertInto('ledger_transfers')
    .values(
      transfers.map(({ from, to, unit, amount }, index) => ({
        movement_id: movementId,
        position: index + 1,
        from_account: from,
        to_account: to,
        unit,
        amount: String(amount),
      })),
    )
    .execute()

export const updateSums = (db: SchoolDb, { balance_cents, points }: Sums) =>
  db
    .updateTable('school_bank')
    .set({ balance_cents: String(balance_cents), points: String(points) })
    .execute()

/** The list of all schools sorts by this copy. Written last, because it stands on another node of a cluster. */
export const copyBalance = (db: SchoolDb, { balance_cents }: Sums) =>
  sql`update schools set balance_cents = ${balance_cents}::bigint where id = ${thisSchool}`.execute(db)

/** Moments between which movements are looked for; undefined for all. */
export interface Span {
  from: Date
  until: Date
}
/** Span of a month of São Paulo's clock; undefined without a month. */
export const spanOf = (month: string | undefined): Span | undefined =>
  month ? { from: monthStart(month), until: monthStart(nextMonth(month)) } : undefined

const within = (span: Span | undefined) =>
  span ? sql`and m.utc_booked_on >= ${span.from}::timestamptz and m.utc_booked_on < ${span.until}::timestamptz` : sql``

/** Numbers have no gaps, so the last one counts all movements. */
export async function countMovements(db: SchoolDb, span: Span | undefined): Promise<number> {
  const count = span ? sql`count(*)` : sql`coalesce(max(m.number), 0)`
  const { rows } = await sql<{ total: number }>`
    select ${count}::int as total from ledger_movements m where m.school_id = ${thisSchool} ${within(span)}`.execute(db)
  return rows[0]!.total
}

export const findFirstMoment = async (db: SchoolDb): Promise<Date | null> => {
  const { rows } = await sql<{ first: Date | null }>`
    select min(m.utc_booked_on) as first from ledger_movements m where m.school_id = ${thisSchool}`.execute(db)
  return rows[0]!.first
}

export interface MovementRow {
  id: string
  number: number
  kind: MovementKind
  reason: string
  cents: number
  points: number
  balance_after: number
  points_after: number
  utc_booked_on: Date
}

const movementColumns = sql`m.id, m.number::float8 as number, m.kind, m.reason, m.balance_cents::float8 as balance_after, m.points::float8 as points_after, m.utc_booked_on,
  t.cents::float8 as cents, t.points::float8 as points`
const effect = sql`cross join lateral (
  select coalesce(sum(case when t.to_account = 'balance' then t.amount when t.from_account = 'balance' then -t.amount end), 0) as cents,
    coalesce(sum(case when t.to_account = 'points' then t.amount when t.from_account = 'points' then -t.amount end), 0) as points
  from ledger_transfers t where t.school_id = ${thisSchool} and t.movement_id = m.id) t`

/** Newest first. */
export async function listMovements(db: SchoolDb, span: Span | undefined, stretch: Stretch): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select ${movementColumns} from ledger_movements m ${effect}
    where m.school_id = ${thisSchool} ${within(span)}
    order by m.number ${sql.raw(readingOrder('desc', stretch))} limit ${stretch.limit} offset ${stretch.offset}`.execute(
    db,
  )
  return stretch.fromEnd ? rows.toReversed() : rows
}

/** Oldest first, behind a number. */
export async function listNextMovements(
  db: SchoolDb,
  span: Span | undefined,
  { after, limit }: { after: number; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select ${movementColumns} from ledger_movements m ${effect}
    where m.school_id = ${thisSchool} and m.number > ${after}::bigint ${within(span)}
    order by m.number limit ${limit}`.execute(db)
  return rows
}

/** Sums as each of the four places has them that must agree. */
export interface Proof {
  transferred_cents: number
  transferred_points: number
  last_cents: number
  last_points: number
  sum_cents: number
  sum_points: number
  listed_cents: number
  movements: number
  last_number: number
}

export async function readProof(db: SchoolDb): Promise<Proof> {
  const { rows } = await sql<Omit<Proof, 'listed_cents'>>`
    select t.cents::float8 as transferred_cents, t.points::float8 as transferred_points,
      coalesce(l.balance_cents, 0)::float8 as last_cents, coalesce(l.points, 0)::float8 as last_points,
      coalesce(b.balance_cents, 0)::float8 as sum_cents, coalesce(b.points, 0)::float8 as sum_points,
      n.movements::float8 as movements, coalesce(l.number, 0)::float8 as last_number
    from (select coalesce(sum(case when t.to_account = 'balance' then t.amount when t.from_account = 'balance' then -t.amount end), 0) as cents,
        coalesce(sum(case when t.to_account = 'points' then t.amount when t.from_account = 'points' then -t.amount end), 0) as points
      from ledger_transfers t where t.school_id = ${thisSchool}) t
    cross join (select count(*) as movements from ledger_movements m where m.school_id = ${thisSchool}) n
    left join lateral (select m.balance_cents, m.points, m.number from ledger_movements m where m.school_id = ${thisSchool}
      order by m.number desc limit 1) l on true
    left join school_bank b on b.school_id = ${thisSchool}`.execute(db)
  const { balance_cents } = await db.selectFrom('schools').select('balance_cents').executeTakeFirstOrThrow()
  return { ...rows[0]!, listed_cents: Number(balance_cents) }
}
