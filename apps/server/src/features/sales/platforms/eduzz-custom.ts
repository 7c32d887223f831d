import { type AskedChange, enroll, ignoreUnknownEvent, makeSale } from './asked-change.ts'
import type { Sale } from './platform.ts'
import { cellphoneOf, documentOf, getValue, idOf, idOrNull, idsOf, secretOf, textOf, typedEmailOf } from './values.ts'

type Body = Record<string, unknown>

const fieldsOf = (body: Body) => (textOf(getValue(body.fields, 'edz_fat_cod')) === '' ? body : (body.fields as Body))

/** Eduzz's custom delivery: it tells whose access begins and ends, after its own rules. */
const isDelivery = (body: Body): boolean => textOf(fieldsOf(body).edz_fat_cod) !== ''

/** `nsid` hashes nothing secret, so that it proves nothing, and `sid` needs a second key. */
const secretIn = (body: Body): string | null => secretOf(fieldsOf(body).edz_cli_origin_secret)

const changes = new Map<string, AskedChange>([
  ['create', enroll],
  // Nothing more is paid for this item when Eduzz says so: it ends at once, and the other items of the invoice stay.
  ['remove', { action: 'revoke', revokes: 'subscription', isAtOnce: true }],
])

const productIdsOf = (body: Body): string[] => {
  const fields = fieldsOf(body)
  return idsOf([fields.edz_cnt_cod, fields.edz_cnt_paicod])
}

async function read(body: Body): Promise<Sale> {
  const fields = fieldsOf(body)
  const event = textOf(body.type)
  const [transaction, product] = [idOf(fields.edz_fat_cod), idOf(fields.edz_cnt_cod)]
  return makeSale(
    {
      // One comes for each item of an invoice, with nothing but the item to tell them apart.
      eventId: [event, transaction, product].join(':'),
      event,
      transaction: transaction || null,
      line: product,
      subscription: idOrNull(fields.edz_con_cod),
      productIds: productIdsOf(body),
      offerIds: [],
      productName: textOf(fields.edz_cnt_titulo),
      buyer: {
        name: textOf(fields.edz_cli_rsocial),
        email: typedEmailOf(fields.edz_cli_email),
        cellphone: cellphoneOf(fields.edz_cli_cel),
        document: documentOf(fields.edz_cli_taxnumber),
      },
      occurredOn: null,
    },
    changes.get(event) ?? ignoreUnknownEvent(event),
  )
}

const isSwitch = (body: Body): boolean => changes.has(textOf(body.type))

export const custom = { isDelivery, isSwitch, secretIn, productIdsOf, read }
