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
 * People, members and enrollments of one batch in one statement; returns who is new to the class. What the school already knows of
 * a person stays as it is, except that somebody who had left is a student again.
 */
export async function enrollRows(db: SchoolDb, cohortId: string, rows: CheckedRow[]): Promise<Enrolled[]> {
  const emails = rows.map((row) => row.email)
  const names = rows.map((row) => row.name)
  const cellphones = rows.map((row) => row.cellphone)
  const { rows: enrolled } = await sql<Enrolled>`
    with person as materialized (select user_id, email from app.ensure_users(${emails}::text[])),
    known as materialized (select m.user_id, m.is_student from memberships m join person p on p.user_id = m.user_id),
    joined as (
      insert into memberships (user_id, name, email, cellphone, origin)
      select p.user_id, r.name, r.email, r.cellphone, 'importer'
      from unnest(${emails}::text[], ${names}::text[], ${cellphones}::text[]) as r (email, name, cellphone)
      join person p on p.email = r.email
      on conflict do nothing returning user_id),
    back as (
      update memberships m set is_student = true from known k where m.user_id = k.user_id and not k.is_student
      returning m.user_id),
    enrolled as (
      insert into enrollments (cohort_id, user_id, origin)
      select ${cohortId}::bigint, member.user_id, 'importer' from (select user_id from joined union all select user_id from known) member
      on conflict do nothing returning user_id)
    select e.user_id as "userId", j.user_id is not null as "isNew" from enrolled e left join joined j on j.user_id = e.user_id`.execute(
    db,
  )
  return enrolled
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
      ${column('email')}::text[], ${column('cellphone')}::text[], ${refused.map(({ reason }) => reason)}::text[])
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
export async function advanceImport(db: SchoolDb, id: string, counts: BatchCounts): Promise<void> {
  await sql`
    update imports set processed = processed + ${counts.processed}::int, created = created + ${counts.created}::int,
      enrolled = enrolled + ${counts.enrolled}::int, unchanged = unchanged + ${counts.unchanged}::int,
      refused = refused + ${counts.refused}::int,
      status = case when processed + ${counts.processed}::int >= total_students then 'done' else 'running' end,
      utc_finished_on = case when processed + ${counts.processed}::int >= total_students then now() end
    where id = ${id}`.execute(db)
}
