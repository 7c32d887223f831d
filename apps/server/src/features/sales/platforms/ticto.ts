import { dayMs } from '@escola/contract/durations'
import { amountOfCents } from './amounts.ts'
import {
  type AskedChange,
  changesNothing,
  enroll,
  ignore,
  ignoreUnknownEvent,
  makeSale,
  revoke,
} from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Delivery, Sale, SalesPlatform } from './platform.ts'
import { isCode } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  endOf,
  findText,
  getValue,
  idOf,
  idOrNull,
  idsOf,
  isObject,
  listOf,
  momentOf,
  secretOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/** Changes of version 2.0 by their status. */
const changes = new Map<string, AskedChange>([
  // It is Ticto's word for a sale that is paid; other platforms mean one that is not yet.
  ['authorized', enroll],
  ['refunded', revoke],
  ['chargeback', revoke],
  ['subscription_canceled', { action: 'revoke', revokes: 'subscription' }],
  ...[
    // Everything is paid, and the access stays.
    'all_charges_paid',
    'close',
    'subscription_delayed',
    'claimed',
    'refused',
    'waiting_payment',
    'pix_created',
    'pix_expired',
    'bank_slip_created',
    'bank_slip_delayed',
    'trial_started',
    'trial_ended',
    'trial',
    'card_exchanged',
    'abandoned_cart',
  ].map((status) => [status, changesNothing] as const),
])

/** Changes for a subscription that goes on: its charges keep their codes, so another payment of one would change nothing. */
const amendments = new Map<string, AskedChange>([
  ['uncanceled', { action: 'amend', amends: 'subscription_resumed' }],
  ['extended', { action: 'amend', amends: 'charge_moved' }],
])

const productIdsOf = ({ body }: Delivery) => idsOf([getValue(body.item, 'product_id')])

const shownSecret = ({ body }: Delivery) => secretOf(body.token)

/** Tells whether a delivery looks like one of Ticto. */
export const isTicto = (delivery: Delivery): boolean =>
  ['version', 'status'].every((name) => textOf(delivery.body[name]) !== '' || delivery.body[name] === 2) &&
  shownSecret(delivery) !== null &&
  (isObject(delivery.body.item) || textOf(getValue(delivery.body.order, 'hash')) !== '')

export const ticto: SalesPlatform = {
  name: 'ticto',
  productIdsOf,
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery) => read(delivery),
}

function read(delivery: Delivery): Sale {
  const { body } = delivery
  const status = textOf(body.status)
  const [subscription] = listOf(body.subscriptions)
  const subscriptionId = idOrNull(getValue(subscription, 'id'))
  const change = changeOf(body, { status, subscriptionId })
  const occurredOn = momentOf(body.status_date)
  const phone = getValue(body.customer, 'phone')
  const [country, area, number] = ['ddi', 'ddd', 'number'].map((name) => textOf(getValue(phone, name)))
  const nextCharge = endOf(getValue(subscription, 'next_charge'))
  const term = endOfTerm(body.item, occurredOn, change)
  return makeSale(
    {
      ...(subscriptionId === null && nextCharge === null && term && { isTerm: true }),
      eventId: null,
      event: status,
      transaction: findTransaction(body, subscription),
      subscription: subscriptionId,
      productIds: productIdsOf(delivery),
      offerIds: idsOf([getValue(body.item, 'offer_id'), getValue(body.item, 'offer_code')]),
      productName: textOf(getValue(body.item, 'product_name')),
      buyer: {
        name: textOf(getValue(body.customer, 'name')),
        email: typedEmailOf(getValue(body.customer, 'email')),
        cellphone: cellphoneOf(`${area}${number}`, country),
        document: documentOf(findText(getValue(body.customer, 'cpf'), getValue(body.customer, 'cnpj'))),
      },
      ...amountOfCents(getValue(body.order, 'paid_amount')),
      occurredOn,
    },
    change.action === 'ignore' ? change : { ...change, until: nextCharge ?? term },
  )
}

/** A sale is reported to all who earn by it, and its access is the producer's to give. */
function changeOf(
  body: Record<string, unknown>,
  { status, subscriptionId }: { status: string; subscriptionId: string | null },
): AskedChange {
  const role = textOf(body.commission_type)
  if (role !== '' && role !== 'producer') return ignore('other_commission', role)
  const amendment = amendments.get(status)
  if (amendment) return subscriptionId === null ? enroll : amendment
  return changes.get(status) ?? ignoreUnknownEvent(status)
}

/** An order is one purchase; of a subscription, each of its charges is. */
function findTransaction({ order, transaction }: Record<string, unknown>, subscription: unknown): string | null {
  const charge = idOf(getValue(transaction, 'hash')) || idOf(getValue(order, 'transaction_hash'))
  const whole = idOf(getValue(order, 'hash'))
  return (subscription === undefined ? whole || charge : charge || whole) || null
}

/** End of the term that the seller gives, in days; null where it gives none. */
function endOfTerm(item: unknown, soldOn: Date | null, { action }: AskedChange): Date | null {
  const days = Number(textOf(getValue(item, 'days_of_access')))
  const isTerm = Number.isInteger(days) && days > 0 && days <= 36_500
  return action === 'enroll' && soldOn && isTerm ? new Date(soldOn.getTime() + days * dayMs) : null
}
