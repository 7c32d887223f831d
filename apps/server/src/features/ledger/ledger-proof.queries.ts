import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { movementRules } from './movements.ts'

/** Wrong rows that one proof names; the others are counted. */
const namedAtMost = 5

/** Cents that transfers bring to an account of the school, less what they take from it. */
const broughtTo = (account: 'balance' | 'points') => sql`
  coalesce(sum(case when t.to_account = ${sql.lit(account)} then t.amount when t.from_account = ${sql.lit(account)} then -t.amount end), 0)::bigint`

/** Sums of a school as each place has them, which must agree. */
export interface Sums {
  transferred_cents: number
  transferred_points: number
  bank_cents: number
  bank_points: number
  listed_cents: number
  movements: number
  counted: number
  /** Last row of the statement and the latest row of students, as the sums have them and as the last movement has them. */
  bank_place: string
  last_place: string
}

export async function readSumsOfPlaces(db: SchoolDb): Promise<Sums> {
  const { rows } = await sql<Omit<Sums, 'listed_cents'>>`
    select t.cents::float8 as transferred_cents, t.points::float8 as transferred_points,
      coalesce(b.balance_cents, 0)::float8 as bank_cents, coalesce(b.points, 0)::float8 as bank_points,
      n.movements::float8 as movements, coalesce(b.last_number, 0)::float8 as counted,
      coalesce(concat_ws('/', b.last_row, b.day_row, b.day_cents, b.day_quantity), '') as bank_place,
      coalesce(concat_ws('/', n.last_row, l.day_row, l.day_cents, l.day_quantity), '') as last_place
    from (select ${broughtTo('balance')} as cents, ${broughtTo('points')} as points from ledger_transfers t where t.school_id = ${thisSchool}) t
    cross join (select count(*) as movements, coalesce(max(m.statement_row), 0) as last_row from ledger_movements m where m.school_id = ${thisSchool}) n
    left join lateral (select coalesce(m.day_row, 0) as day_row, m.day_cents, m.day_quantity from ledger_movements m where m.school_id = ${thisSchool}
      order by m.number desc limit 1) l on true
    left join school_bank b on b.school_id = ${thisSchool}`.execute(db)
  const { balance_cents } = await db.selectFrom('schools').select('balance_cents').executeTakeFirstOrThrow()
  return { ...rows[0]!, listed_cents: Number(balance_cents) }
}

/** Movement that records something else than follows from its transfers and from the movements before it. */
export interface WrongMovement {
  number: number
  kind: string
  utc_booked_on: Date
  /** Number of movements that are wrong altogether. */
  total: number
  missing: number
  is_empty: boolean
  has_wrong_key: boolean
  has_wrong_cents: boolean
  balance_cents: number
  true_cents: number
  has_wrong_points: boolean
  points: number
  true_points: number
  has_wrong_place: boolean
  has_wrong_day: boolean
  /** Moment of the movement before, where this one is much earlier. */
  utc_before: Date | null
}

const keysOfKinds = Object.entries(movementRules).flatMap(([kind, { keys }]) => keys.map((key) => `${kind} ${key}`))
const movesOfKinds = Object.entries(movementRules).flatMap(([kind, { moves }]) =>
  moves.map((move) => `${kind} ${move}`),
)

/**
 * Movements with what follows from their transfers and from the movements before. A movement notes of the latest row of students the sums of this row up to it,
 * or what the movement before has, where it is of the same day.
 */
const followed = sql`
  select m.number, m.kind, m.key, m.utc_booked_on, m.balance_cents, m.points, t.movement_id is null as is_empty,
    sum(t.cents) over so_far as true_cents, sum(t.points) over so_far as true_points,
    m.number - coalesce(lag(m.number) over so_far, 0) - 1 as missing, lag(m.utc_booked_on) over so_far as utc_before,
    m.begins_row and m.statement_row <> count(*) filter (where m.begins_row) over so_far as has_wrong_place,
    array[m.day_row, m.day_cents, m.day_quantity]::bigint[] as noted,
    array[m.statement_row, sum(t.cents) over of_row, sum(m.quantity) over of_row]::bigint[] as of_its_row,
    coalesce(lag(array[m.day_row, m.day_cents, m.day_quantity]::bigint[]) over so_far, array[0, 0, 0]::bigint[]) as noted_before
  from ledger_movements m
  left join (select t.movement_id, ${broughtTo('balance')} as cents, ${broughtTo('points')} as points
    from ledger_transfers t where t.school_id = ${thisSchool} group by t.movement_id) t on t.movement_id = m.id
  where m.school_id = ${thisSchool}
  window so_far as (order by m.number), of_row as (partition by m.statement_row order by m.number)`

/** Names the first wrong row alone: the rows after it carry its error on, so each is compared with the error of the previous row. */
const offBy = (recorded: string, followed: string) => sql`
  (f.${sql.ref(recorded)} <> f.${sql.ref(followed)}
    and f.${sql.ref(recorded)} - f.${sql.ref(followed)} <> coalesce(lag(f.${sql.ref(recorded)} - f.${sql.ref(followed)}) over (order by f.number), 0))`

/** Lists movements that record something wrong, by window sums over all of them. */
export async function listWrongMovements(db: SchoolDb, skewMs: number): Promise<WrongMovement[]> {
  const { rows } = await sql<WrongMovement>`
    select w.number::float8 as number, w.kind, w.utc_booked_on, (count(*) over ())::int as total, w.missing::float8 as missing, w.is_empty, w.has_wrong_key,
      w.has_wrong_cents, w.balance_cents::float8 as balance_cents, w.true_cents::float8 as true_cents,
      w.has_wrong_points, w.points::float8 as points, w.true_points::float8 as true_points, w.has_wrong_place, w.has_wrong_day,
      case when w.is_early then w.utc_before end as utc_before
    from (
      select f.*, ${offBy('balance_cents', 'true_cents')} as has_wrong_cents, ${offBy('points', 'true_points')} as has_wrong_points,
        f.kind || ' ' || split_part(f.key, ':', 1) <> all (${keysOfKinds}::text[]) as has_wrong_key,
        case when f.kind = 'students' then f.noted <> f.of_its_row else f.noted not in (f.noted_before, array[0, 0, 0]::bigint[]) end as has_wrong_day,
        coalesce(f.utc_booked_on < f.utc_before - ${skewMs}::float8 * interval '1 millisecond', false) as is_early
      from (${followed}) f) w
    where w.missing <> 0 or w.is_empty or w.has_wrong_key or w.has_wrong_cents or w.has_wrong_points or w.has_wrong_place or w.has_wrong_day or w.is_early
    order by w.number limit ${namedAtMost}`.execute(db)
  return rows
}

/** Transfer between accounts between which its kind of movement moves nothing. */
export interface WrongTransfer {
  number: number
  kind: string
  move: string
  cents: number
}

export async function listWrongTransfers(db: SchoolDb): Promise<WrongTransfer[]> {
  const { rows } = await sql<WrongTransfer>`
    select m.number::float8 as number, m.kind, t.from_account || ' > ' || t.to_account as move, t.amount::float8 as cents
    from ledger_transfers t
    join ledger_movements m on m.school_id = ${thisSchool} and m.id = t.movement_id
    where t.school_id = ${thisSchool} and (m.kind || ' ' || t.from_account || ' > ' || t.to_account <> all (${movesOfKinds}::text[])
      or (t.unit = 'points') <> ('points' in (t.from_account, t.to_account)))
    order by m.number limit ${namedAtMost}`.execute(db)
  return rows
}

/** Movement of students whose sum is another one than that of the students whom it counted. */
export interface WrongCharge {
  number: number
  month: string
  charged: number
  counted: number
}

/** The students of a movement have the places from that of the first one on, whom its key names; those that cost nothing lie between them. */
export async function listWrongCharges(db: SchoolDb): Promise<WrongCharge[]> {
  const { rows } = await sql<WrongCharge>`
    with charged as (
      select c.month, c.user_id, c.cents, row_number() over by_place as at, sum(c.cents) over by_place as sum
      from counted_students c where c.school_id = ${thisSchool} and c.cents > 0
      window by_place as (partition by c.month order by c.place, c.user_id)),
    booked as (
      select m.number, split_part(m.key, ':', 2) as month, split_part(m.key, ':', 3) as user_id, m.quantity, sum(t.amount) as cents
      from ledger_movements m join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id
      where m.school_id = ${thisSchool} and m.kind = 'students' group by m.number, m.key, m.quantity)
    select b.number::float8 as number, b.month, b.cents::float8 as charged, coalesce(l.sum - f.sum + f.cents, 0)::float8 as counted
    from booked b
    left join charged f on f.month = b.month and f.user_id::text = b.user_id
    left join charged l on l.month = b.month and l.at = f.at + b.quantity - 1
    where b.cents is distinct from l.sum - f.sum + f.cents
    order by b.number limit ${namedAtMost}`.execute(db)
  return rows
}

/** Month whose students, places and charges disagree. */
export interface WrongMonth {
  month: string
  places: number
  run_place: number
  last_place: number
  students: number
  charged: number
  counted: number
}

/**
 * A run that has not ended leaves the students that it is going to count their places, so those are more than the last one. Runs of earlier releases gave their
 * last places twice where they counted more students than they had left places for: a student of a run, and one who was counted later, may share a place.
 */
export async function listWrongMonths(db: SchoolDb): Promise<WrongMonth[]> {
  const { rows } = await sql<WrongMonth>`
    select coalesce(n.month, c.month, b.month) as month, coalesce(n.places, 0) as places, coalesce(n.run_place, 0) as run_place,
      coalesce(c.last_place, 0) as last_place, coalesce(c.students, 0)::int as students, coalesce(b.cents, 0)::float8 as charged,
      coalesce(c.cents, 0)::float8 as counted
    from (select n.month, n.places, n.run_place, n.utc_run_on from student_months n where n.school_id = ${thisSchool}) n
    full join (
      select c.month, max(c.place) as last_place, count(*) filter (where c.place > 0) as students,
        count(distinct (c.place, case when c.place <= r.run_place then c.utc_counted_on end)) filter (where c.place > 0) as places,
        sum(c.cents) filter (where c.utc_returned_on is null) as cents
      from counted_students c left join student_months r on r.school_id = ${thisSchool} and r.month = c.month
      where c.school_id = ${thisSchool} group by c.month) c on c.month = n.month
    full join (
      select split_part(m.key, ':', 2) as month, sum(case when m.kind = 'students' then t.amount else -t.amount end) as cents
      from ledger_movements m join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id
      where m.school_id = ${thisSchool} and m.kind in ('students', 'import_undone') group by 1) b on b.month = coalesce(n.month, c.month)
    where coalesce(b.cents, 0) <> coalesce(c.cents, 0) or coalesce(c.places, 0) <> coalesce(c.students, 0)
      or coalesce(n.places, 0) < coalesce(c.last_place, 0) or coalesce(n.run_place, 0) > coalesce(n.places, 0)
      or (n.utc_run_on is not null and n.places <> coalesce(c.last_place, 0))
    order by 1 limit ${namedAtMost}`.execute(db)
  return rows
}
