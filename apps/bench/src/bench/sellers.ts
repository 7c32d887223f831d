import { createHmac } from 'node:crypto'
import { fillPath } from '@escola/contract/call'
import { cohorts } from '@escola/contract/cohorts.contract'
import type { BenchSchool } from './bench-schools.ts'
import type { LoadRequest } from './load.ts'

/** Platforms that prove their sales in each of the ways that there are: by a secret, and by a signature in a header or in the address. */
export const soldOn = ['hotmart', 'eduzz', 'kiwify'] as const
export type SoldOn = (typeof soldOn)[number]

/** A school whose class is sold on each of these platforms. */
export interface BenchSeller extends BenchSchool {
  productId: string
}

/** Event of a purchase, as a platform tells it. */
export interface Told {
  kind: 'paid' | 'complete' | 'canceled' | 'refunded' | 'chargeback' | 'contract'
  purchase: string
  email: string
  at: number
  subscription?: string
  /** Moment of the next charge. */
  until?: number
}

const codeOf = (seller: Pick<BenchSchool, 'id'>, platform: SoldOn) => `codigo-${platform}-${seller.id}`

/** Makes the class of a school one that is sold, as its administrator would. */
export async function makeSeller(apiUrl: string, school: BenchSchool): Promise<BenchSeller> {
  const seller = { ...school, productId: String(7_000_000 + Number(school.id)) }
  const integrations = soldOn.map((gateway) => ({
    gateway,
    code: codeOf(school, gateway),
    ids: seller.productId,
    keeps_paid_period: true,
  }))
  const path = fillPath(cohorts.update.path, { schoolId: school.id, id: school.cohortId })
  const answer = await fetch(`${apiUrl}/api${path}`, {
    method: cohorts.update.method,
    headers: { authorization: `Bearer ${school.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ integrations }),
  })
  if (!answer.ok) throw new Error(`the class is not sold: ${await answer.text()}`)
  return seller
}

/** The call that tells of it, proven as its platform does. */
export const deliveryOf = (seller: BenchSeller, platform: SoldOn, told: Told): LoadRequest =>
  makers[platform](seller, told)

const iso = (at: number) => new Date(at).toISOString()
const buyerName = 'Compradora Medida'
const productName = 'Curso medido'

const makers: Record<SoldOn, (seller: BenchSeller, told: Told) => LoadRequest> = {
  hotmart(seller, { kind, purchase, email, at, subscription, until }) {
    const event = {
      paid: 'PURCHASE_APPROVED',
      complete: 'PURCHASE_COMPLETE',
      canceled: 'PURCHASE_CANCELED',
      refunded: 'PURCHASE_REFUNDED',
      chargeback: 'PURCHASE_CHARGEBACK',
      contract: 'UPDATE_SUBSCRIPTION_CHARGE_DATE',
    }[kind]
    const body = {
      id: `${purchase}:${kind}:${at}`,
      event,
      version: '2.0.0',
      creation_date: at,
      data: {
        product: { id: Number(seller.productId), name: productName },
        buyer: { email, name: buyerName, checkout_phone: '11987654321' },
        purchase: { transaction: purchase, status: 'APPROVED', ...(until && { date_next_charge: until }) },
        ...(subscription && { subscription: { subscriber: { code: subscription } } }),
      },
    }
    return post('/webhook', body, { 'x-hotmart-hottok': codeOf(seller, 'hotmart') })
  },
  eduzz(seller, { kind, purchase, email, at, subscription, until }) {
    const event = {
      paid: 'invoice_paid',
      complete: 'invoice_paid',
      canceled: 'invoice_canceled',
      refunded: 'invoice_refunded',
      chargeback: 'invoice_chargeback',
      contract: 'contract_updated',
    }[kind]
    const isContract = kind === 'contract'
    const contract = {
      id: subscription,
      ...(isContract && { status: 'upToDate', recurrence: { nextDue: until && iso(until) } }),
    }
    const text = JSON.stringify({
      id: `${purchase}:${kind}:${at}`,
      event: `myeduzz.${event}`,
      sentDate: iso(at),
      data: {
        ...(!isContract && { id: purchase, paidAt: iso(at), refundedAt: iso(at) }),
        ...(subscription && { contract }),
        items: [{ productId: seller.productId, name: productName }],
        student: { name: buyerName, email },
      },
    })
    const signature = createHmac('sha256', codeOf(seller, 'eduzz')).update(text).digest('hex')
    return post(`/webhook/${seller.id}/eduzz`, text, { 'x-signature': signature })
  },
  kiwify(seller, { kind, purchase, email, at, subscription, until }) {
    const event = {
      paid: 'order_approved',
      complete: 'subscription_renewed',
      canceled: 'order_rejected',
      refunded: 'order_refunded',
      chargeback: 'chargeback',
      contract: 'subscription_late',
    }[kind]
    const text = JSON.stringify({
      webhook_event_type: event,
      order_id: purchase,
      approved_date: iso(at),
      ...(subscription && {
        subscription_id: subscription,
        Subscription: { ...(until && { customer_access: { access_until: iso(until) } }) },
      }),
      Product: { product_id: seller.productId, product_name: productName },
      Customer: { full_name: buyerName, email },
    })
    const signature = createHmac('sha1', codeOf(seller, 'kiwify')).update(text).digest('hex')
    return post(`/webhook/${seller.id}/kiwify?signature=${signature}`, text)
  },
}

const post = (path: string, body: object | string, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
