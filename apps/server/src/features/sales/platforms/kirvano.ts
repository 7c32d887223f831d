import { amountOf } from './amounts.ts'
import { type AskedChange, changesNothing, enroll, ignoreUnknownEvent, makeSale, revoke } from './asked-change.ts'
import { isEmpty } from './body.ts'
import type { Delivery, Sale, SalesPlatform } from './platform.ts'
import { bearerOf, isCode } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  emailOf,
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

const changes = new Map<string, AskedChange>([
  ['SALE_APPROVED', enroll],
  ['SUBSCRIPTION_RENEWED', enroll],
  ['SALE_REFUNDED', revoke],
  ['SALE_CHARGEBACK', revoke],
  // Access ends with what was paid, and an event says when that is over.
  ['SUBSCRIPTION_CANCELED', changesNothing],
  ['SUBSCRIPTION_CANCELLED', changesNothing],
  ['SUBSCRIPTION_EXPIRED', { action: 'revoke', revokes: 'subscription', isAtOnce: true }],
  ...['SALE_REFUSED', 'PIX_GENERATED', 'PIX_EXPIRED', 'BANK_SLIP_GENERATED', 'BANK_SLIP_EXPIRED', 'ABANDONED_CART'].map(
    (event) => [event, changesNothing] as const,
  ),
])

const listProductValues = ({ body }: Delivery, name: string) =>
  listOf(body.products).map((product) => getValue(product, name))

const productIdsOf = (delivery: Delivery) => idsOf(listProductValues(delivery, 'id'))

/** Its place is not documented, and integrations have seen each of these. */
const shownSecret = ({ headers, body }: Delivery) =>
  secretOf(headers['security-token'], headers['x-kirvano-token'], body.token, bearerOf(headers))

/** Tells whether a delivery looks like one of Kirvano. */
export const isKirvano = ({ body }: Delivery): boolean =>
  /^(SALE|SUBSCRIPTION|PIX|BANK_SLIP)_|^ABANDONED_CART$/.test(textOf(body.event)) &&
  (textOf(body.sale_id) !== '' || textOf(body.checkout_id) !== '')

export const kirvano: SalesPlatform = {
  name: 'kirvano',
  productIdsOf,
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ body }) => isEmpty(body),
  read: async (delivery) => read(delivery),
}

/** Kirvano gives a subscription no code, so the buyer and the product, which no order bump is, tie its charges. A refund is of its sale alone. */
function findTie({ body }: Delivery, event: string): Pick<Sale, 'tie'> {
  const begins = event === 'SALE_APPROVED'
  const isOfOne = begins || event === 'SUBSCRIPTION_RENEWED' || event === 'SUBSCRIPTION_EXPIRED'
  if (!isOfOne || textOf(body.type).toUpperCase() === 'ONE_TIME') return {}
  const products = listOf(body.products)
  const main = products.find((product) => getValue(product, 'is_order_bump') !== true)
  const [buyer, product] = [emailOf(getValue(body.customer, 'email')), idOf(getValue(main ?? products[0], 'id'))]
  return buyer === '' || product === '' ? {} : { tie: { text: `${buyer}\n${product}`, begins } }
}

function read(delivery: Delivery): Sale {
  const { body } = delivery
  const event = textOf(body.event)
  const change = changes.get(event) ?? ignoreUnknownEvent(event)
  return makeSale(
    {
      eventId: null,
      event,
      transaction: idOrNull(body.sale_id),
      subscription: null,
      ...findTie(delivery, event),
      // All of them are paid, order bumps too.
      productIds: productIdsOf(delivery),
      offerIds: idsOf(listProductValues(delivery, 'offer_id')),
      ...saleItemsOf(listOf(body.products).map((product) => [getValue(product, 'id'), getValue(product, 'offer_id')])),
      productName: findText(...listProductValues(delivery, 'name')),
      buyer: {
        name: textOf(getValue(body.customer, 'name')),
        email: typedEmailOf(getValue(body.customer, 'email')),
        cellphone: cellphoneOf(getValue(body.customer, 'phone_number')),
        document: documentOf(getValue(body.customer, 'document')),
      },
      ...amountOf(body.total_price),
      occurredOn: change.action === 'enroll' ? momentOf(body.created_at) : null,
    },
    change.action === 'enroll' ? { ...change, until: endOf(getValue(body.plan, 'next_charge_date')) } : change,
  )
}
