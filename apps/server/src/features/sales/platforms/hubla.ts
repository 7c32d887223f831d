import { amountOfCents } from './amounts.ts'
import {
  type AskedChange,
  cancel,
  changesNothing,
  enroll,
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

/** Events of version 2.0.0. Access is Hubla's own word for who may study; an invoice that was paid names the same subscription. */
const changes = new Map<string, AskedChange>([
  ['customer.member_added', enroll],
  ['invoice.payment_succeeded', enroll],
  // A subscription may give its access back.
  ['customer.member_removed', cancel],
  ['invoice.refunded', revoke],
  ...[
    'invoice.created',
    'invoice.status_updated',
    'invoice.payment_failed',
    'invoice.expired',
    'subscription.created',
    'subscription.activated',
    'subscription.expiring',
    'subscription.deactivated',
    'subscription.renewal_disabled',
    'subscription.renewal_enabled',
    'lead.abandoned_checkout',
  ].map((event) => [event, changesNothing] as const),
])

/** Statuses of an invoice that its events tell of. Access events name no moment. */
const invoiceStatuses = new Map([
  ['invoice.payment_succeeded', 'paid'],
  ['invoice.refunded', 'refunded'],
])

/** Moment of an invoice's event: its history says when it came to each status, the latest last. */
function momentOfInvoice(type: string, invoice: unknown): Date | null {
  const status = invoiceStatuses.get(type)
  const reached = listOf(getValue(invoice, 'statusAt')).filter((entry) => textOf(getValue(entry, 'status')) === status)
  return momentOf(getValue(reached.at(-1), 'when'))
}

const productsOf = ({ body }: Delivery) => [
  getValue(body.event, 'product'),
  ...listOf(getValue(body.event, 'products')),
]

const listOffers = (product: unknown): unknown[] =>
  listOf(getValue(product, 'offers')).flatMap((offer) => [
    getValue(offer, 'id'),
    ...listOf(getValue(offer, 'cohorts')).map((cohort) => getValue(cohort, 'id')),
  ])

const productIdsOf = (delivery: Delivery) => idsOf(productsOf(delivery).map((product) => getValue(product, 'id')))

const eventHeader = 'x-hubla-idempotency'

const shownSecret = ({ headers }: Delivery) => secretOf(headers['x-hubla-token'])

export const hubla: SalesPlatform = {
  name: 'hubla',
  eventHeader,
  productIdsOf,
  shownSecret,
  proves: (delivery, { code }) => isCode(shownSecret(delivery), code),
  isTest: ({ headers, body }) => isEmpty(body) || !['', 'false', '0'].includes(headers['x-hubla-sandbox'] ?? ''),
  read: async (delivery) => read(delivery),
}

function read(delivery: Delivery): Sale {
  const { headers, body } = delivery
  // The event's name stands in `type`; `event` is its subject.
  const type = textOf(body.type)
  const [user, payer] = [getValue(body.event, 'user'), getValue(body.event, 'invoice', 'payer')]
  const products = productsOf(delivery)
  const find = (name: string) => findText(getValue(user, name), getValue(payer, name))
  return makeSale(
    {
      eventId: idOrNull(headers[eventHeader]),
      event: type,
      // Access and invoices name the subscription alike, whose access ends as a whole.
      transaction:
        idOf(getValue(body.event, 'subscription', 'id')) ||
        idOf(getValue(body.event, 'invoice', 'subscriptionId')) ||
        idOrNull(getValue(body.event, 'invoice', 'id')),
      subscription: null,
      productIds: productIdsOf(delivery),
      offerIds: idsOf(products.flatMap(listOffers)),
      ...saleItemsOf(
        listOf(getValue(body.event, 'products')).map((product) => [getValue(product, 'id'), ...listOffers(product)]),
      ),
      productName: findText(...products.map((product) => getValue(product, 'name'))),
      buyer: {
        name: `${find('firstName')} ${find('lastName')}`.trim(),
        email: typedEmailOf(getValue(user, 'email'), getValue(payer, 'email')),
        cellphone: cellphoneOf(find('phone')),
        document: documentOf(find('document')),
      },
      ...amountOfCents(
        getValue(body.event, 'invoice', 'amount', 'totalCents'),
        getValue(body.event, 'invoice', 'currency'),
      ),
      occurredOn: momentOfInvoice(type, getValue(body.event, 'invoice')),
    },
    changes.get(type) ?? ignoreUnknownEvent(type),
  )
}
