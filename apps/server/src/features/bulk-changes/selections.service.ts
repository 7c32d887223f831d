import type { BulkAction, BulkSelection } from '@escola/contract/bulk-changes.contract'
import { cleanText } from '@escola/contract/people'
import { noStudentFilter } from '@escola/contract/students.contract'
import type { SchoolDb } from '@escola/db'
import { readAllIds } from '../../core/paging.ts'
import { listForsaken } from '../imports/import-erasing.service.ts'
import { listNextIds, type Matching, matchingOf } from '../students/search/filters.service.ts'

/** Reads the students of a selection. The caller holds the class that it filters by. */
export async function readSelection(
  db: SchoolDb,
  { user_ids, filter: asked, import_id }: BulkSelection,
  now: Date,
): Promise<Matching> {
  const { search, ...filter } = asked ?? { search: '', ...noStudentFilter }
  const matching = await matchingOf(db, { filter, search: cleanText(search) }, now)
  const ids = import_id === undefined ? user_ids : await readAllIds((place) => listForsaken(db, import_id, place))
  return ids ? { ...matching, search: { ids } } : matching
}

/** Range of the students of a selection. */
export type Range = Parameters<typeof listNextIds>[2]

/** Finds how the students of a run are listed, page by page. Who comes after it was asked for, or is given a class since, is not erased. */
export async function readListing(
  db: SchoolDb,
  { import_id: importId, ...selection }: BulkSelection,
  { action, askedOn }: { action: BulkAction; askedOn: Date },
): Promise<(range: Range) => Promise<string[]>> {
  if (importId !== undefined) return (range) => listForsaken(db, importId, range)
  const matching = await readSelection(db, selection, askedOn)
  const asOf = action === 'erase' ? askedOn : undefined
  return (range) => listNextIds(db, { ...matching, asOf }, range)
}
