import { isDeepStrictEqual } from 'node:util'
import type { MovementKind } from '@escola/contract/ledger.contract'
import type { PayableItem } from '@escola/contract/prices'
import { monthStart, nextMonth } from '@escola/contract/time'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { type Bank, emptyLedger, type Movement, type StatementPlace, type Transfer } from './movements.ts'

const bankColumns = sql`balance_cents::float8 as balance_cents, points::float8 as points, last_number::float8 as last_number,
  last_row::float8 as last_row, day, day_row::float8 as day_row, day_cents::float8 as day_cents, day_quantity`

/** Locks the school's sums until the transaction ends; a school's first movement makes them. */
export async function lockBank(db: SchoolDb): Promise<Bank> {
  const present = await lockPresentBank(db)
  if (present) return present
  await sql`insert into school_bank (school_id) values (${thisSchool}) on conflict do nothing`.execute(db)
  return (await lockPresentBank(db))!
}

const lockPresentBank = async (db: SchoolDb) =>
  (
    await sql<Bank>`
      select ${bankColumns} from school_bank where school_id = ${thisSchool} for no key update`.execute(db)
  ).rows[0]

export const readSums = async (db: SchoolDb): Promise<Pick<Bank, 'balance_cents' | 'points'>> =>
  (await sql<Bank>`select ${bankColumns} from school_bank where school_id = ${thisSchool}`.execute(db)).rows[0] ??
  emptyLedger

/** Finds the cents that a movement took from the school; 0 without one. */
export async function findTaken(db: SchoolDb, key: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(t.amount), 0)::float8 as cents
    from ledger_movements m join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id and t.from_account = 'balance'
    where m.school_id = ${thisSchool} and m.key = ${key}`.execute(db)
  return rows[0]!.cents
}

/** Finds the reason of the movement of a key; undefined without one. */
export const findReason = async (db: SchoolDb, key: string): Promise<string | undefined> =>
  (await db.selectFrom('ledger_movements').select('reason').where('key', '=', key).executeTakeFirst())?.reason

/** Tells whether the movement of this key has the same reason and moves the same sums. */
export async function isBooked(db: SchoolDb, { key, reason = '', transfers }: Movement): Promise<boolean> {
  const rows = await db
    .selectFrom('ledger_movements as m')
    .innerJoin('ledger_transfers as t', (join) => join.onRef('t.movement_id', '=', 'm.id'))
    .where('m.key', '=', key)
    .where('m.reason', '=', reason)
    .select(['t.from_account as from', 't.to_account as to', 't.unit', 't.amount'])
    .orderBy('t.position')
    .execute()
  return isDeepStrictEqual(
    rows.map((row) => ({ ...row, amount: Number(row.amount) })),
    transfers,
  )
}

export const findMoment = async (db: SchoolDb, key: string): Promise<Date | undefined> =>
  (await db.selectFrom('ledger_movements').select('utc_booked_on').where('key', '=', key).executeTakeFirst())
    ?.utc_booked_on

/**
 * The key of a movement is taken by the insert itself.
 * @returns false when a movement has the key already, and nothing was written
 */
export async function insertMovement(
  db: SchoolDb,
  { key, kind, reason = '', bookedBy, payment, item, quantity = 1, userId, transfers }: Movement,
  { bank, place, now }: { bank: Bank; place: StatementPlace; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('ledger_movements')
    .values({
      number: String(bank.last_number),
      key,
      kind,
      reason,
      booked_by: bookedBy ?? null,
      quantity,
      user_id: userId ?? null,
      payment_id: payment?.id ?? null,
      item: payment?.item ?? item ?? '',
      balance_cents: String(bank.balance_cents),
      points: String(bank.points),
      statement_row: String(place.row),
      begins_row: place.beginsRow,
      day_row: String(bank.day_row),
      day_cents: String(bank.day_cents),
      day_quantity: bank.day_quantity,
      utc_booked_on: now,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertTransfers(db, inserted.id, transfers)
  return true
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

export const updateBank = (db: SchoolDb, bank: Bank) =>
  db
    .updateTable('school_bank')
    .set({
      ...bank,
      balance_cents: String(bank.balance_cents),
      points: String(bank.points),
      last_number: String(bank.last_number),
      last_row: String(bank.last_row),
      day_row: String(bank.day_row),
      day_cents: String(bank.day_cents),
    })
    .execute()

/** The list of all schools sorts by this copy. Written last, because it stands on another node of a cluster. */
export const copyBalance = (db: SchoolDb, { balance_cents }: Bank) =>
  sql`update schools set balance_cents = ${balance_cents}::bigint where id = ${thisSchool}`.execute(db)

/** Moments between which movements are looked for; undefined for all. */
export interface Span {
  from: Date
  until: Date
}
/** Returns the first moment of a month and of the next one in the time zone of São Paulo; undefined without a month. */
export const spanOf = (month: string | undefined): Span | undefined =>
  month ? { from: monthStart(month), until: monthStart(nextMonth(month)) } : undefined

const within = (span: Span | undefined) =>
  span ? sql`and m.utc_booked_on >= ${span.from}::timestamptz and m.utc_booked_on < ${span.until}::timestamptz` : sql``

/** Rows of the statement have numbers without gaps, so the last one counts all. */
export async function countRows(db: SchoolDb, span: Span | undefined): Promise<number> {
  const count = span ? sql`count(*)` : sql`coalesce(max(m.statement_row), 0)`
  const counted = span ? sql`and m.begins_row ${within(span)}` : sql``
  const { rows } = await sql<{ total: number }>`
    select ${count}::int as total from ledger_movements m where m.school_id = ${thisSchool} ${counted}`.execute(db)
  return rows[0]!.total
}

export const findFirstMoment = async (db: SchoolDb): Promise<Date | null> => {
  const { rows } = await sql<{ first: Date | null }>`
    select min(m.utc_booked_on) as first from ledger_movements m where m.school_id = ${thisSchool} and m.begins_row`.execute(
    db,
  )
  return rows[0]!.first
}

export interface StatementRow {
  id: string
  row: number
  kind: MovementKind
  reason: string
  /** Month of the students or of the domain that it charged; '' for all others. */
  month: string
  /** Administrator of the platform who booked it. */
  booked_by: string | null
  quantity: number
  item: PayableItem | null
  outside_cents: number
  cents: number
  points: number
  balance_after: number
  points_after: number
  payment_id: string | null
  /** Link of the movement's student; null where they have no page. */
  student_link: string | null
  utc_booked_on: Date
}

/**
 * Rows of the statement by the movements that begin them, which are chosen before anything is added up for one of them. What is booked on a day behind its row
 * of students is shown with the balance after the whole of that row, so that each balance is the one before and the row's own sum. The latest movement of the
 * row has the row's sums.
 */
const showRows = (chosen: RawBuilder<unknown>) => sql`
  select m.id, m.statement_row::float8 as row, m.kind, m.reason, m.booked_by, nullif(m.item, '') as item,
    case m.kind when 'students' then split_part(m.key, ':', 2) when 'domain' then split_part(m.key, ':', 3) else '' end as month, m.payment_id, m.points::float8 as points_after, m.utc_booked_on, u.link as student_link,
    t.points::float8 as points, t.outside::float8 as outside_cents,
    case when m.statement_row = m.day_row then d.day_quantity else m.quantity end as quantity,
    (case when m.statement_row = m.day_row then d.day_cents else t.cents end)::float8 as cents,
    (m.balance_cents + coalesce(d.day_cents - m.day_cents, 0))::float8 as balance_after
  from (${chosen}) m
  cross join lateral (
    select coalesce(sum(case when t.to_account = 'balance' then t.amount when t.from_account = 'balance' then -t.amount end), 0) as cents,
      coalesce(sum(case when t.to_account = 'points' then t.amount when t.from_account = 'points' then -t.amount end), 0) as points,
      coalesce(sum(t.amount) filter (where t.unit = 'cents' and 'balance' not in (t.from_account, t.to_account)), 0) as outside
    from ledger_transfers t where t.school_id = ${thisSchool} and t.movement_id = m.id) t
  left join lateral (
    select l.day_cents, l.day_quantity from ledger_movements l
    where l.school_id = ${thisSchool} and l.statement_row = m.day_row order by l.number desc limit 1) d on true
  left join memberships u on u.school_id = ${thisSchool} and u.user_id = m.user_id and (u.is_student or u.merged_into is not null)`

const beginning = sql`select m.* from ledger_movements m where m.school_id = ${thisSchool} and m.begins_row`

/** Reads the names of users who booked movements by hand, as they are called now. */
export const readNames = (db: PlatformDb, ids: string[]) =>
  db.selectFrom('users').where('id', 'in', ids).select(['id', 'name']).execute()

/** Newest first. Rows of all months are looked up by their numbers, those of one month are counted from its nearer end. */
export async function listRows(
  db: SchoolDb,
  { span, total }: { span: Span | undefined; total: number },
  range: PageRange,
): Promise<StatementRow[]> {
  const { offset, limit, fromEnd } = range
  const first = 1 + (fromEnd ? offset : total - offset - limit)
  const chosen = span
    ? sql`${beginning} ${within(span)} order by m.statement_row ${sql.raw(readingOrder('desc', range))} limit ${limit} offset ${offset}`
    : // The first of a row's movements begins it; those behind are passed over, however many they are.
      sql`
        select b.* from (select unnest(${Array.from({ length: limit }, (_, index) => first + index)}::bigint[]) as row) n
        cross join lateral (
          select m.* from ledger_movements m where m.school_id = ${thisSchool} and m.statement_row = n.row order by m.number limit 1) b`
  const { rows } = await sql<StatementRow>`${showRows(chosen)} order by m.statement_row desc`.execute(db)
  return rows
}

/** Oldest first, behind a row. */
export async function listNextRows(
  db: SchoolDb,
  span: Span | undefined,
  { after, limit }: { after: number; limit: number },
): Promise<StatementRow[]> {
  const chosen = sql`${beginning} and m.statement_row > ${after}::bigint ${within(span)} order by m.statement_row limit ${limit}`
  const { rows } = await sql<StatementRow>`${showRows(chosen)} order by m.statement_row`.execute(db)
  return rows
}

/** Adds up what came from an account of the platform's side and did not go back to it, in cents. */
export async function readGivenBy(db: SchoolDb, account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when t.from_account = ${account}::text then t.amount else -t.amount end), 0)::float8 as cents
    from ledger_transfers t
    where t.school_id = ${thisSchool} and t.unit = 'cents' and (t.from_account = ${account}::text or t.to_account = ${account}::text)`.execute(
    db,
  )
  return rows[0]!.cents
}
