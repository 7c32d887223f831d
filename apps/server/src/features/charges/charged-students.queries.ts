import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Row of the statement that shows charges of students. */
export interface ChargedRow {
  row: number
  utc_booked_on: Date
  cents: number
  quantity: number
}

/** Finds the row of charges that a movement begins. The latest movement of the row has the row's sums. */
export async function findChargedRow(db: SchoolDb, movementId: string): Promise<ChargedRow | undefined> {
  const { rows } = await sql<ChargedRow>`
    select m.statement_row::float8 as row, m.utc_booked_on, d.day_cents::float8 as cents, d.day_quantity as quantity
    from ledger_movements m
    cross join lateral (
      select l.day_cents, l.day_quantity from ledger_movements l
      where l.school_id = ${thisSchool} and l.statement_row = m.statement_row order by l.number desc limit 1) d
    where m.school_id = ${thisSchool} and m.id = ${movementId}::bigint and m.kind = 'students' and m.begins_row`.execute(
    db,
  )
  return rows[0]
}

export interface ChargedStudentRow {
  user_id: string
  month: string
  place: number
  cents: number
  name: string | null
  email: string | null
  link: string | null
  is_student: boolean | null
  merged_into: string | null
  into_name: string | null
  school_gateways: string[]
}

/**
 * Lists a range of the students whom a row of the statement charged, in the order in which it did. The key of a movement names the month and the first
 * student whom it charged, and the others have the places behind. Each movement says how many its row has charged up to it, so that only those of the
 * range are looked up, however many come before; each charges one student or more.
 */
export async function listCharged(
  db: SchoolDb,
  row: number,
  { from, until }: { from: number; until: number },
): Promise<ChargedStudentRow[]> {
  const { rows } = await sql<ChargedStudentRow>`
    select c.user_id, c.month, c.place, c.cents, u.name, u.email, u.link, u.is_student, u.merged_into, f.name as into_name,
      array(select h.title from living_enrollments e join cohorts h on h.school_id = ${thisSchool} and h.id = e.cohort_id and not h.is_hidden
        where e.school_id = ${thisSchool} and e.user_id = c.user_id order by h.title, h.id) as school_gateways
    from (
      select m.number, m.quantity, m.day_quantity - m.quantity as before, split_part(m.key, ':', 2) as month, split_part(m.key, ':', 3)::bigint as user_id
      from ledger_movements m
      where m.school_id = ${thisSchool} and m.statement_row = ${row}::bigint and m.kind = 'students'
        and m.day_quantity > ${from}::int and m.day_quantity - m.quantity < ${until}::int
      order by m.statement_row, m.number limit ${until - from}) m
    join counted_students b on b.school_id = ${thisSchool} and b.month = m.month and b.user_id = m.user_id
    cross join lateral (
      select c.user_id, c.month, c.place, c.cents from counted_students c
      where c.school_id = ${thisSchool} and c.month = m.month and c.cents > 0 and c.place >= b.place
      order by c.place, c.user_id <> m.user_id, c.user_id limit least(${until}::int - m.before, m.quantity) - greatest(${from}::int - m.before, 0)
      offset greatest(${from}::int - m.before, 0)) c
    left join memberships u on u.school_id = ${thisSchool} and u.user_id = c.user_id
    left join memberships f on f.school_id = ${thisSchool} and f.user_id = u.merged_into
    order by m.number, c.place, c.user_id <> m.user_id, c.user_id`.execute(db)
  return rows
}
