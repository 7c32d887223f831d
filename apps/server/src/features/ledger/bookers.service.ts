import type { PlatformTools } from '../../core/tools.ts'
import { readNames, type StatementRow } from './ledger.queries.ts'

/** Row of the statement with the name of the administrator of the platform who booked it; '' for all others. */
export type NamedRow = Omit<StatementRow, 'booked_by'> & { booked_by: string }

type Namer = PlatformTools['platform']

/** Reads the names of people who booked rows: the platform has them, not the school. */
export async function nameBookers(rows: StatementRow[], platform: Namer): Promise<NamedRow[]> {
  const names = await namesOf([...new Set(rows.flatMap(({ booked_by }) => booked_by ?? []))], platform)
  return rows.map((row) => ({ ...row, booked_by: (row.booked_by && names.get(row.booked_by)) ?? '' }))
}

/** Reads the name of an administrator of the platform who acted for a school; '' without one. */
export const nameOfUser = async (id: string | null, { platform }: Pick<PlatformTools, 'platform'>): Promise<string> =>
  (id && (await namesOf([id], platform)).get(id)) || ''

async function namesOf(ids: string[], platform: Namer): Promise<Map<string, string>> {
  const users = ids.length > 0 ? await platform.withPlatform((db) => readNames(db, ids)) : []
  return new Map(users.map(({ id, name }) => [id, name]))
}
