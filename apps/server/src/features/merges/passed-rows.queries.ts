import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type CopiedTable, copiedTables, type MovedTable, movedTables } from './merged-tables.ts'

export interface Passing {
  mergeId: string
  /** The second student. */
  fromId: string
  /** The first. */
  toId: string
}

/** A row's cells as the journal has them: their text is the same as long as the cells are. */
const cellsOf = (columns: string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`t.${column}`)]))})`

const journal = (db: SchoolDb, mergeId: string, table: string, rows: { cells: string }[]) =>
  sql`
    insert into merged_rows (school_id, merge_id, table_name, row)
    select ${thisSchool}::bigint, ${mergeId}::bigint, ${table}, r.cells from unnest(${rows.map(({ cells }) => cells)}::jsonb[]) as r (cells)
    on conflict do nothing`.execute(db)

/** Gives the second student's rows to the first, as each table says, and notes them. */
export async function passRows(db: SchoolDb, passing: Passing): Promise<void> {
  for (const [table, moved] of Object.entries(movedTables)) await moveRows(db, table, moved, passing)
  await copyRows(db, passing)
}

async function moveRows(
  db: SchoolDb,
  table: string,
  { unlessRecorded, backBy = 'id' }: MovedTable,
  { mergeId, fromId, toId }: Passing,
) {
  const stays = unlessRecorded
    ? sql`and not exists (select from certificate_records o where o.school_id = ${thisSchool} and o.user_id = ${toId}
        and (o.course_id = t.course_id or (o.course_id is null and t.course_id is null and o.template_id = t.template_id)))`
    : sql``
  const { rows } = await sql<{ cells: string }>`
    update ${sql.table(table)} t set user_id = ${toId}::bigint
    where t.school_id = ${thisSchool} and t.user_id = ${fromId} ${stays}
    returning ${cellsOf([backBy])}::text as cells`.execute(db)
  if (rows.length > 0) await journal(db, mergeId, table, rows)
}

/** Copies what the first student lacks. */
export async function copyRows(db: SchoolDb, { mergeId, fromId, toId }: Passing): Promise<void> {
  for (const [table, { columns }] of Object.entries(copiedTables)) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<{ cells: string }>`
      insert into ${sql.table(table)} as t (school_id, user_id, ${names})
      select school_id, ${toId}::bigint, ${names} from ${sql.table(table)} where school_id = ${thisSchool} and user_id = ${fromId}
      on conflict do nothing returning ${cellsOf(columns)}::text as cells`.execute(db)
    if (rows.length > 0) await journal(db, mergeId, table, rows)
  }
}

/** Takes back what passRows has given, as far as it is there, and forgets it. */
export async function takeRowsBack(db: SchoolDb, passing: Passing): Promise<void> {
  for (const [table, moved] of Object.entries(movedTables)) await moveRowsBack(db, table, moved, passing)
  for (const [table, copied] of Object.entries(copiedTables)) await deleteCopies(db, table, copied, passing)
  await forgetRows(db, passing.mergeId)
}

async function moveRowsBack(
  db: SchoolDb,
  table: string,
  { backBy = 'id' }: MovedTable,
  { mergeId, fromId, toId }: Passing,
) {
  await sql`
    update ${sql.table(table)} t set user_id = ${fromId}::bigint
    from merged_rows r where r.school_id = ${thisSchool} and r.merge_id = ${mergeId} and r.table_name = ${table}
      and t.school_id = ${thisSchool} and t.user_id = ${toId} and t.${sql.ref(backBy)} = (r.row ->> ${sql.lit(backBy)})::bigint`.execute(
    db,
  )
}

async function deleteCopies(
  db: SchoolDb,
  table: string,
  { columns, foundBy = columns }: CopiedTable,
  { mergeId, toId }: Passing,
) {
  const isCopy = sql`t.school_id = ${thisSchool} and t.user_id = ${toId} and r.school_id = ${thisSchool} and r.merge_id = ${mergeId}
    and r.table_name = ${table} and r.row @> ${cellsOf(foundBy)}`
  if (table !== 'course_progress') {
    await sql`delete from ${sql.table(table)} t using merged_rows r where ${isCopy}`.execute(db)
    return
  }
  // The first student has done lessons of the course since: they have begun it, and have not completed it by what came along.
  const hasOwn = sql`exists (select from lesson_completions d where d.school_id = ${thisSchool} and d.user_id = ${toId} and d.course_id = t.course_id)`
  await sql`delete from course_progress t using merged_rows r where ${isCopy} and not ${hasOwn}`.execute(db)
  await sql`
    update course_progress t set utc_completed_on = null from merged_rows r
    where ${isCopy} and r.row @> ${cellsOf(['utc_completed_on'])}`.execute(db)
}

export const forgetRows = (db: SchoolDb, mergeId: string) =>
  db.deleteFrom('merged_rows').where('merge_id', '=', mergeId).execute()
