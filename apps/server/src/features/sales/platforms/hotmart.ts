import { amountOf } from './amounts.ts'
import {
  type AskedChange,
  cancel,
  changesNothing,
  enroll,
  ignore,
  ignoreUnknownEvent,
  makeSale,
  revoke,
} from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Buyer, Delivery, Sale, SalesPlatform } from './platform.ts'
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
  listOf,
  momentOf,
  saleItemsOf,
  secretOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/**
 * Events of version 2.0.0, the current one. They say what changes, and not `purchase.status`, which is documented and sent in different spellings.
 */
const changes = new Map<string, AskedChange>([
  // Renewals come as this event too, with a recurrence number above 1.
  ['PURCHASE_APPROVED', enroll],
  ['PURCHASE_COMPLETE', enroll],
  ['PURCHASE_REFUNDED', revoke],
  ['PURCHASE_CHARGEBACK', revoke],
  ['PURCHASE_CANCELED', cancel],
  ['SUBSCRIPTION_CANCELLATION', { action: 'revoke', revokes: 'subscription' }],
  ['UPDATE_SUBSCRIPTION_CHARGE_DATE', { action: 'amend', amends: 'charge_moved' }],
  ...[
    'PURCHASE_PROTEST',
    'PURCHASE_DELAYED',
    'PURCHASE_EXPIRED',
    'PURCHASE_BILLET_PRINTED',
    'PURCHASE_OUT_OF_SHOPPING_CART',
    'PURCHASE_REFUND_REQUESTED',
    // SWITCH_PLAN changes something only with its list of plans, which says which one was left for which.
    'SWITCH_PLAN',
    'CLUB_FIRST_ACCESS',
    'CLUB_MODULE_COMPLETED',
    'ORDER_FULFILLMENT',
  ].map((event) => [event, changesNothing] as const),
])

/** Changes of version 1.0.0, a form that has a status and no event. */
const formChanges = new Map<string, AskedChange>([
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
    getValue(data, 'product', 'id'),
    ...listOf(getValue(data, 'product', 'content', 'products')).map((product) => getValue(product, 'id')),
    getValue(data, 'subscription', 'product', 'id'),
  ])
}

/** The header holds the secret, as documented; a few events have it in the body alone. */
const shownSecret = ({ headers, body }: Delivery) => secretOf(headers['x-hotmart-hottok'], body.hottok)

export const hotmart: SalesPlatform = {
  name: 'hotmart',
  productIdsOf,
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ body }) => isEmpty(body) || isOfTestButton(body),
  read: async (delivery) => (isForm(delivery) ? readForm(delivery) : readEvent(delivery)),
}

/** Sales of the panel's test button, as others have captured them: no product has the number 0. */
const testTransactions = new Set(['HP16015479281022', 'HP1121336654889'])
function isOfTestButton(body: Record<string, unknown>): boolean {
  const form = textOf(body.event) === ''
  const of = (name: string, ...path: string[]) => textOf(form ? body[name] : getValue(body.data, ...path))
  return (
    of('prod', 'product', 'id') === '0' &&
    (of('prod_name', 'product', 'name').startsWith('Produto test postback') ||
      /^testecomprador\w*@example\.com$/.test(of('email', 'buyer', 'email')) ||
      testTransactions.has(of('transaction', 'purchase', 'transaction')))
  )
}

function readEvent(delivery: Delivery): Sale {
  const { body } = delivery
  const { data } = body
  const event = textOf(body.event)
  const plans = plansOf(data)
  // A class of the bundle is one of each product in it.
  const bundled = listOf(getValue(data, 'product', 'content', 'products'))
  const isSwitch = event === 'SWITCH_PLAN' && plans.current.length > 0 && plans.others.length > 0
  const known = changes.get(event) ?? ignoreUnknownEvent(event)
  const change: AskedChange = isSwitch ? { action: 'amend', amends: 'plan_switched' } : known
  return makeSale(
    {
      eventId: idOrNull(body.id),
      event,
      transaction: idOrNull(getValue(data, 'purchase', 'transaction')),
      subscription:
        idOf(getValue(data, 'subscription', 'subscriber', 'code')) ||
        idOf(getValue(data, 'subscriber', 'code')) ||
        idOrNull(getValue(data, 'subscription', 'subscriber_code')),
      productIds: productIdsOf(delivery),
      ...saleItemsOf(bundled.map((product) => [getValue(product, 'id'), getValue(data, 'product', 'id')])),
      offerIds: idsOf([
        getValue(data, 'purchase', 'offer', 'code'),
        getValue(data, 'subscription', 'plan', 'id'),
        ...plans.current,
      ]),
      ...(isSwitch && { droppedIds: plans.others }),
      productName: textOf(getValue(data, 'product', 'name')),
      buyer: buyerOf(data),
      ...amountOf(getValue(data, 'purchase', 'price', 'value'), getValue(data, 'purchase', 'price', 'currency_value')),
      occurredOn: momentOf(body.creation_date) ?? momentOf(body.creationDate),
    },
    change.action === 'ignore' ? change : { ...change, until: endOf(findNextCharge(data)) },
  )
}

/** Plans between which a subscriber switches, each with the offer that sells it: a class may be mapped by either. */
function plansOf(data: unknown): { current: string[]; others: string[] } {
  const { current = [], others = [] } = Object.groupBy(listOf(getValue(data, 'plans')), (plan) =>
    getValue(plan, 'current') === true ? 'current' : 'others',
  )
  const idsOfPlans = (plans: unknown[]) =>
    idsOf(plans.flatMap((plan) => [getValue(plan, 'id'), getValue(plan, 'offer', 'key')]))
  return { current: idsOfPlans(current), others: idsOfPlans(others) }
}

/** It stands with the purchase, with the subscription whose date was changed, or alone where a subscription was canceled. */
const findNextCharge = (data: unknown) =>
  getValue(data, 'purchase', 'date_next_charge') ??
  getValue(data, 'subscription', 'date_next_charge') ??
  getValue(data, 'date_next_charge')

/** A cancelled subscription names its subscriber, and no buyer. */
function buyerOf(data: unknown): Buyer {
  const person = getValue(data, 'buyer') ?? getValue(data, 'subscriber') ?? getValue(data, 'subscription', 'user')
  const given = [getValue(person, 'first_name'), getValue(person, 'last_name')].map(textOf).join(' ').trim()
  return {
    name: findText(getValue(person, 'name'), given),
    email: typedEmailOf(getValue(person, 'email')),
    cellphone: cellphoneOf(
      findText(getValue(person, 'checkout_phone'), getValue(person, 'phone')),
      getValue(person, 'checkout_phone_code'),
      findText(getValue(person, 'address', 'country_iso'), getValue(person, 'address', 'country')),
    ),
    document: documentOf(getValue(person, 'document')),
  }
}

function readForm(delivery: Delivery): Sale {
  const { body } = delivery
  const status = textOf(body.status).toLowerCase()
  // The only delivery of version 1.0.0 that is no form: it names neither the product's id nor a transaction.
  const isOldCancellation = status === '' && textOf(body.cancellationDate) !== ''
  const change = isOldCancellation
    ? ignore('old_cancellation')
    : (formChanges.get(status) ?? ignoreUnknownEvent(status))
  const given = [body.first_name, body.last_name].map(textOf).join(' ').trim()
  const localCode = findText(body.phone_checkout_local_code, body.phone_local_code)
  return makeSale(
    {
      eventId: null,
      event: status || (isOldCancellation ? 'cancellation' : ''),
      transaction: idOrNull(body.transaction),
      subscription: idOrNull(body.subscriber_code),
      productIds: productIdsOf(delivery),
      offerIds: idsOf([body.off]),
      productName: findText(body.prod_name, body.productName),
      buyer: {
        name: findText(body.name, given),
        email: typedEmailOf(body.email ?? body.userEmail),
        cellphone: cellphoneOf(findText(body.phone_checkout_number, body.phone_number), localCode),
        document: documentOf(body.doc),
      },
      ...amountOf(body.price, body.currency),
      // The dates of a form are the purchase's, whatever happened since.
      occurredOn: change.action === 'enroll' ? momentOf(body.confirmation_purchase_date) : null,
    },
    change,
  )
}
