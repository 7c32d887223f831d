import { readPhone, searchedPhone } from '@escola/contract/phones'
import type { SaleState } from '@escola/contract/sales.contract'
import type { SchoolDb } from '@escola/db'
import type { TeamScope } from '../../core/scope.ts'
import { listEmailsByPhone } from '../people/member-search.service.ts'
import type { SaleFilter } from './sale-filter.queries.ts'

/**
 * Reads what is asked for as the conditions that sales meet; a search may be a telephone. For callers who see no e-mails and telephones it looks at neither: it
 * would tell whose they are.
 */
export async function filterOf(
  db: SchoolDb,
  { may }: Pick<TeamScope, 'may'>,
  { state, search = '' }: { state?: SaleState | undefined; search?: string },
): Promise<SaleFilter> {
  if (!may('students')) return { state, search, hidesContacts: true }
  const number = searchedPhone(search)
  if (!number) return { state, search }
  const local = readPhone(search)?.local ?? number
  return { state, search, phone: { local, emails: await listEmailsByPhone(db, search) } }
}
