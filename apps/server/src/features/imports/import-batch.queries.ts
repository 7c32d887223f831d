import type { CheckedRow, ImportRow, RefusalReason } from '@escola/contract/imports.contract'
import { cleanText } from '@escola/contract/people'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { notePersonSchools, type PersonSchool } from '../../core/person-schools.queries.ts'

/** Holds the import until the transaction ends; undefined unless it is exactly at this row. */
export const lockImportAt = (db: SchoolDb, id: string, processed: number) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('processed', '=', processed)
    .where('status', 'in', ['pending', 'running'])
    .forUpdate()
    .executeTakeFirst()

export interface Enrolled {
  userId: string
  /** New to the school, not only to the class. */
  isNew: boolean
}

/**
 * Members and enrollments of one batch; returns who is new to the class. What the school already knows of a person stays as it is, except
 * that somebody who had left is a student again. All of it leaves in one packet, and enrolling is a statement of its own because it must
 * see the members whom somebody else brought in while this one waited for them. Each goes by person, so that two imports never wait for
 * each other in a circle.
 * @param people who is behind each e-mail
 */
export async function enrollRows(
  db: SchoolDb,
  cohortId: string,
  rows: CheckedRow[],
  { people, now }: { people: Map<string, string>; now: Date },
): Promise<Enrolled[]> {
  const known = rows
    .map((row) => ({ ...row, userId: people.get(row.email)! }))
    .sort((one, other) => Number(one.userId) - Number(other.userId))
  const userIds = known.map((row) => row.userId)
  const [joined, back, enrolled] = await Promise.all([
    sql<PersonSchool>`
      insert into memberships (school_id, user_id, name, email, cellphone, origin, utc_created_on)
      select ${thisSchool}::bigint, r.user_id, r.name, r.email, r.cellphone, 'importer', ${now}::timestamptz
      from unnest(${userIds}::bigint[], ${known.map((row) => row.name)}::text[], ${known.map((row) => row.email)}::text[],
        ${known.map((row) => row.cellphone)}::text[]) as r (user_id, name, email, cellphone)
      on conflict do nothing returning user_id, is_admin, is_student, utc_created_on`.execute(db),
    sql<PersonSchool>`
      update memberships set is_student = true
      where school_id = ${thisSchool} and user_id = any(${userIds}::bigint[]) and not is_student
      returning user_id, is_admin, is_student, utc_created_on`.execute(db),
    sql<{ user_id: string }>`
      insert into enrollments (school_id, cohort_id, user_id, origin, utc_created_on)
      select ${thisSchool}::bigint, ${cohortId}::bigint, m.user_id, 'importer', ${now}::timestamptz from memberships m
      where m.school_id = ${thisSchool} and m.user_id = any(${userIds}::bigint[])
      order by m.user_id
      on conflict do nothing returning user_id`.execute(db),
  ])
  await notePersonSchools(db, thisSchool, [...joined.rows, ...back.rows])
  const isNew = new Set(joined.rows.map((row) => row.user_id))
  return enrolled.rows.map(({ user_id }) => ({ userId: user_id, isNew: isNew.has(user_id) }))
}

export interface RefusedRow {
  row: ImportRow
  reason: RefusalReason
}

export async function insertRefusals(db: SchoolDb, importId: string, refused: RefusedRow[]): Promise<void> {
  const column = (name: 'name' | 'email' | 'cellphone') => refused.map(({ row }) => cleanText(row[name]))
  await sql`
    insert into import_refusals (school_id, import_id, line, name, email, cellphone, reason)
    select ${thisSchool}::bigint, ${importId}::bigint, r.* from unnest(${refused.map(({ row }) => row.line)}::int[], ${column('name')}::text[],
      ${column('email')}::text[], ${column('cellphone')}::text[], ${refused.map(({ reason }) => reason)}::text[]) as r
    on conflict do nothing`.execute(db)
}

export interface BatchCounts {
  processed: number
  created: number
  enrolled: number
  unchanged: number
  refused: number
}

/** The cursor and the counters move in the transaction that holds what they count. */
export async function advanceImport(db: SchoolDb, id: string, counts: BatchCounts, now: Date): Promise<void> {
  await sql`
    update imports set processed = processed + ${counts.processed}::int, created = created + ${counts.created}::int,
      enrolled = enrolled + ${counts.enrolled}::int, unchanged = unchanged + ${counts.unchanged}::int,
      refused = refused + ${counts.refused}::int,
      status = case when processed + ${counts.processed}::int >= total_students then 'done' else 'running' end,
      utc_finished_on = case when processed + ${counts.processed}::int >= total_students then ${now}::timestamptz end
    where school_id = ${thisSchool} and id = ${id}`.execute(db)
}
