import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { sign } from '../../security/signatures.ts'
import type { Sale } from './platforms/platform.ts'
import { findFact, findSubscription, lockTransactions } from './purchases/purchase-facts.queries.ts'
import type { DeliveryRow } from './sales.queries.ts'
import { findLatestTied, joinSubscription } from './tied-charges.queries.ts'

/**
 * Gives the sale of a platform without codes of subscriptions a code of our own: that of its fact or its purchase, else a new one where it
 * begins one, else the latest of its buyer and product. A purchase from before charges were tied joins the subscription whose event names it.
 */
export async function tieSale(
  db: SchoolDb,
  { platform, delivery_hash, utc_received_on }: Pick<DeliveryRow, 'platform' | 'delivery_hash' | 'utc_received_on'>,
  { tie, ...sale }: Sale,
  { config }: Pick<Tools, 'config'>,
): Promise<Sale> {
  if (!tie) return sale
  const purchase = sale.transaction ?? ''
  const base = sign(config.secret, 'sale-tie', `${platform}\n${tie.text}`)
  const known =
    (await findFact(db, platform, delivery_hash))?.subscription ??
    (purchase === '' ? null : await findSubscription(db, platform, purchase))
  if (known !== null) return { ...sale, subscription: known }
  if (tie.begins) return { ...sale, subscription: `${base}.${purchase}` }
  const subscription = (await findLatestTied(db, { platform, base, until: utc_received_on })) ?? base
  if (purchase !== '') {
    await lockTransactions(db, { platform, kind: 'subscription', codes: [subscription] })
    await lockTransactions(db, { platform, kind: 'purchase', codes: [purchase] })
    await joinSubscription(db, { platform, purchase, subscription })
  }
  return { ...sale, subscription }
}
