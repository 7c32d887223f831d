import { createHmac } from 'node:crypto'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { Seller, Sent } from '../sales.testing.ts'

/** Kinds of events that every platform reports in some way. */
export type PurchaseKind = 'paid' | 'canceled' | 'refunded'
/** Kinds that only some have a word for. */
type OtherKind = 'billet' | 'refused' | 'complete' | 'chargeback' | 'ended' | 'resumed' | 'moved'

/** Event as a platform reports it; what is left out is not in the delivery. */
export interface SaleEvent {
  /** null: the subscription alone is named. */
  purchase: string | null
  email: string
  at: Date
  /** Tells deliveries apart that say the same. */
  turn?: number | string
  subscription?: string | undefined
  /** Moment of the next charge. */
  until?: Date | undefined
  productName?: string
  name?: string
  cellphone?: string
  /** Reais that were paid. */
  price?: number
}

/** School with a product, and the code by which its deliveries prove themselves. */
type Shop = Pick<Seller, 'id' | 'code' | 'productId'>

export interface SalesChannel {
  gateway: SalesPlatformName
  /** Names of the events in the platform's own words. */
  words: Partial<Record<PurchaseKind | OtherKind, string>>
  /** Events whose moment the platform tells; of the others the arrival counts. */
  stated: PurchaseKind[]
  make(shop: Shop, word: string, event: SaleEvent): Sent
}

export const all: PurchaseKind[] = ['paid', 'canceled', 'refunded']
export const atAddress = (shop: Shop, gateway: string, body: object | string, headers = {}, query = ''): Sent => ({
  path: `/webhook/${shop.id}/${gateway}${query}`,
  headers,
  body,
})
const idOf = (word: string, { purchase, at, turn }: Pick<SaleEvent, 'purchase' | 'at' | 'turn'>) =>
  [purchase, word, at.getTime(), turn].join(' ')
const hmac = (algorithm: string, { code }: Shop, text: string) => createHmac(algorithm, code).update(text).digest('hex')

/** Platforms in their current channels, with all that a delivery of theirs may say of a subscription and its buyer. */
export const currentChannels = {
  hotmart: {
    gateway: 'hotmart',
    words: {
      paid: 'PURCHASE_APPROVED',
      complete: 'PURCHASE_COMPLETE',
      canceled: 'PURCHASE_CANCELED',
      refunded: 'PURCHASE_REFUNDED',
      chargeback: 'PURCHASE_CHARGEBACK',
      refused: 'PURCHASE_CANCELED',
      billet: 'PURCHASE_BILLET_PRINTED',
      ended: 'SUBSCRIPTION_CANCELLATION',
      moved: 'UPDATE_SUBSCRIPTION_CHARGE_DATE',
    },
    stated: all,
    make: (shop, event, { purchase, email, at, turn, subscription, until, productName, name, cellphone, price }) => {
      const subscriber = subscription && { code: subscription }
      const date_next_charge = until?.getTime()
      return {
        headers: { 'x-hotmart-hottok': shop.code },
        body: {
          id: idOf(event, { purchase, at, turn }),
          event,
          version: '2.0.0',
          creation_date: at.getTime(),
          data: {
            product: { id: Number(shop.productId), name: productName },
            ...(purchase === null
              ? { subscriber: { code: subscription, email }, date_next_charge }
              : {
                  buyer: { email, name, checkout_phone: cellphone },
                  purchase: {
                    transaction: purchase,
                    date_next_charge,
                    ...(price !== undefined && { price: { value: price, currency_value: 'BRL' } }),
                  },
                  ...(subscriber && { subscription: { subscriber } }),
                }),
          },
        },
      }
    },
  },
  eduzz: {
    gateway: 'eduzz',
    words: {
      paid: 'invoice_paid',
      complete: 'invoice_paid',
      canceled: 'invoice_canceled',
      refunded: 'invoice_refunded',
      chargeback: 'invoice_chargeback',
      refused: 'invoice_canceled',
      ended: 'contract_updated:canceled',
      resumed: 'contract_updated:upToDate:reactivation',
      moved: 'contract_updated:upToDate',
    },
    stated: all,
    make: (shop, word, { purchase, email, at, turn, subscription, until, productName, name, cellphone, price }) => {
      // A contract says how it stands, and why.
      const [event, status, reason] = word.split(':')
      const text = JSON.stringify({
        id: idOf(word, { purchase, at, turn }),
        event: `myeduzz.${event}`,
        sentDate: at.toISOString(),
        data: {
          ...(!status && { id: purchase }),
          ...(subscription && {
            contract: { id: subscription, ...(status && { status, recurrence: { nextDue: until?.toISOString() } }) },
          }),
          items: [{ productId: shop.productId, name: productName }],
          student: { name, email, cellphone },
          ...(price !== undefined && { price: { value: price, currency: 'BRL' } }),
          reason,
        },
      })
      return atAddress(shop, 'eduzz', text, { 'x-signature': hmac('sha256', shop, text) })
    },
  },
  kiwify: {
    gateway: 'kiwify',
    words: {
      paid: 'order_approved',
      complete: 'subscription_renewed',
      refunded: 'order_refunded',
      chargeback: 'chargeback',
      refused: 'order_rejected',
      // It changes nothing: each payment names the next charge.
      moved: 'subscription_late',
    },
    stated: ['paid'],
    make: (
      shop,
      webhook_event_type,
      { purchase, email, at, turn, subscription, until, productName, name, cellphone, price },
    ) => {
      const text = JSON.stringify({
        webhook_event_type,
        order_id: purchase,
        approved_date: at.toISOString(),
        ...(subscription && {
          subscription_id: subscription,
          Subscription: until && { customer_access: { access_until: until.toISOString() } },
        }),
        Product: { product_id: shop.productId, product_name: productName },
        Customer: { full_name: name, email, mobile: cellphone },
        ...(price !== undefined && { Commissions: { charge_amount: price * 100, currency: 'BRL' } }),
        turn,
      })
      return atAddress(shop, 'kiwify', text, {}, `?signature=${hmac('sha1', shop, text)}`)
    },
  },
  hubla: {
    gateway: 'hubla',
    words: { paid: 'customer.member_added', canceled: 'customer.member_removed', refunded: 'invoice.refunded' },
    stated: [],
    make: (shop, type, { purchase, email, turn, productName, name, cellphone }) => {
      const product = { id: shop.productId, name: productName }
      const user = { firstName: name, email, phone: cellphone }
      const body = { type, event: { product, subscription: { id: purchase }, user }, turn }
      return atAddress(shop, 'hubla', body, { 'x-hubla-token': shop.code })
    },
  },
  ticto: {
    gateway: 'ticto',
    words: {
      paid: 'authorized',
      refunded: 'chargeback',
      ended: 'subscription_canceled',
      resumed: 'uncanceled',
      moved: 'extended',
    },
    stated: all,
    make: (shop, status, { purchase, email, at, turn, subscription, until }) =>
      atAddress(shop, 'ticto', {
        version: '2.0',
        token: shop.code,
        status,
        status_date: at.toISOString(),
        order: { hash: purchase },
        item: { product_id: shop.productId },
        customer: { email },
        subscriptions: subscription && [{ id: subscription, next_charge: until?.toISOString() }],
        turn,
      }),
  },
} satisfies Partial<Record<SalesPlatformName, SalesChannel>>

/** Makes the call by which a platform reports an event, proven as that platform does. */
export function makeDelivery(
  platform: keyof typeof currentChannels,
  { kind, ...event }: SaleEvent & { kind: PurchaseKind | OtherKind },
  shop: Shop,
): Sent {
  const { words, make }: SalesChannel = currentChannels[platform]
  const word = words[kind]
  if (word === undefined) throw new Error(`${platform} has no word for ${kind}`)
  return make(shop, word, event)
}
