import { digits } from '@escola/contract/people'
import type { SaleReason } from '@escola/contract/sale-reasons'
import { idsOf as idsOfText } from '@escola/contract/sales'
import { withoutAccents } from '@escola/contract/text'
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
import type { Buyer, Delivery, PaymentLookup, Sale, SalesPlatform } from './platform.ts'
import { isSignature } from './proof.ts'
import {
  cellphoneOf,
  documentOf,
  findText,
  getValue,
  idOf,
  idOrNull,
  idsOf,
  isObject,
  listOf,
  momentOf,
  saleItemsOf,
  textOf,
  typedEmailOf,
} from './values.ts'

/** Changes by the status of the payment itself, whatever the notification says of it. */
const statuses = new Map<string, AskedChange>([
  ['approved', enroll],
  ['cancelled', cancel],
  ['refunded', revoke],
  ['charged_back', revoke],
  ...['authorized', 'pending', 'in_process', 'in_mediation', 'rejected'].map(
    (status) => [status, changesNothing] as const,
  ),
])

/** Ids of payments are digits. What a signature covers stands in the address; the body is asked where that is silent. */
const paymentIdOf = ({ query, body }: Delivery) => {
  const id = query['data.id'] ?? query.id ?? getValue(body.data, 'id')
  return /^\d{1,20}$/.test(idOf(id)) ? idOf(id) : undefined
}

/** The id that the panel's own simulation sends; those of payments are far longer. */
const simulatedId = '123456'

export const mercadopago: SalesPlatform = {
  name: 'mercadopago',
  // A notification says nothing of what was sold: the class stands in its address.
  productIdsOf: () => [],
  shownSecret: () => null,
  proves: (delivery, { code }) => {
    const { ts, v1 } = signatureOf(delivery.headers['x-signature'] ?? '')
    if (!ts || !/^\d{1,20}$/.test(ts)) return false
    return listSignedIds(delivery.query['data.id']).some((id) =>
      isSignature(v1, code, manifestOf(id, delivery.headers['x-request-id'], ts)),
    )
  },
  isTest: (delivery) =>
    paymentIdOf(delivery) === simulatedId || (isEmpty(delivery.body) && paymentIdOf(delivery) === undefined),
  noticeOf: (delivery) => {
    const id = paymentIdOf(delivery)
    return { type: topicOf(delivery), ...(id && { 'data.id': id }) }
  },
  read,
}

const topicOf = ({ query, body }: Delivery) =>
  findText(query.type, query.topic, body.type) || (textOf(body.action).startsWith('payment.') ? 'payment' : '')

/** `ts=1754300000,v1=2fdc…`, in any order. */
function signatureOf(header: string): Record<string, string | undefined> {
  const parts = header.split(',', 10).map((part) => {
    const equals = part.indexOf('=')
    return [part.slice(0, Math.max(equals, 0)).trim(), part.slice(equals + 1).trim()]
  })
  return Object.fromEntries(parts)
}

/** The documentation signs ids in lower case, the official libraries as they come. */
const listSignedIds = (id: string | undefined) => [...new Set([id, id?.toLowerCase()])]

/**
 * The signed text: absent parts are left out, and each ends with a semicolon. How old `ts` may be is not asked: notifications are repeated
 * for days with their first signature, and the payment as it is now decides.
 */
const manifestOf = (id: string | undefined, requestId: string | undefined, ts: string) =>
  `${id ? `id:${id};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`

async function read(delivery: Delivery, look: PaymentLookup, { accessToken }: { accessToken: string }): Promise<Sale> {
  const { body } = delivery
  const [action, topic] = [textOf(body.action), topicOf(delivery)]
  const id = paymentIdOf(delivery)
  const facts = { ...nothing, eventId: idOrNull(body.id), event: action || topic, transaction: id ?? null }
  const ignorePayment = (reason: SaleReason, detail?: string) => makeSale(facts, ignore(reason, detail))
  if (topic !== 'payment') return ignorePayment('other_topic', topic)
  if (!id) return ignorePayment('no_payment')
  if (accessToken === '') return ignorePayment('no_access_token')
  const payment = await look.fetchPayment(accessToken, id)
  if (payment === null) return ignorePayment('payment_missing', id)
  if (idOf(getValue(payment, 'id')) !== id) return ignorePayment('other_payment')
  const [seller, notified] = [idOf(getValue(payment, 'collector_id')), idOf(body.user_id)]
  if (seller && notified && seller !== notified) return ignorePayment('other_account')
  return readPayment(idOrNull(body.id), id, payment)
}

const nothing: Omit<Sale, 'action' | 'until' | 'eventId' | 'event' | 'transaction'> = {
  subscription: null,
  productIds: [],
  offerIds: [],
  productName: '',
  buyer: { name: '', email: '', cellphone: '', document: '' },
  occurredOn: null,
}

function readPayment(eventId: string | null, transaction: string, payment: unknown): Sale {
  const status = textOf(getValue(payment, 'status'))
  // A part of the money went back, and the sale stands.
  const isPartial = status === 'approved' && textOf(getValue(payment, 'status_detail')) === 'partially_refunded'
  const event = `payment.${status}${isPartial ? '.partially_refunded' : ''}`
  const change = statuses.get(status) ?? ignoreUnknownEvent(event)
  const items = listOf(getValue(payment, 'additional_info', 'items'))
  const buyer = buyerOf(payment)
  const metadata = Object.entries(getValue(payment, 'metadata') ?? {})
  const codeOf = (value: unknown) => (namesBuyer(idOf(value), buyer) ? '' : idOf(value))
  const itemIds = items.map((item) => codeOf(getValue(item, 'id')))
  const ofAll = [
    getValue(payment, 'external_reference'),
    ...metadata.flatMap(([name, value]) => (isOfBuyer(name) || isText(value) ? [] : [value])),
  ].map(codeOf)
  return makeSale(
    {
      eventId,
      event,
      transaction,
      subscription: null,
      productIds: idsOf([ofAll[0], ...itemIds, ...ofAll]),
      // A class may be known by what the seller wrote of the whole payment, which has each of its items then.
      ...saleItemsOf(idsOf(itemIds).map((id) => [id, ...ofAll.filter((code) => !itemIds.includes(code))])),
      offerIds: [],
      productName: findText(...items.map((item) => getValue(item, 'title')), getValue(payment, 'description')),
      buyer,
      ...amountOf(getValue(payment, 'transaction_amount'), getValue(payment, 'currency_id')),
      occurredOn: momentOf(getValue(payment, change.action === 'enroll' ? 'date_approved' : 'date_last_updated')),
    },
    change,
    // The address says which class it is; without ids of its own, every payment of that address is for it.
    { needsProduct: false },
  )
}

/** Words that make up the names of metadata about the buyer, and words that may stand between them. */
const buyerWords = new Set([
  ...['student', 'aluno', 'aluna', 'buyer', 'customer', 'client', 'cliente', 'comprador', 'compradora', 'payer'],
  ...['user', 'name', 'nome', 'first', 'last', 'full', 'completo', 'sobrenome', 'email', 'mail', 'phone', 'telefone'],
  ...['mobile', 'cellphone', 'cel', 'celular', 'whatsapp', 'cpf', 'cnpj', 'rg', 'document', 'documento', 'doc'],
])
const fillers = new Set(['', 'e', 'de', 'do', 'da', 'number', 'numero'])
function isOfBuyer(name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => !fillers.has(word))
  return words.length > 0 && words.every((word) => buyerWords.has(word))
}

/** Sellers write what they like into metadata. No class can be mapped by a value with a blank, a comma or a dot. */
const isText = (value: unknown) => idsOfText(textOf(value)).length > 1

/** Tells whether what should be a code says who bought. */
function namesBuyer(id: string, { name, email, cellphone, document }: Buyer): boolean {
  const [text, whole] = [fold(id), fold(name)]
  const numbers = [document, digits(cellphone).replace(/^55/, '')].filter((number) => number.length >= 10)
  return (
    text === whole ||
    (whole.includes(' ') && text.includes(whole)) ||
    (email !== '' && text.includes(email)) ||
    numbers.some((number) => digits(id).includes(number))
  )
}
const fold = (text: string) => withoutAccents(text).toLowerCase()

/** The buyer's answers on the seller's own page come before Mercado Pago's data of the payer. */
function buyerOf(payment: unknown): Buyer {
  const metadata = getValue(payment, 'metadata')
  const [payer, typed] = [getValue(payment, 'payer'), getValue(payment, 'additional_info', 'payer')]
  const emailNames = ['student_email', 'email', 'buyer_email', 'customer_email']
  const emails = [...emailNames.map((name) => getValue(metadata, name)), getValue(payer, 'email')]
  const phones = [payer, typed].map((person) => getValue(person, 'phone')).filter(isObject)
  const nameOf = (person: unknown) =>
    [getValue(person, 'first_name'), getValue(person, 'last_name')].map(textOf).join(' ').trim()
  return {
    name: findText(getValue(metadata, 'student_name'), getValue(metadata, 'name'), nameOf(payer), nameOf(typed)),
    email: typedEmailOf(...emails),
    cellphone: phones.map((phone) => cellphoneOf(phone.number, phone.area_code)).find((number) => number !== '') ?? '',
    document: documentOf(
      findText(...[payer, typed].map((person) => getValue(person, 'identification', 'number')), getValue(payer, 'cpf')),
    ),
  }
}
