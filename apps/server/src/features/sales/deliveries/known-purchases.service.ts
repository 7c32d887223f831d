import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { openCredentials } from '../../sales-accounts/account-proofs.service.ts'
import type { Delivery, SalesPlatform } from '../platforms/platform.ts'
import { listFacts } from '../purchases/purchase-facts.queries.ts'

/** No platform that names only a payment comes to the address that schools share. */
const noPayments = { fetchPayment: async () => null }

/** Tells whether the purchase of a delivery, or its subscription, was reported to the school before. One that can't be read is taken for known. */
export async function knowsPurchase(
  { school, accountId }: { school: School; accountId: string },
  { platform, delivery }: { platform: SalesPlatform; delivery: Delivery },
  tools: Pick<Tools, 'config'>,
): Promise<boolean> {
  return school.tx(async (db) => {
    const credentials = await openCredentials(school, db, accountId, tools)
    // A delivery that can't be read is of no known purchase.
    const sale = credentials && (await platform.read(delivery, noPayments, credentials).catch(() => undefined))
    // Without a code of its own, a subscription is found by its buyer and product once the delivery is kept.
    if (!sale || (sale.tie && !sale.tie.begins)) return true
    const { transaction, subscription } = sale
    return (await listFacts(db, platform.name, { purchase: transaction ?? '', subscription })).length > 0
  })
}
