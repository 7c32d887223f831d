import type { CheckedRow, ImportRow, RefusalReason } from '@escola/contract/imports.contract'
import { cleanText } from '@escola/contract/people'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'

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
 * People, members and enrollments of one batch; returns who is new to the class. What the school already knows of a person stays as
 * it is, except that somebody who had left is a student again. Enrolling is a statement of its own because it must see the members
 * whom somebody else brought in while this one waited for them. Both go by person, so that two imports never wait for each other.
 */
export async function enrollRows(db: SchoolDb, cohortId: string, rows: CheckedRow[]): Promise<Enrolled[]> {
  const emails = rows.map((row) => row.email)
  const names = rows.map((row) => row.name)
  const cellphones = rows.map((row) => row.cellphone)
  const { rows: members } = await sql<Enrolled>`
    with person as materialized (select user_id, email from app.ensure_users(${emails}::text[])),
    joined as (
      insert into memberships (user_id, name, email, cellphone, origin)
      select p.user_id, r.name, r.email, r.cellphone, 'importer'
      from unnest(${emails}::text[], ${names}::text[], ${cellphones}::text[]) as r (email, name, cellphone)
      join person p on p.email = r.email
      order by p.user_id
      on conflict do nothing returning user_id)
    select p.user_id as "userId", j.user_id is not null as "isNew" from person p left join joined j on j.user_id = p.user_id`.execute(
    db,
  )
  const userIds = members.map((member) => member.userId)
  const { rows: enrolled } = await sql<{ user_id: string }>`
    with back as (
      update memberships set is_student = true where user_id = any(${userIds}::bigint[]) and not is_student)
    insert into enrollments (cohort_id, user_id, origin)
    select ${cohortId}::bigint, user_id, 'importer' from memberships where user_id = any(${userIds}::bigint[])
    order by user_id
    on conflict do nothing returning user_id`.execute(db)
  const isEnrolled = new Set(enrolled.map((row) => row.user_id))
  return members.filter((member) => isEnrolled.has(member.userId))
}

export interface RefusedRow {
  row: ImportRow
  reason: RefusalReason
}

export async function insertRefusals(db: SchoolDb, importId: string, refused: RefusedRow[]): Promise<void> {
  const column = (name: 'name' | 'email' | 'cellphone') => refused.map(({ row }) => cleanText(row[name]))
  await sql`
    insert into import_refusals (import_id, line, name, email, cellphone, reason)
    select ${importId}::bigint, * from unnest(${refused.map(({ row }) => row.line)}::int[], ${column('name')}::text[],
      ${column('email')}::text[], ${column('cellphone')}::text[], ${refused.map(({ reason }) => reason)}::text[])`.execute(
    db,
  )
}

export interface BatchCounts {
  processed: number
  created: number
  enrolled: number
  unchanged: number
  refused: number
}

/** The cursor and the counters move in the transaction that holds what they count. */
export async function advanceImport(db: SchoolDb, id: string, counts: BatchCounts): Promise<void> {
  await sql`
    update imports set processed = processed + ${counts.processed}::int, created = created + ${counts.created}::int,
      enrolled = enrolled + ${counts.enrolled}::int, unchanged = unchanged + ${counts.unchanged}::int,
      refused = refused + ${counts.refused}::int,
      status = case when processed + ${counts.processed}::int >= total_students then 'done' else 'running' end,
      utc_finished_on = case when processed + ${counts.processed}::int >= total_students then now() end
    where id = ${id}`.execute(db)
}
