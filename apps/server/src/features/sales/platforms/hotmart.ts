import { isEmpty } from './body.ts'
import { cancel, changesNothing, decide, enroll, ignore, type Outcome, revoke, unknownEvent } from './decision.ts'
import type { Buyer, Delivery, Sale, SalesPlatform } from './platform.ts'
import { isCode } from './proof.ts'
import {
  at,
  cellphoneOf,
  documentOf,
  emailOf,
  endOf,
  firstText,
  idOf,
  idOrNull,
  idsOf,
  listOf,
  momentOf,
  secretOf,
  textOf,
} from './values.ts'

/**
 * Events of version 2.0.0, the current one. They decide, and not `purchase.status`, which is documented and sent in different spellings.
 */
const outcomes = new Map<string, Outcome>([
  // Renewals come as this event too, with a recurrence number above 1.
  ['PURCHASE_APPROVED', enroll],
  ['PURCHASE_COMPLETE', enroll],
  ['PURCHASE_REFUNDED', revoke],
  ['PURCHASE_CHARGEBACK', revoke],
  ['PURCHASE_CANCELED', cancel],
  ['SUBSCRIPTION_CANCELLATION', { action: 'revoke', revokes: 'subscription' }],
  ...[
    'PURCHASE_PROTEST',
    'PURCHASE_DELAYED',
    'PURCHASE_EXPIRED',
    'PURCHASE_BILLET_PRINTED',
    'PURCHASE_OUT_OF_SHOPPING_CART',
    'PURCHASE_REFUND_REQUESTED',
    'SWITCH_PLAN',
    'UPDATE_SUBSCRIPTION_CHARGE_DATE',
    'CLUB_FIRST_ACCESS',
    'CLUB_MODULE_COMPLETED',
    'ORDER_FULFILLMENT',
  ].map((event) => [event, changesNothing] as const),
])

/** Outcomes of version 1.0.0, a form that has a status and no event. */
const formOutcomes = new Map<string, Outcome>([
  ['approved', enroll],
  ['completed', enroll],
  ['refunded', revoke],
  ['chargeback', revoke],
  ['canceled', cancel],
  ...['billet_printed', 'expired', 'dispute', 'blocked', 'delayed'].map((status) => [status, changesNothing] as const),
])

const isForm = ({ body }: Delivery) => textOf(body.event) === ''

const productIdsOf = (delivery: Delivery): string[] => {
  if (isForm(delivery)) return idsOf([delivery.body.prod])
  const data = delivery.body.data
  return idsOf([
    at(data, 'product', 'id'),
    ...listOf(at(data, 'product', 'content', 'products')).map((product) => at(product, 'id')),
    at(data, 'subscription', 'product', 'id'),
  ])
}

/** The header holds the secret, as documented; a few events have it in the body alone. */
const shownSecret = ({ headers, body }: Delivery) => secretOf(headers['x-hotmart-hottok'], body.hottok)

export const hotmart: SalesPlatform = {
  name: 'hotmart',
  productIdsOf,
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery) => (isForm(delivery) ? readForm(delivery) : readEvent(delivery)),
}

function readEvent(delivery: Delivery): Sale {
  const { body } = delivery
  const { data } = body
  const event = textOf(body.event)
  const outcome = outcomes.get(event) ?? unknownEvent(event)
  const isCancellation = outcome.action === 'revoke' && outcome.revokes === 'subscription'
  return decide(
    {
      eventId: idOrNull(body.id),
      event,
      transaction: idOrNull(at(data, 'purchase', 'transaction')),
      subscription:
        idOf(at(data, 'subscription', 'subscriber', 'code')) ||
        idOf(at(data, 'subscriber', 'code')) ||
        idOrNull(at(data, 'subscription', 'subscriber_code')),
      productIds: productIdsOf(delivery),
      offerIds: idsOf([at(data, 'purchase', 'offer', 'code')]),
      productName: textOf(at(data, 'product', 'name')),
      buyer: buyerOf(data),
      occurredOn: momentOf(body.creation_date) ?? momentOf(body.creationDate),
    },
    isCancellation ? { ...outcome, until: endOf(at(data, 'date_next_charge')) } : outcome,
  )
}

/** A cancelled subscription names its subscriber, and no buyer. */
function buyerOf(data: unknown): Buyer {
  const person = at(data, 'buyer') ?? at(data, 'subscriber') ?? at(data, 'subscription', 'user')
  const given = [at(person, 'first_name'), at(person, 'last_name')].map(textOf).join(' ').trim()
  return {
    name: firstText(at(person, 'name'), given),
    email: emailOf(at(person, 'email')),
    cellphone: cellphoneOf(
      firstText(at(person, 'checkout_phone'), at(person, 'phone')),
      at(person, 'checkout_phone_code'),
    ),
    document: documentOf(at(person, 'document')),
  }
}

function readForm(delivery: Delivery): Sale {
  const { body } = delivery
  const status = textOf(body.status).toLowerCase()
  // The only delivery of version 1.0.0 that is no form: it names neither the product's id nor a transaction.
  const isOldCancellation = status === '' && textOf(body.cancellationDate) !== ''
  const outcome = isOldCancellation ? ignore('old_cancellation') : (formOutcomes.get(status) ?? unknownEvent(status))
  const given = [body.first_name, body.last_name].map(textOf).join(' ').trim()
  const localCode = firstText(body.phone_checkout_local_code, body.phone_local_code)
  return decide(
    {
      eventId: null,
      event: status || (isOldCancellation ? 'cancellation' : ''),
      transaction: idOrNull(body.transaction),
      subscription: idOrNull(body.subscriber_code),
      productIds: productIdsOf(delivery),
      offerIds: idsOf([body.off]),
      productName: firstText(body.prod_name, body.productName),
      buyer: {
        name: firstText(body.name, given),
        email: emailOf(body.email ?? body.userEmail),
        cellphone: cellphoneOf(firstText(body.phone_checkout_number, body.phone_number), localCode),
        document: documentOf(body.doc),
      },
      // The dates of a form are the purchase's, whatever happened since.
      occurredOn: outcome.action === 'enroll' ? momentOf(body.confirmation_purchase_date) : null,
    },
    outcome,
  )
}
