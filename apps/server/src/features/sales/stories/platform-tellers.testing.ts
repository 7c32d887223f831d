import { createHmac } from 'node:crypto'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { Seller, Sent } from '../sales.testing.ts'

export type TellableKind = 'paid' | 'canceled' | 'refunded'
export interface Told {
  kind: TellableKind
  purchase: string
  email: string
  at: Date
  /** Tells deliveries apart that say the same. */
  turn: number
}

interface Teller {
  /** Names of the events in the platform's own words. */
  words: Partial<Record<TellableKind, string>>
  /** Events whose moment the platform tells; of the others the arrival counts. */
  stated: TellableKind[]
  tell(seller: Seller, word: string, told: Told): Sent
}

const all: TellableKind[] = ['paid', 'canceled', 'refunded']
const atAddress = (seller: Seller, gateway: string, body: object | string, headers = {}, query = ''): Sent => ({
  path: `/webhook/${seller.id}/${gateway}${query}`,
  headers,
  body,
})
const hmac = (algorithm: string, { code }: Seller, text: string) =>
  createHmac(algorithm, code).update(text).digest('hex')

/** Platforms and their channels, each in its own words, with the moments that it tells. Mercado Pago alone is asked, and tells none. */
export const tellers: Record<string, Teller & { gateway: SalesPlatformName }> = {
  hotmart: {
    gateway: 'hotmart',
    words: { paid: 'PURCHASE_APPROVED', canceled: 'PURCHASE_CANCELED', refunded: 'PURCHASE_REFUNDED' },
    stated: all,
    tell: (seller, event, { purchase, email, at, turn }) => ({
      headers: { 'x-hotmart-hottok': seller.code },
      body: {
        id: `${purchase} ${turn}`,
        event,
        creation_date: at.getTime(),
        data: { product: { id: Number(seller.productId) }, buyer: { email }, purchase: { transaction: purchase } },
      },
    }),
  },
  'hotmart 1.0': {
    gateway: 'hotmart',
    words: { paid: 'approved', canceled: 'canceled', refunded: 'refunded' },
    stated: ['paid'],
    tell: (seller, status, { purchase, email, at, turn }) => ({
      body: {
        hottok: seller.code,
        status,
        prod: seller.productId,
        transaction: purchase,
        email,
        confirmation_purchase_date: at.toISOString(),
        turn,
      },
    }),
  },
  'eduzz v2': {
    gateway: 'eduzz',
    words: { paid: 'invoice_paid', canceled: 'invoice_canceled', refunded: 'invoice_refunded' },
    stated: ['paid', 'refunded'],
    tell: (seller, event_name, { purchase, email, at, turn }) => ({
      body: {
        origin_secret: seller.code,
        event_name,
        trans_cod: purchase,
        trans_paiddate: at.toISOString(),
        refund_date: at.toISOString(),
        product_cod: seller.productId,
        cus_email: email,
        turn,
      },
    }),
  },
  'eduzz v3': {
    gateway: 'eduzz',
    words: { paid: 'invoice_paid', canceled: 'invoice_canceled', refunded: 'invoice_refunded' },
    stated: all,
    tell: (seller, event, { purchase, email, at, turn }) => {
      const text = JSON.stringify({
        id: `${purchase} ${turn}`,
        event: `myeduzz.${event}`,
        sentDate: at.toISOString(),
        data: { id: purchase, items: [{ productId: seller.productId }], student: { email } },
      })
      return atAddress(seller, 'eduzz', text, { 'x-signature': hmac('sha256', seller, text) })
    },
  },
  'eduzz custom': {
    gateway: 'eduzz',
    words: { paid: 'create', canceled: 'remove' },
    stated: [],
    tell: (seller, type, { purchase, email, turn }) => ({
      body: {
        type,
        fields: {
          edz_cli_origin_secret: seller.code,
          edz_fat_cod: purchase,
          edz_cnt_cod: seller.productId,
          edz_cli_email: email,
          turn,
        },
      },
    }),
  },
  octapay: {
    gateway: 'octapay',
    words: { paid: '4', canceled: '5', refunded: '6' },
    stated: all,
    tell: (seller, status_transacao_codigo, { purchase, email, at, turn }) => ({
      body: {
        chave_unica: seller.code,
        transacao: purchase,
        status_transacao_codigo,
        codigo_produto: seller.productId,
        email_comprador: email,
        data_ultimo_evento: at.toISOString(),
        turn,
      },
    }),
  },
  kiwify: {
    gateway: 'kiwify',
    words: { paid: 'order_approved', refunded: 'order_refunded' },
    stated: ['paid'],
    tell: (seller, webhook_event_type, { purchase, email, at, turn }) => {
      const text = JSON.stringify({
        webhook_event_type,
        order_id: purchase,
        approved_date: at.toISOString(),
        Product: { product_id: seller.productId },
        Customer: { email },
        turn,
      })
      return atAddress(seller, 'kiwify', text, {}, `?signature=${hmac('sha1', seller, text)}`)
    },
  },
  hubla: {
    gateway: 'hubla',
    words: { paid: 'customer.member_added', canceled: 'customer.member_removed', refunded: 'invoice.refunded' },
    stated: [],
    tell: (seller, type, { purchase, email, turn }) =>
      atAddress(
        seller,
        'hubla',
        { type, event: { product: { id: seller.productId }, subscription: { id: purchase }, user: { email } }, turn },
        { 'x-hubla-token': seller.code },
      ),
  },
  'hubla invoices': {
    gateway: 'hubla',
    words: { paid: 'invoice.payment_succeeded', refunded: 'invoice.refunded' },
    stated: all,
    tell: (seller, type, { purchase, email, at, turn }) => {
      const statusAt = ['paid', 'refunded'].map((status) => ({ status, when: at.toISOString() }))
      const invoice = { id: `${purchase} ${turn}`, subscriptionId: purchase, payer: { email }, statusAt }
      const body = { type, event: { product: { id: seller.productId }, invoice }, turn }
      return atAddress(seller, 'hubla', body, { 'x-hubla-token': seller.code })
    },
  },
  cakto: {
    gateway: 'cakto',
    words: { paid: 'purchase_approved', refunded: 'refund' },
    stated: ['paid', 'refunded'],
    tell: (seller, event, { purchase, email, at, turn }) =>
      atAddress(seller, 'cakto', {
        secret: seller.code,
        event,
        data: {
          id: purchase,
          product: { id: seller.productId },
          customer: { email },
          paidAt: at.toISOString(),
          refundedAt: at.toISOString(),
        },
        turn,
      }),
  },
  ticto: {
    gateway: 'ticto',
    words: { paid: 'authorized', refunded: 'chargeback' },
    stated: all,
    tell: (seller, status, { purchase, email, at, turn }) =>
      atAddress(seller, 'ticto', {
        version: '2.0',
        token: seller.code,
        status,
        status_date: at.toISOString(),
        order: { hash: purchase },
        item: { product_id: seller.productId },
        customer: { email },
        turn,
      }),
  },
  kirvano: {
    gateway: 'kirvano',
    words: { paid: 'SALE_APPROVED', canceled: 'SUBSCRIPTION_EXPIRED', refunded: 'SALE_REFUNDED' },
    stated: ['paid'],
    tell: (seller, event, { purchase, email, at, turn }) =>
      atAddress(
        seller,
        'kirvano',
        {
          event,
          sale_id: purchase,
          created_at: at.toISOString(),
          products: [{ id: seller.productId }],
          customer: { email },
          turn,
        },
        { 'security-token': seller.code },
      ),
  },
  fornece: {
    gateway: 'fornece',
    words: { paid: 'Compra Aprovada', canceled: 'cancelada', refunded: 'reembolsada' },
    stated: all,
    tell: (seller, evento, { purchase, email, at, turn }) =>
      atAddress(
        seller,
        'fornece',
        {
          evento,
          transaction_id: purchase,
          produto: { codigo: seller.productId },
          comprador: { email },
          occurred_at: at.toISOString(),
          turn,
        },
        { 'x-webhook-token': seller.code },
      ),
  },
}
