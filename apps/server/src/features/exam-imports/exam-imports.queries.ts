import type { ExamImportFiling, ExamImportFormat } from '@escola/contract/exam-imports.contract'
import type { SchoolDb } from '@escola/db'

const columns = [
  'id',
  'filename',
  'format',
  'status',
  'failure',
  'processed',
  'fresh',
  'known',
  'refused',
  'noted',
  'written',
  'utc_created_on',
  'utc_finished_on',
  'utc_undone_on',
] as const

export const findImport = (db: SchoolDb, id: string) =>
  db.selectFrom('exam_imports').select(columns).where('id', '=', id).executeTakeFirst()
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** Locks an import until the transaction ends. */
export const lockImport = (db: SchoolDb, id: string) =>
  db.selectFrom('exam_imports').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const listImports = (db: SchoolDb, limit: number) =>
  db.selectFrom('exam_imports').select(columns).orderBy('id', 'desc').limit(limit).execute()

export const insertImport = (
  db: SchoolDb,
  row: { filename: string; format: ExamImportFormat; file_id: string; created_by: string; utc_created_on: Date },
) => db.insertInto('exam_imports').values(row).returning(columns).executeTakeFirstOrThrow()

/** Begins the second reading of a file. */
export const markConfirmed = (db: SchoolDb, id: string, filing: ExamImportFiling) =>
  db
    .updateTable('exam_imports')
    .set({ status: 'writing', processed: 0, filing: JSON.stringify(filing) })
    .where('id', '=', id)
    .execute()

/** Ends an import that goes on; its file is no longer needed. */
export const endImport = (
  db: SchoolDb,
  id: string,
  { status, failure = null, on }: { status: 'done' | 'cancelled' | 'failed'; failure?: string | null; on: Date },
) =>
  db
    .updateTable('exam_imports')
    .set({ status, failure, file_id: null, utc_finished_on: on })
    .where('id', '=', id)
    .where('utc_finished_on', 'is', null)
    .execute()

export const markUndone = (db: SchoolDb, id: string, by: string, on: Date) =>
  db.updateTable('exam_imports').set({ undone_by: by, utc_undone_on: on }).where('id', '=', id).execute()

/** Imports that ended, or were checked and not confirmed, before these moments. */
export const deleteOldImports = (db: SchoolDb, { ended, checked }: { ended: Date; checked: Date }) =>
  db
    .deleteFrom('exam_imports')
    .where((is) =>
      is.or([
        is('utc_finished_on', '<', ended),
        is.and([is('status', '=', 'checked'), is('utc_created_on', '<', checked)]),
      ]),
    )
    .execute()

/** Names the file of each import that is still read. */
export const namedFiles = (db: SchoolDb) =>
  db
    .selectFrom('exam_imports')
    .select(['school_id', (is) => is.ref('file_id').$notNull().as('id')])
    .where('file_id', 'is not', null)
