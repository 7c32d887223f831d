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
import type { Sale } from './platform.ts'
import {
  cellphoneOf,
  documentOf,
  emailOf,
  findText,
  getValue,
  idOrNull,
  idsOf,
  listOf,
  momentOf,
  saleItemsOf,
  secretOf,
  textOf,
  typedEmailOf,
} from './values.ts'

type Body = Record<string, unknown>

/** Eduzz's postback, which it calls obsolete since 2024 and still sends. A contract's may have no transaction. */
const isPostback = (body: Body): boolean =>
  (textOf(body.trans_cod) !== '' && textOf(body.trans_status) !== '') ||
  (/^(invoice|contract|cart)_/.test(textOf(body.event_name)) && secretIn(body) !== null)

/** The check of an address names an invoice that does not exist, with a secret that is the same for all. */
const isCheck = (body: Body): boolean =>
  textOf(body.trans_cod) === '1' && emailOf(body.cus_email) === 'webhook@eduzz.com'

/** Its list of fields and its overview name the secret differently. */
const secretIn = (body: Body): string | null => (isCheck(body) ? null : secretOf(body.origin_secret, body.origin))

/** Payments are missing, or all have been made. */
const endAtOnce: AskedChange = { action: 'revoke', revokes: 'subscription', isAtOnce: true }
const trial = ignore('trial')

const events = new Map<string, AskedChange>([
  ['invoice_paid', enroll],
  ['invoice_refunded', revoke],
  ['invoice_canceled', cancel],
  ['invoice_deleted', cancel],
  ['contract_canceled', { action: 'revoke', revokes: 'subscription' }],
  ['contract_suspended', endAtOnce],
  ['contract_finished', endAtOnce],
  ['invoice_trial', trial],
  ['contract_trial', trial],
  ...[
    'invoice_open',
    'invoice_processing',
    'invoice_waiting_documents',
    'invoice_waiting_refund',
    'invoice_analysing',
    'invoice_duplicated',
    'invoice_expired',
    'invoice_recovering',
    'invoice_waiting_payment',
    'invoice_refused',
    'invoice_overdue',
    'invoice_scheduled',
    'invoice_negociated',
    'contract_up_to_date',
    'contract_waiting_payment',
    'contract_delayed',
    'contract_overdue',
    'contract_free',
    'contract_next_charge',
    'cart_abandonment',
  ].map((event) => [event, changesNothing] as const),
])

/** Codes of `trans_status`. Other platforms mean other things by the same numbers. */
const statuses = new Map<string, AskedChange>([
  ['3', enroll],
  ['4', cancel],
  ['7', revoke],
  ...['1', '6', '9', '10', '11', '15', '18'].map((code) => [code, changesNothing] as const),
])

/** Items come as a list, or flat under names such as `trans_items[0][item_product_id]`, even in JSON. */
const listItems = (body: Body): unknown[] => [
  ...listOf(body.trans_items).map((item) => getValue(item, 'item_product_id')),
  ...Object.keys(body)
    .filter((name) => /^trans_items\[\d+\]\[item_product_id\]$/.test(name))
    .map((name) => body[name]),
]

const productIdsOf = (body: Body): string[] => idsOf([body.product_cod, body.product_parent_cod, ...listItems(body)])

/** The parent is named of the first product alone. */
const itemsIn = (body: Body) => {
  const first = [body.product_cod, body.product_parent_cod]
  const others = idsOf(listItems(body)).filter((id) => !idsOf(first).includes(id))
  return saleItemsOf([first, ...others.map((id) => [id])])
}

async function read(body: Body): Promise<Sale> {
  const event = textOf(body.event_name)
  const status = textOf(body.trans_status)
  const change = changeOf(event, status)
  const prefix = emailOf(body.student_email) ? 'student' : 'cus'
  const own = change.action === 'enroll' ? body.trans_paiddate : change === revoke ? body.refund_date : undefined
  return makeSale(
    {
      eventId: null,
      event: event || (status && `trans_status ${status}`),
      transaction: idOrNull(body.trans_cod),
      subscription: idOrNull(body.recurrence_cod),
      productIds: productIdsOf(body),
      ...itemsIn(body),
      offerIds: [],
      productName: textOf(body.product_name),
      buyer: {
        name: textOf(body[`${prefix}_name`]),
        email: typedEmailOf(body[`${prefix}_email`], body.student_email),
        cellphone: cellphoneOf(findText(body[`${prefix}_cel`], body[`${prefix}_tel`], body[`${prefix}_tel2`])),
        document: documentOf(body[`${prefix}_taxnumber`]),
      },
      ...amountOf(body.trans_value),
      occurredOn: momentOf(own),
    },
    change,
  )
}

/** Its event decides; a status beside it can only take back what the event grants. */
function changeOf(event: string, status: string): AskedChange {
  const byStatus = statuses.get(status) ?? ignoreUnknownEvent(status && `trans_status ${status}`)
  if (event === '') return byStatus
  const byEvent = events.get(event) ?? ignoreUnknownEvent(event)
  return byEvent.action === 'enroll' && status !== '' ? byStatus : byEvent
}

export const obsolete = { isPostback, secretIn, productIdsOf, read }
