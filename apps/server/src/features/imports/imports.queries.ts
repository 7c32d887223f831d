import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

const columns = [
  'id',
  'cohort_id',
  'filename',
  'total_students',
  'status',
  'processed',
  'created',
  'enrolled',
  'unchanged',
  'refused',
  'renews',
  'failure',
  'utc_created_on',
  'utc_finished_on',
  'undo_status',
  'undo_total',
  'undo_left',
  'undo_kept',
  'utc_undone_on',
] as const

const listLength = 20

export const findImport = (db: SchoolDb, id: string) =>
  db.selectFrom('imports').select(columns).where('id', '=', id).executeTakeFirst()
/** Locks the import until the transaction ends. */
export const lockImport = (db: SchoolDb, id: string) =>
  db.selectFrom('imports').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** Reads the progress for its watchers, many times over: one short statement that only reads. */
export async function findProgress(read: School['read'], id: string): Promise<ImportRecord | undefined> {
  const text = `select ${columns.join()} from imports where school_id = $1 and id = $2`
  const [row] = await read<ImportRecord>({ name: 'import_progress', text }, [id])
  return row
}

export const listImports = (db: SchoolDb, cohortId: string) =>
  db
    .selectFrom('imports')
    .select(columns)
    .where('cohort_id', '=', cohortId)
    .orderBy('id', 'desc')
    .limit(listLength)
    .execute()

export const listRefusals = (db: SchoolDb, importId: string) =>
  db
    .selectFrom('import_refusals')
    .select(['line', 'name', 'email', 'cellphone', 'reason'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute()

export const findCohortId = (db: SchoolDb, id: string) =>
  db.selectFrom('cohorts').select('id').where('id', '=', id).executeTakeFirst()

/** Those of these people whom the school knows by their own e-mails. */
export async function listMembers(db: SchoolDb, emails: string[]) {
  const { rows } = await sql<{ userId: string; email: string }>`
    select user_id as "userId", email from memberships
    where school_id = ${thisSchool} and email = any(${emails}::text[])`.execute(db)
  return rows
}

/** Those of these students who are in the class. */
export async function listEnrolled(db: SchoolDb, cohortId: string, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from living_enrollments
    where school_id = ${thisSchool} and cohort_id = ${cohortId}::bigint and user_id = any(${userIds}::bigint[])`.execute(
    db,
  )
  return rows.map(({ userId }) => userId)
}

export const insertImport = (
  db: SchoolDb,
  row: {
    cohort_id: string
    filename: string
    file_id: string
    total_students: number
    renews: boolean
    created_by: string
  },
) => db.insertInto('imports').values(row).returning(columns).executeTakeFirstOrThrow()

/** Finds the fields that a run needs to begin or to go on. */
export const findImportToRun = (db: SchoolDb, id: string) =>
  db
    .selectFrom('imports as i')
    .innerJoin('files as f', (join) => join.onRef('f.school_id', '=', 'i.school_id').onRef('f.id', '=', 'i.file_id'))
    .select(['i.cohort_id', 'i.renews', 'i.processed', 'f.storage_key'])
    .where('i.id', '=', id)
    .where('i.status', 'in', ['pending', 'running'])
    .executeTakeFirst()

export const markImportFailed = (db: SchoolDb, id: string, failure: string, now: Date) =>
  db
    .updateTable('imports')
    .set({ status: 'failed', failure, utc_finished_on: now })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .execute()

/** An administrator is done with it; the first moment stays. @returns whether it has ended */
export const markSettled = async (db: SchoolDb, id: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('imports')
    .set((is) => ({ utc_settled_on: is.fn.coalesce('utc_settled_on', is.val(now)) }))
    .where('id', '=', id)
    .where('utc_finished_on', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Names the file of each import, for as long as the import exists. */
export const namedSpreadsheets = (db: SchoolDb) => db.selectFrom('imports').select(['school_id', 'file_id as id'])

export const deleteRefusalsOf = (db: SchoolDb, email: string) =>
  sql`delete from import_refusals where school_id = ${thisSchool} and lower(trim(email)) = ${email}`.execute(db)

export const correctRefusals = (db: SchoolDb, { from, to }: { from: string[]; to: string }) =>
  sql`
    update import_refusals set email = ${to} where school_id = ${thisSchool} and lower(trim(email)) = any(${from}::text[])`.execute(
    db,
  )
