import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../../core/tools.ts'
import { recordFact } from './purchase-facts.queries.ts'

/** Records that an administrator has settled the purchase of a sale. */
export const dismissPurchase = (
  db: SchoolDb,
  sale: { platform: string; transaction_code: string; delivery_hash: string },
  { now }: Clock,
) => {
  const purchase = sale.transaction_code || sale.delivery_hash
  return recordFact(db, {
    platform: sale.platform,
    key: `dismissed ${purchase}`,
    fact: {
      kind: 'dismissed',
      purchase,
      subscription: null,
      line: '',
      itemIds: [],
      droppedIds: [],
      userId: null,
      occurredOn: now(),
      isStated: true,
      endsOn: null,
    },
  })
}
