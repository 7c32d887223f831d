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
import type { Buyer, Sale } from './platform.ts'
import {
  cellphoneOf,
  documentOf,
  emailOf,
  endOf,
  findText,
  getValue,
  idOrNull,
  idsOf,
  isObject,
  listOf,
  momentOf,
  saleItemsOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/** The webhooks of Eduzz's developer hub, the current channel. */
const isEvent = (event: string): boolean => /^(myeduzz|sun|nutror|alpaclass|blinket|safevideo)\./.test(event)

/** It is signed, and shows no secret. */
const secretIn = (_: Record<string, unknown>): string | null => null

/** Events of Eduzz's other products (courses, tickets, carts): none of them gives access here. */
const isOfOtherProduct = (event: string) => /^(sun|nutror|alpaclass|blinket|safevideo)\./.test(event)

const changes = new Map<string, AskedChange>([
  // Renewals come as this event too, with a contract.
  ['myeduzz.invoice_paid', enroll],
  ['myeduzz.invoice_refunded', revoke],
  ['myeduzz.invoice_chargeback', revoke],
  ['myeduzz.invoice_canceled', cancel],
  // Only third parties name this event.
  ['myeduzz.contract_canceled', { action: 'revoke', revokes: 'subscription' }],
  ['myeduzz.contract_created', { action: 'amend', amends: 'charge_moved' }],
  ...[
    'invoice_waiting_refund',
    'invoice_opened',
    'invoice_waiting_payment',
    'invoice_expired',
    'invoice_recovering',
    'invoice_refused',
    'invoice_overdue',
    'invoice_scheduled',
    'invoice_negotiated',
    'invoice_negotiatied',
    'contract_renewed',
    'contract_card_attempted',
    'contract_bankslip_attempted',
    'contract_pix_attempted',
    'contract_eduzz_balance_attempted',
    'commission_processed',
  ].map((event) => [`myeduzz.${event}`, changesNothing] as const),
])

/** The envelope is documented for invoices; contracts are documented without it, and seen with it. */
const dataOf = (body: Record<string, unknown>) => (isObject(body.data) ? body.data : body)

const productIdsOf = (body: Record<string, unknown>): string[] => {
  const data = dataOf(body)
  return idsOf([
    // A variation of a product is sold in its parent's name.
    ...listOf(getValue(data, 'items')).flatMap((item) => [getValue(item, 'productId'), getValue(item, 'parentId')]),
    ...listOf(getValue(data, 'products')).map((product) => getValue(product, 'id')),
  ])
}

async function read(body: Record<string, unknown>): Promise<Sale> {
  const data = dataOf(body)
  const event = textOf(body.event)
  const change = changeOf(event, data)
  const isContract = event.startsWith('myeduzz.contract_')
  const end = { until: endOf(getValue(data, 'contract', 'recurrence', 'nextDue')) }
  return makeSale(
    {
      eventId: idOrNull(body.id),
      event,
      transaction: isContract ? null : idOrNull(getValue(data, 'id')),
      subscription: idOrNull(getValue(data, 'contract', 'id')),
      productIds: productIdsOf(body),
      ...saleItemsOf(
        listOf(getValue(data, 'items')).map((item) => [getValue(item, 'productId'), getValue(item, 'parentId')]),
      ),
      // An offer has a name and no id.
      offerIds: [],
      productName: findText(
        ...[...listOf(getValue(data, 'items')), ...listOf(getValue(data, 'products'))].map((item) =>
          getValue(item, 'name'),
        ),
      ),
      buyer: buyerOf(data),
      ...amountOf(getValue(data, 'price', 'value'), getValue(data, 'price', 'currency')),
      occurredOn: findOccurredOn(body, data, change),
    },
    // A student who pays late loses the access at once; one who cancels has paid until the next charge.
    change.action === 'amend' || (change.action === 'revoke' && !change.isAtOnce && change.revokes === 'subscription')
      ? { ...change, ...end }
      : change,
  )
}

function changeOf(event: string, data: Record<string, unknown>): AskedChange {
  if (event === 'myeduzz.contract_updated') return changeOfContract(data)
  // Only third parties name this event, so it never opens anything.
  if (event === 'myeduzz.invoice_status_changed') {
    const status = textOf(data.status)
    return status === 'refunded' ? revoke : status === 'canceled' ? cancel : changesNothing
  }
  return changes.get(event) ?? (isOfOtherProduct(event) ? changesNothing : ignoreUnknownEvent(event))
}

/** The seller decides in Eduzz's panel what the end of a contract and a late payment take away. */
function changeOfContract({ contract, reason }: Record<string, unknown>): AskedChange {
  const status = textOf(getValue(contract, 'status'))
  const label = `myeduzz.contract_updated: ${status}`
  if (status === 'canceled' || status === 'finished')
    return getValue(contract, 'contentAccess', 'removeOnContractEnd') === false
      ? ignore('contract_end', label)
      : { action: 'revoke', revokes: 'subscription' }
  if (status === 'late' || status === 'defaulter' || status === 'suspended')
    return getValue(contract, 'contentAccess', 'removeOnLatePayment') === true
      ? { action: 'revoke', revokes: 'subscription', isAtOnce: true }
      : ignore('contract_delay', label)
  if (status === 'upToDate')
    return { action: 'amend', amends: isReactivation(reason) ? 'subscription_resumed' : 'charge_moved' }
  return ['trial', 'free', 'awaitingPayment'].includes(status) ? changesNothing : ignoreUnknownEvent(label)
}

/** The reason is a word, or an object that has one. */
const isReactivation = (reason: unknown) =>
  /reactivat/i.test(findText(reason, getValue(reason, 'type'), getValue(reason, 'name'), getValue(reason, 'code')))

/** The student studies, also when another person pays. */
function buyerOf(data: Record<string, unknown>): Buyer {
  const persons = [data.student, data.buyer, data.customer]
  const person = persons.find((each) => emailOf(getValue(each, 'email')) !== '') ?? persons.find(isObject)
  const phone = getValue(person, 'phone')
  const [country, area, number] = ['countryCode', 'areaCode', 'number'].map((part) => textOf(getValue(phone, part)))
  return {
    name: textOf(getValue(person, 'name')),
    email: typedEmailOf(...persons.map((each) => getValue(each, 'email'))),
    cellphone:
      cellphoneOf(findText(getValue(person, 'cellphone'), phone)) ||
      cellphoneOf(`${area}${number}`, country) ||
      cellphoneOf(getValue(person, 'phone2')),
    document: documentOf(getValue(person, 'document')),
  }
}

function findOccurredOn(
  body: Record<string, unknown>,
  data: Record<string, unknown>,
  { action }: AskedChange,
): Date | null {
  const own = action === 'enroll' ? data.paidAt : action === 'revoke' ? data.refundedAt : undefined
  return momentOf(own) ?? momentOf(body.sentDate) ?? momentOf(getValue(data, 'contract', 'updatedAt'))
}

export const current = { isEvent, secretIn, productIdsOf, read }
