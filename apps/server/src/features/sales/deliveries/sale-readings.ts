import { isSoldByAddress } from '@escola/contract/sales'
import type { Sale } from '../platforms/platform.ts'
import type { Fact } from '../purchases/purchase-decision.ts'
import type { DeliveryRow, Outcome } from '../sales.queries.ts'

/** All that a sale is decided from: what its delivery says, or what is kept of that once its body is gone. */
export interface Reading extends Pick<Sale, 'action' | 'isFinal' | 'buyer' | 'reason' | 'reasonDetail' | 'items'> {
  fact: Fact
  /** Values that administrators see. */
  columns: Omit<Outcome, 'state'>
}

type Told = Pick<DeliveryRow, 'platform' | 'delivery_hash' | 'utc_received_on' | 'utc_counts_on'>

/** @param readOn moment at which the delivery, or the payment that it names, was read */
export const readingOf = (sale: Sale, row: Told & Pick<DeliveryRow, 'corrected_email'>, readOn: Date): Reading => ({
  ...sale,
  fact: factOf(sale, row, readOn),
  columns: { ...columnsOf(sale), ...(row.corrected_email && { buyer_email: row.corrected_email }) },
})

/** Reading of a delivery whose body is gone, from its fact and the columns that stay. */
export const keptReadingOf = (
  fact: Fact,
  { buyer_name: name, buyer_email: email, utc_counts_on, waiting_ids, waiting_items }: DeliveryRow,
): Reading => ({
  action: fact.kind === 'paid' ? 'enroll' : isChange(fact) ? 'amend' : 'revoke',
  ...(fact.kind === 'refunded' && { isFinal: true }),
  buyer: { name, email, cellphone: '', document: '' },
  // The others have their classes.
  items: waiting_ids.slice(0, waiting_items ?? 0).map((id) => [id]),
  fact: utc_counts_on && !fact.isStated ? { ...fact, occurredOn: utc_counts_on } : fact,
  columns: {},
})

const isChange = ({ kind }: Fact) =>
  kind === 'charge_moved' || kind === 'subscription_resumed' || kind === 'plan_switched'

function factOf(sale: Sale, { platform, delivery_hash, utc_received_on, utc_counts_on }: Told, readOn: Date): Fact {
  const arrivedOn = utc_counts_on ?? utc_received_on
  // A payment is what it is when it is read.
  const moment = isSoldByAddress(platform) ? readOn : sale.occurredOn && minDate(sale.occurredOn, arrivedOn)
  const occurredOn = moment ?? arrivedOn
  return {
    kind: kindOf(sale),
    purchase: isOfSubscription(sale) ? '' : (sale.transaction ?? delivery_hash),
    subscription: sale.subscription,
    line: sale.line ?? '',
    itemIds: [...sale.productIds, ...sale.offerIds],
    droppedIds: sale.droppedIds ?? [],
    userId: null,
    occurredOn,
    isStated: moment !== null,
    endsOn: sale.isAtOnce ? occurredOn : sale.until,
    isTerm: sale.isTerm ?? false,
  }
}

const isOfSubscription = ({ action, revokes, subscription }: Sale) =>
  action === 'amend' || (revokes === 'subscription' && subscription !== null)

function kindOf(sale: Sale): Fact['kind'] {
  if (sale.action === 'enroll') return 'paid'
  if (sale.amends) return sale.amends
  if (isOfSubscription(sale)) return 'subscription_ended'
  return sale.isFinal ? 'refunded' : 'canceled'
}

/** A text of any length may come. */
const columnsOf = ({
  event,
  transaction,
  buyer,
  productIds,
  offerIds,
  productName,
  amount,
}: Sale): Omit<Outcome, 'state'> => ({
  event: truncateText(event),
  transaction_code: truncateText(transaction ?? ''),
  buyer_name: truncateText(buyer.name),
  buyer_email: truncateText(buyer.email),
  buyer_phone: truncateText(buyer.cellphone),
  product_ids: productIds.slice(0, 100).map(truncateText),
  offer_ids: offerIds.slice(0, 100).map(truncateText),
  product_name: truncateText(productName),
  ...(amount && { amount_cents: amount.cents, currency: amount.currency }),
})
export const truncateText = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, 200)

const minDate = (a: Date, b: Date) => (a < b ? a : b)
