import { mappedCode } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import { findCodeUse } from './account-codes.queries.ts'
import type { Sale } from './platforms/platform.ts'
import { platforms } from './platforms/platforms.ts'
import type { DeliveryRow } from './sales.queries.ts'

/**
 * Puts the account before the codes of a sale that another account of the same small platform has reported: two shops there may both have an order 1001.
 * A code stays with the account that reported it first, and one that has its account in front keeps it.
 */
export async function separateCodes(
  db: SchoolDb,
  { platform, account_id: accountId }: Pick<DeliveryRow, 'platform' | 'account_id'>,
  sale: Sale,
): Promise<Sale> {
  if (!platforms[platform].countsPerAccount || accountId === null) return sale
  const nameOf = async (kind: 'purchase' | 'subscription', code: string | null) => {
    if (!code) return code
    const apart = mappedCode(accountId, code)
    const { isApart, isOwn, isOthers } = await findCodeUse(db, { platform, accountId, kind, code, apart })
    return isApart || (isOthers && !isOwn) ? apart : code
  }
  return {
    ...sale,
    transaction: await nameOf('purchase', sale.transaction),
    subscription: await nameOf('subscription', sale.subscription),
  }
}
