import { amountOf } from './amounts.ts'
import { type AskedChange, changesNothing, enroll, ignoreUnknownEvent, makeSale, revoke } from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Delivery, Sale, SalesPlatform } from './platform.ts'
import { isCode, isSignature } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  endOf,
  getValue,
  idOrNull,
  idsOf,
  isObject,
  momentOf,
  secretOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/** They say what changes, and not `data.status`: in the documented sample of a purchase that is approved it still waits. */
const changes = new Map<string, AskedChange>([
  ['purchase_approved', enroll],
  ['subscription_renewed', enroll],
  ['refund', revoke],
  ['chargeback', revoke],
  ['subscription_canceled', { action: 'revoke', revokes: 'subscription' }],
  ...[
    'subscription_late',
    'subscription_paused',
    // Only third parties say that these two open the access again, and a renewal that was paid does.
    'subscription_resumed',
    'subscription_late_recovered',
    'purchase_refused',
    'subscription_renewal_refused',
    'subscription_created',
    'refund_requested',
    'pix_gerado',
    'boleto_gerado',
    'picpay_gerado',
    'initiate_checkout',
    'checkout_abandonment',
  ].map((event) => [event, changesNothing] as const),
])

/** Order of a delivery. Version 2 sends lists. */
const orderOf = ({ body: { data } }: Delivery): unknown => (Array.isArray(data) ? data[0] : data)

const productIdsOf = (delivery: Delivery) => {
  const orders = Array.isArray(delivery.body.data) ? delivery.body.data : [delivery.body.data]
  return idsOf(orders.flatMap((order) => [getValue(order, 'product', 'id'), getValue(order, 'product', 'short_id')]))
}

/** A signature counts alone: one that is wrong is not mended by the secret of the body. */
const signatureOf = ({ headers }: Delivery) => headers['x-cakto-signature']
const shownSecret = (delivery: Delivery) =>
  signatureOf(delivery) === undefined ? secretOf(delivery.body.secret) : null

/** Tells whether a delivery looks like one of Cakto. */
export const isCakto = (delivery: Delivery): boolean =>
  signatureOf(delivery) !== undefined ||
  (shownSecret(delivery) !== null && textOf(delivery.body.event) !== '' && isObject(orderOf(delivery)))

export const cakto: SalesPlatform = {
  name: 'cakto',
  productIdsOf,
  shownSecret,
  /** The age of the timestamp is not checked: a replayed body is the same row, and changes nothing. */
  proves: (delivery, { code }) => {
    const signature = signatureOf(delivery)
    if (signature === undefined) return isCode(shownSecret(delivery), code)
    const { raw, headers } = delivery
    const signed = Buffer.concat([Buffer.from(`${headers['x-cakto-timestamp'] ?? ''}.`), raw])
    return isSignature(/^\s*v1=(\w+)\s*$/.exec(signature)?.[1], code, signed)
  },
  // A real order has the block of one means of payment; the panel's test has them all.
  isTest: (delivery) =>
    isEmpty(delivery.body) ||
    ['card', 'boleto', 'pix', 'picpay'].every((name) => isObject(getValue(orderOf(delivery), name))),
  listParts: ({ body }) =>
    Array.isArray(body.data) && body.data.length > 1 ? body.data.map((order) => ({ ...body, data: [order] })) : [],
  read: async (delivery) => read(delivery),
}

function read(delivery: Delivery): Sale {
  const order = orderOf(delivery)
  const event = textOf(delivery.body.event)
  const change = changes.get(event) ?? ignoreUnknownEvent(event)
  const customer = getValue(order, 'customer')
  return makeSale(
    {
      eventId: null,
      event,
      transaction: idOrNull(getValue(order, 'id')),
      subscription: idOrNull(getValue(order, 'subscription', 'id')),
      productIds: productIdsOf(delivery),
      offerIds: idsOf([getValue(order, 'offer', 'id')]),
      productName: textOf(getValue(order, 'product', 'name')),
      buyer: {
        name: textOf(getValue(customer, 'name')),
        email: typedEmailOf(getValue(customer, 'email')),
        cellphone: cellphoneOf(getValue(customer, 'phone')),
        document: documentOf(getValue(customer, 'docNumber')),
      },
      ...amountOf(getValue(order, 'amount')),
      occurredOn: findOccurredOn(order, event, change),
    },
    change.action === 'ignore'
      ? change
      : { ...change, until: endOf(getValue(order, 'subscription', 'next_payment_date')) },
  )
}

function findOccurredOn(order: unknown, event: string, { action }: AskedChange): Date | null {
  if (action === 'enroll') return momentOf(getValue(order, 'paidAt'))
  if (event === 'refund') return momentOf(getValue(order, 'refundedAt'))
  if (event === 'chargeback') return momentOf(getValue(order, 'chargedbackAt'))
  return event === 'subscription_canceled' ? momentOf(getValue(order, 'subscription', 'canceledAt')) : null
}
