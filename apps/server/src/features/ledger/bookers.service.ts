import type { PlatformTools } from '../../core/tools.ts'
import { readNames, type StatementRow } from './ledger.queries.ts'

/** Row of the statement with the name of the administrator of the platform who booked it; '' for all others. */
export type NamedRow = Omit<StatementRow, 'booked_by'> & { booked_by: string }

/** Reads the names of those who booked rows, which stand with the platform and not with the school. */
export async function nameBookers(rows: StatementRow[], platform: PlatformTools['platform']): Promise<NamedRow[]> {
  const ids = [...new Set(rows.flatMap(({ booked_by }) => booked_by ?? []))]
  const users = ids.length > 0 ? await platform.withPlatform((db) => readNames(db, ids)) : []
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, booked_by: (row.booked_by && names.get(row.booked_by)) ?? '' }))
}
