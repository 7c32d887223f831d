import { bulkTexts } from '@escola/contract/bulk-changes.contract'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import * as queries from './import-erasing.queries.ts'

/** Lists the next students whom an undone import made and who did nothing since, by their ids. */
export const listForsaken = (db: SchoolDb, importId: string, range: queries.IdRange): Promise<string[]> =>
  queries.listForsaken(db, importId, range)

/** Refuses to erase those whom an import made while the import is not undone: they are in its class. */
export async function requireUndone(db: SchoolDb, importId: string): Promise<void> {
  const status = await queries.findUndoStatus(db, importId)
  if (status === undefined) throw notFound()
  if (status !== 'done') throw invalidField('import_id', bulkTexts.notUndone)
}
