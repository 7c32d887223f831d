import { createHmac } from 'node:crypto'
import type { SalesPlatformName } from '@escola/contract/sales'

/** Thing that a platform tells of one purchase. */
export interface Told {
  kind: 'paid' | 'refunded' | 'billet'
  transaction: string
  product: { id: string; name: string }
  buyer: { name: string; email: string; cellphone: string }
  on: Date
}
/** Call of a platform, with the proof that it knows the code. */
export interface Call {
  headers: Record<string, string>
  query: Record<string, string>
  body: Buffer
}

const hmac = (algorithm: string, code: string, text: string) => createHmac(algorithm, code).update(text).digest('hex')
const callOf = (body: object, headers: Record<string, string> = {}): Call => ({
  headers: { 'content-type': 'application/json', ...headers },
  query: {},
  body: Buffer.from(JSON.stringify(body)),
})

type Deliver = (told: Told, code: string) => Call

/** Calls as these platforms make them, with the fields that are read. */
export const deliveries = {
  hotmart: ({ kind, transaction, product, buyer, on }, code) =>
    callOf(
      {
        id: `${transaction}-${kind}`,
        creation_date: on.getTime(),
        event: { paid: 'PURCHASE_APPROVED', refunded: 'PURCHASE_REFUNDED', billet: 'PURCHASE_BILLET_PRINTED' }[kind],
        version: '2.0.0',
        data: {
          product: { id: Number(product.id), name: product.name },
          buyer: { name: buyer.name, email: buyer.email, checkout_phone: buyer.cellphone },
          purchase: { transaction },
        },
      },
      { 'x-hotmart-hottok': code },
    ),
  eduzz: ({ kind, transaction, product, buyer, on }, code) => {
    const call = callOf({
      id: `${transaction}-${kind}`,
      event: { paid: 'myeduzz.invoice_paid', refunded: 'myeduzz.invoice_refunded', billet: 'myeduzz.invoice_opened' }[
        kind
      ],
      sentDate: on.toISOString(),
      data: {
        id: transaction,
        buyer: { name: buyer.name, email: buyer.email, cellphone: buyer.cellphone },
        items: [{ productId: product.id, name: product.name }],
      },
    })
    return { ...call, headers: { ...call.headers, 'x-signature': hmac('sha256', code, String(call.body)) } }
  },
  kiwify: ({ kind, transaction, product, buyer, on }, code) => {
    const call = callOf({
      webhook_event_type: { paid: 'order_approved', refunded: 'order_refunded', billet: 'billet_created' }[kind],
      order_id: transaction,
      approved_date: on.toISOString(),
      updated_at: on.toISOString(),
      Product: { product_id: product.id, product_name: product.name },
      Customer: { full_name: buyer.name, email: buyer.email, mobile: buyer.cellphone },
    })
    return { ...call, query: { signature: hmac('sha1', code, String(call.body)) } }
  },
  hubla: ({ kind, transaction, product, buyer }, code) =>
    callOf(
      {
        type: { paid: 'customer.member_added', refunded: 'invoice.refunded', billet: 'invoice.created' }[kind],
        event: {
          product,
          subscription: { id: transaction },
          user: { firstName: buyer.name, email: buyer.email, phone: buyer.cellphone },
        },
      },
      { 'x-hubla-token': code },
    ),
} satisfies Partial<Record<SalesPlatformName, Deliver>>

export type DemoPlatform = keyof typeof deliveries
