import { ExamImportFiling, type ExamImportFormat } from '@escola/contract/exam-imports.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Finds what a reading needs to begin or to go on. */
export async function findReading(db: SchoolDb, id: string) {
  const row = await db
    .selectFrom('exam_imports as i')
    .innerJoin('files as f', (join) => join.onRef('f.school_id', '=', 'i.school_id').onRef('f.id', '=', 'i.file_id'))
    .select(['i.id', 'i.format', 'i.status', 'i.processed', 'i.filing', 'f.storage_key'])
    .where('i.id', '=', id)
    .where('i.status', 'in', ['checking', 'writing'])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      format: row.format as ExamImportFormat,
      status: row.status as 'checking' | 'writing',
      filing: row.filing === null ? null : ExamImportFiling.parse(row.filing),
    }
  )
}
export type Reading = NonNullable<Awaited<ReturnType<typeof findReading>>>

/** Locks an import until the transaction ends. @returns whether it is exactly at this item of this reading */
export const lockImportAt = async (db: SchoolDb, { id, status }: Reading, processed: number): Promise<boolean> =>
  (await db
    .selectFrom('exam_imports')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('processed', '=', processed)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export interface Counts {
  processed: number
  fresh?: number
  known?: number
  refused?: number
  noted?: number
  written?: number
}

/** Moves cursor and counters; the caller writes what they count in the same transaction. */
export const advanceImport = (db: SchoolDb, id: string, counts: Counts) =>
  sql`
    update exam_imports set processed = processed + ${counts.processed}::int, fresh = fresh + ${counts.fresh ?? 0}::int,
      known = known + ${counts.known ?? 0}::int, refused = refused + ${counts.refused ?? 0}::int,
      noted = noted + ${counts.noted ?? 0}::int, written = written + ${counts.written ?? 0}::int
    where school_id = ${thisSchool} and id = ${id}::bigint`.execute(db)

export const markChecked = (db: SchoolDb, id: string) =>
  db.updateTable('exam_imports').set({ status: 'checked' }).where('id', '=', id).execute()

/** Holds a course until the transaction ends. @returns whether it is there */
export const holdCourse = async (db: SchoolDb, id: string): Promise<boolean> =>
  (await db.selectFrom('courses').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined
