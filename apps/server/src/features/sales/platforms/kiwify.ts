import { amountOfCents } from './amounts.ts'
import { type AskedChange, changesNothing, enroll, ignoreUnknownEvent, makeSale, revoke } from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Delivery, Sale, SalesPlatform } from './platform.ts'
import { isHexHash, isSignature } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  endOf,
  findText,
  getValue,
  idOrNull,
  idsOf,
  isObject,
  momentOf,
  textOf,
  typedEmailOf,
} from './values.ts'

const changes = new Map<string, AskedChange>([
  ['order_approved', enroll],
  // It is sent when the charge was paid, and the same order may come as order_approved too.
  ['subscription_renewed', enroll],
  ['order_refunded', revoke],
  ['chargeback', revoke],
  ['subscription_canceled', { action: 'revoke', revokes: 'subscription' }],
  ...['subscription_late', 'order_rejected', 'billet_created', 'pix_created', 'abandoned'].map(
    (event) => [event, changesNothing] as const,
  ),
])

/** Older webhooks wrap the order. */
const orderOf = ({ body }: Delivery): Record<string, unknown> => (isObject(body.order) ? body.order : body)

/** A cart that was left names no event. */
const eventOf = (order: Record<string, unknown>) =>
  textOf(order.webhook_event_type) || (textOf(order.status) === 'abandoned' ? 'abandoned' : '')

const productIdsOf = (delivery: Delivery) => idsOf([getValue(orderOf(delivery), 'Product', 'product_id')])

const signatureOf = ({ query }: Delivery) => query.signature?.trim()

/** Tells whether a delivery looks like one of Kiwify, whose signature stands in the address. */
export const isKiwify = (delivery: Delivery): boolean =>
  isHexHash(signatureOf(delivery) ?? '', 'sha1') &&
  (isObject(delivery.body.order) ||
    textOf(delivery.body.webhook_event_type) !== '' ||
    textOf(delivery.body.order_id) !== '')

export const kiwify: SalesPlatform = {
  name: 'kiwify',
  productIdsOf,
  // The token signs, and is sent nowhere.
  shownSecret: () => null,
  proves: (delivery, { code }) => {
    const signature = signatureOf(delivery)
    if (isSignature(signature, code, delivery.raw, 'sha1')) return true
    // A wrapped order may be signed by itself.
    const { order } = delivery.body
    return isObject(order) && isSignature(signature, code, JSON.stringify(order), 'sha1')
  },
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery) => read(delivery),
}

function read(delivery: Delivery): Sale {
  const order = orderOf(delivery)
  const event = eventOf(order)
  const change = changes.get(event) ?? ignoreUnknownEvent(event)
  const { Customer: customer, Subscription: subscription } = order
  const given = [getValue(customer, 'first_name'), getValue(customer, 'last_name')].map(textOf).join(' ').trim()
  const until =
    endOf(getValue(subscription, 'customer_access', 'access_until')) ?? endOf(getValue(subscription, 'next_payment'))
  return makeSale(
    {
      eventId: null,
      event,
      // Each charge of a subscription is an order of its own.
      transaction: idOrNull(order.order_id),
      subscription: idOrNull(order.subscription_id),
      productIds: productIdsOf(delivery),
      offerIds: idsOf([getValue(subscription, 'plan', 'id')]),
      productName: textOf(getValue(order.Product, 'product_name')),
      buyer: {
        name: findText(getValue(customer, 'full_name'), given),
        email: typedEmailOf(getValue(customer, 'email')),
        cellphone: cellphoneOf(getValue(customer, 'mobile')),
        document: documentOf(findText(getValue(customer, 'CPF'), getValue(customer, 'CNPJ'))),
      },
      ...amountOfCents(getValue(order.Commissions, 'charge_amount'), getValue(order.Commissions, 'currency')),
      // Its only dates are those of the order, whatever happened since.
      occurredOn: change.action === 'enroll' ? (momentOf(order.approved_date) ?? momentOf(order.created_at)) : null,
    },
    change.action === 'ignore' ? change : { ...change, until },
  )
}
