import { refusals } from '@escola/contract/refusals'
import { isMapped, mappedCode } from '@escola/contract/sales'
import type { Term } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import type { Clock } from '../../core/tools.ts'
import { escapeCode, type SoldItems } from '../enrollments/sale-keys.service.ts'
import { startTermChange } from '../enrollments/term-changes.service.ts'
import { countLosing, readTerm } from '../enrollments/terms.service.ts'
import { type IntegrationRow, listIntegrations } from './integrations.queries.ts'

/** Reads the term of an integration as its column has it; null: that of the class. */
export const readOwnTerm = (json: string | null): Term | null => (json === null ? null : readTerm(json))

/** Applies the terms of these integrations of a class to all who bought by them. The caller holds the class. */
export async function applyTerms(
  db: SchoolDb,
  { cohortId, ids, askedBy }: { cohortId: string; ids: Set<string>; askedBy: string },
  tools: Clock,
): Promise<void> {
  const all = await listIntegrations(db, { cohortId, ended: true })
  for (const row of all.filter(({ id }) => ids.has(id))) {
    const integration = { id: row.id, sold: describeSold(row, all) }
    await startTermChange(db, { cohortId, term: readOwnTerm(row.term), askedBy, integration }, tools)
  }
}

interface AskedTerm {
  cohortId: string
  integrationId: string
  /** Null: that of the class. */
  term: Term | null
}

/** Counts the students who would lose access at once if a term of an integration applied to all who bought by it. */
export async function countLosingBuyers(
  db: SchoolDb,
  { cohortId, integrationId, term }: AskedTerm,
  tools: Clock,
): Promise<number> {
  const all = await listIntegrations(db, { cohortId, ended: true })
  const integration = all.find(({ id, is_ended }) => id === integrationId && !is_ended)
  if (!integration) throw invalidField('integration_id', refusals.integrationGone)
  return countLosing(db, { cohortId, term, sold: describeSold(integration, all) }, tools)
}

/**
 * Describes what an integration has sold to its class, in the way in which a sale finds its term: its products that no earlier one sells, and of the
 * first also all that no other does.
 * @param all integrations of the class, oldest first, followed by the ended ones
 */
function describeSold(integration: IntegrationRow, all: IntegrationRow[]): SoldItems {
  const { platform, account_id, product_ids } = integration
  const sellers = all.filter(
    (each) => each.platform === platform && (!isMapped(platform) || each.account_id === account_id),
  )
  const place = sellers.indexOf(integration)
  const itemsOf = (rows: IntegrationRow[]) => [...new Set(rows.flatMap((row) => row.product_ids))]
  const earlier = itemsOf(sellers.slice(0, place))
  const items =
    place === 0
      ? itemsOf(sellers.slice(1)).filter((item) => !product_ids.includes(item))
      : product_ids.filter((item) => !earlier.includes(item))
  return {
    platform,
    codes: isMapped(platform) ? mappedCode(account_id, '') : '',
    items: items.map(escapeCode),
    rest: place === 0,
  }
}
