import { type SchoolDb, thisSchool } from '@escola/db'
import { type CopiedRows, copiedTables, type MovedRows, movedTables } from '@escola/db/user-tables'
import { sql } from 'kysely'
import type { MergedStudents } from '../../core/student-lifecycle.ts'
import { journal, listJournal } from './journal.queries.ts'
import { takeOpeningsBack, uniteOpenings } from './united-openings.queries.ts'

export interface Passing extends MergedStudents {
  mergeId: string
}

/** A row's cells as the journal has them: their text is the same as long as the cells are. */
const cellsOf = (columns: string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`t.${column}`)]))})`

/** Gives the second student's rows to the first, as each table says, and records them. */
export async function passRows(db: SchoolDb, passing: Passing): Promise<void> {
  for (const [table, moved] of movedTables) await moveRows(db, table, moved, passing)
  await copyRows(db, passing)
}

async function moveRows(
  db: SchoolDb,
  table: string,
  { unlessRecorded, backBy = 'id' }: MovedRows,
  { mergeId, fromId, toId }: Passing,
) {
  const stays = unlessRecorded
    ? sql`and not exists (select from certificate_records o where o.school_id = ${thisSchool} and o.user_id = ${toId}
        and (o.course_id = t.course_id or (o.course_id is null and t.course_id is null and o.template_id = t.template_id)))`
    : sql``
  const isMoved = sql`t.school_id = ${thisSchool} and t.user_id = ${fromId} ${stays}`
  const key = sql.ref(`t.${backBy}`)
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${sql.table(table)} t where ${isMoved} for update`.execute(db)
  if (rows.length === 0) return
  const keys = [...new Set(rows.map((row) => row.key))]
  await sql`
    update ${sql.table(table)} t set user_id = ${toId}::bigint
    where ${isMoved} and ${key} = any (${keys}::bigint[])`.execute(db)
  await journal(
    db,
    mergeId,
    table,
    keys.map((key) => `{"${backBy}": ${key}}`),
  )
}

/**
 * Copies what the first student lacks. A cluster returns no such cells from an insert, so the copies are those cells of the second student that the first
 * had not before.
 */
export async function copyRows(db: SchoolDb, { mergeId, fromId, toId }: Passing): Promise<void> {
  for (const [table, { columns }] of copiedTables) {
    const theirs = await listCells(db, table, columns, fromId)
    if (theirs.length === 0) continue
    const before = new Set(await listCells(db, table, columns, toId))
    const names = (prefix: string) => sql.join(columns.map((column) => sql.ref(`${prefix}${column}`)))
    await sql`
      insert into ${sql.table(table)} (school_id, user_id, ${names('')})
      select ${thisSchool}::bigint, ${toId}::bigint, ${names('r.')}
      from ${rowsOf(table, theirs)}
      on conflict do nothing`.execute(db)
    const after = new Set(await listCells(db, table, columns, toId))
    const copies = theirs.filter((cells) => after.has(cells) && !before.has(cells))
    if (copies.length > 0) await journal(db, mergeId, table, copies)
  }
  await completeCourses(db, { mergeId, fromId, toId })
  await startCourses(db, { mergeId, fromId, toId })
  await uniteOpenings(db, { mergeId, fromId, toId })
}

/** Name in the journal of the courses that a merging has completed for the first student. */
const completedCourses = 'completed_courses'

/** A course that the first student has begun is completed as it is for the second: the first's own row keeps out the copy. */
async function completeCourses(db: SchoolDb, { mergeId, fromId, toId }: Passing): Promise<void> {
  const isBegun = sql`
    t.school_id = ${thisSchool} and t.user_id = ${toId} and t.utc_completed_on is null
      and o.school_id = ${thisSchool} and o.user_id = ${fromId} and o.course_id = t.course_id and o.utc_completed_on is not null`
  const { rows } = await sql<{ cells: string }>`
    select jsonb_build_object('course_id', o.course_id, 'utc_completed_on', o.utc_completed_on)::text as cells
    from course_progress t, course_progress o where ${isBegun}`.execute(db)
  if (rows.length === 0) return
  await sql`
    update course_progress t set utc_completed_on = o.utc_completed_on from course_progress o where ${isBegun}`.execute(
    db,
  )
  await journal(
    db,
    mergeId,
    completedCourses,
    rows.map(({ cells }) => cells),
  )
}

/** The recorded moments are read before, because a cluster reads no moment out of a text in an update. */
async function takeCompletionsBack(db: SchoolDb, { mergeId, toId }: Passing): Promise<void> {
  const cells = await listJournal(db, mergeId, completedCourses)
  if (cells.length === 0) return
  await sql`
    update course_progress t set utc_completed_on = null from ${rowsOf('course_progress', cells)}
    where t.school_id = ${thisSchool} and t.user_id = ${toId} and t.course_id = r.course_id and t.utc_completed_on = r.utc_completed_on`.execute(
    db,
  )
}

/** Name in the journal of the starts that a merging has brought for courses that both had begun, with those of before. */
const earlierStarts = 'earlier_starts'

/** The earlier start counts of a course that both have begun. */
async function startCourses(db: SchoolDb, { mergeId, fromId, toId }: Passing): Promise<void> {
  const isEarlier = sql`
    t.school_id = ${thisSchool} and t.user_id = ${toId}
      and o.school_id = ${thisSchool} and o.user_id = ${fromId} and o.course_id = t.course_id and o.utc_started_on < t.utc_started_on`
  const { rows } = await sql<{ cells: string }>`
    select jsonb_build_object('course_id', o.course_id, 'utc_started_on', o.utc_started_on, 'before', t.utc_started_on)::text as cells
    from course_progress t, course_progress o where ${isEarlier}`.execute(db)
  if (rows.length === 0) return
  await sql`
    update course_progress t set utc_started_on = o.utc_started_on from course_progress o where ${isEarlier}`.execute(
    db,
  )
  await journal(
    db,
    mergeId,
    earlierStarts,
    rows.map(({ cells }) => cells),
  )
}

/** Takes back the starts of all mergings into a student, whichever came last, because each records what the one before it had left. */
async function takeStartsBack(db: SchoolDb, toId: string): Promise<void> {
  const isInto = sql`r.school_id = ${thisSchool} and r.table_name = ${earlierStarts}
      and g.school_id = ${thisSchool} and g.id = r.merge_id and g.into_user_id = ${toId}`
  await sql`
    with kept as (
      select (r.row ->> 'course_id')::bigint as course_id, min((r.row ->> 'utc_started_on')::timestamptz) as brought,
        max((r.row ->> 'before')::timestamptz) as own
      from merged_rows r, merges g where ${isInto} group by 1)
    update course_progress t set utc_started_on = k.own from kept k
    where t.school_id = ${thisSchool} and t.user_id = ${toId} and t.course_id = k.course_id and t.utc_started_on = k.brought`.execute(
    db,
  )
  await sql`delete from merged_rows r using merges g where ${isInto}`.execute(db)
}

async function listCells(db: SchoolDb, table: string, columns: string[], userId: string): Promise<string[]> {
  const { rows } = await sql<{ cells: string }>`
    select ${cellsOf(columns)}::text as cells from ${sql.table(table)} t
    where t.school_id = ${thisSchool} and t.user_id = ${userId}`.execute(db)
  return rows.map(({ cells }) => cells)
}

/** Takes back what passRows has given, as far as it is there, and forgets it. */
export async function takeRowsBack(db: SchoolDb, passing: Passing): Promise<void> {
  for (const [table, moved] of movedTables) await moveRowsBack(db, table, moved, passing)
  await takeStartsBack(db, passing.toId)
  for (const [table, copied] of copiedTables) await deleteCopies(db, table, copied, passing)
  await takeCompletionsBack(db, passing)
  await takeOpeningsBack(db, passing)
  await forgetRows(db, passing.mergeId)
}

async function moveRowsBack(
  db: SchoolDb,
  table: string,
  { backBy = 'id' }: MovedRows,
  { mergeId, fromId, toId }: Passing,
) {
  await sql`
    update ${sql.table(table)} t set user_id = ${fromId}::bigint
    from merged_rows r where r.school_id = ${thisSchool} and r.merge_id = ${mergeId} and r.table_name = ${table}
      and t.school_id = ${thisSchool} and t.user_id = ${toId} and t.${sql.ref(backBy)} = (r.row ->> ${sql.lit(backBy)})::bigint`.execute(
    db,
  )
}

async function deleteCopies(db: SchoolDb, table: string, { columns, foundBy = columns }: CopiedRows, passing: Passing) {
  const { mergeId, toId } = passing
  const cells = await listJournal(db, mergeId, table)
  if (cells.length === 0) return
  const copies = rowsOf(table, cells)
  const isSame = (column: string, index: number) =>
    index === 0
      ? sql`t.${sql.ref(column)} = r.${sql.ref(column)}`
      : sql`t.${sql.ref(column)} is not distinct from r.${sql.ref(column)}`
  const isCopy = sql`t.school_id = ${thisSchool} and t.user_id = ${toId} and ${sql.join(foundBy.map(isSame), sql` and `)}`
  if (table !== 'course_progress') {
    await sql`delete from ${sql.table(table)} t using ${copies} where ${isCopy}`.execute(db)
    return
  }
  // The first student has done lessons of the course since: they have begun it with the first of them, and have not completed it by what came along.
  const own = rowsOf(table, await listOwnStarts(db, passing))
  await sql`
    delete from course_progress t using ${copies}
    where ${isCopy} and t.course_id not in (select r.course_id from ${own})`.execute(db)
  await sql`
    update course_progress t set utc_started_on = o.utc_started_on from ${copies}, (select r.* from ${own}) o
    where ${isCopy} and t.utc_started_on = r.utc_started_on and o.course_id = t.course_id`.execute(db)
  await sql`
    update course_progress t set utc_completed_on = null from ${copies}
    where ${isCopy} and t.utc_completed_on is not distinct from r.utc_completed_on`.execute(db)
}

/**
 * Lists the courses of which the first student has done lessons themselves, with the first moment of each. Lessons that another open merging has brought
 * are not theirs: undoing that one takes them away.
 */
async function listOwnStarts(db: SchoolDb, { mergeId, toId }: Passing): Promise<string[]> {
  const { rows } = await sql<{ cells: string }>`
    with brought as (
      select (r.row ->> 'lesson_id')::bigint as lesson_id, (r.row ->> 'utc_completed_on')::timestamptz as utc_completed_on
      from merged_rows r, merges g
      where r.school_id = ${thisSchool} and r.table_name = 'lesson_completions' and r.merge_id <> ${mergeId}
        and g.school_id = ${thisSchool} and g.id = r.merge_id and g.into_user_id = ${toId})
    select jsonb_build_object('course_id', d.course_id, 'utc_started_on', min(d.utc_completed_on))::text as cells
    from lesson_completions d
    where d.school_id = ${thisSchool} and d.user_id = ${toId} and not exists (
      select from brought b where b.lesson_id = d.lesson_id and b.utc_completed_on = d.utc_completed_on)
    group by d.course_id`.execute(db)
  return rows.map(({ cells }) => cells)
}

/** Rows of a table, by the cells that the journal has of them. */
const rowsOf = (table: string, cells: string[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${`[${cells.join()}]`}::jsonb) r`

export const forgetRows = (db: SchoolDb, mergeId: string) =>
  db.deleteFrom('merged_rows').where('merge_id', '=', mergeId).execute()
