import { all, atAddress, currentChannels, type SalesChannel } from './made-deliveries.testing.ts'

/** Platforms and their channels, each in its own words, with the moments that it tells. Mercado Pago alone is asked, and tells none. */
export const channels: Record<string, SalesChannel> = {
  hotmart: currentChannels.hotmart,
  'hotmart 1.0': {
    gateway: 'hotmart',
    words: { paid: 'approved', canceled: 'canceled', refunded: 'refunded' },
    stated: ['paid'],
    make: (shop, status, { purchase, email, at, turn }) => ({
      body: {
        hottok: shop.code,
        status,
        prod: shop.productId,
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
    make: (shop, event_name, { purchase, email, at, turn }) => ({
      body: {
        origin_secret: shop.code,
        event_name,
        trans_cod: purchase,
        trans_paiddate: at.toISOString(),
        refund_date: at.toISOString(),
        product_cod: shop.productId,
        cus_email: email,
        turn,
      },
    }),
  },
  'eduzz v3': currentChannels.eduzz,
  'eduzz custom': {
    gateway: 'eduzz',
    words: { paid: 'create', canceled: 'remove' },
    stated: [],
    make: (shop, type, { purchase, email, turn }) => ({
      body: {
        type,
        fields: {
          edz_cli_origin_secret: shop.code,
          edz_fat_cod: purchase,
          edz_cnt_cod: shop.productId,
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
    make: (shop, status_transacao_codigo, { purchase, email, at, turn }) => ({
      body: {
        chave_unica: shop.code,
        transacao: purchase,
        status_transacao_codigo,
        codigo_produto: shop.productId,
        email_comprador: email,
        data_ultimo_evento: at.toISOString(),
        turn,
      },
    }),
  },
  kiwify: currentChannels.kiwify,
  hubla: currentChannels.hubla,
  'hubla invoices': {
    gateway: 'hubla',
    words: { paid: 'invoice.payment_succeeded', refunded: 'invoice.refunded' },
    stated: all,
    make: (shop, type, { purchase, email, at, turn }) => {
      const statusAt = ['paid', 'refunded'].map((status) => ({ status, when: at.toISOString() }))
      const invoice = { id: `${purchase} ${turn}`, subscriptionId: purchase, payer: { email }, statusAt }
      const body = { type, event: { product: { id: shop.productId }, invoice }, turn }
      return atAddress(shop, 'hubla', body, { 'x-hubla-token': shop.code })
    },
  },
  cakto: {
    gateway: 'cakto',
    words: { paid: 'purchase_approved', refunded: 'refund' },
    stated: ['paid', 'refunded'],
    make: (shop, event, { purchase, email, at, turn }) =>
      atAddress(shop, 'cakto', {
        secret: shop.code,
        event,
        data: {
          id: purchase,
          product: { id: shop.productId },
          customer: { email },
          paidAt: at.toISOString(),
          refundedAt: at.toISOString(),
        },
        turn,
      }),
  },
  ticto: currentChannels.ticto,
  kirvano: {
    gateway: 'kirvano',
    words: { paid: 'SALE_APPROVED', canceled: 'SUBSCRIPTION_EXPIRED', refunded: 'SALE_REFUNDED' },
    stated: ['paid'],
    make: (shop, event, { purchase, email, at, turn }) =>
      atAddress(
        shop,
        'kirvano',
        {
          event,
          sale_id: purchase,
          type: 'ONE_TIME',
          created_at: at.toISOString(),
          products: [{ id: shop.productId }],
          customer: { email },
          turn,
        },
        { 'security-token': shop.code },
      ),
  },
  fornece: {
    gateway: 'fornece',
    words: { paid: 'Compra Aprovada', canceled: 'cancelada', refunded: 'reembolsada' },
    stated: all,
    make: (shop, evento, { purchase, email, at, turn }) =>
      atAddress(
        shop,
        'fornece',
        {
          evento,
          transaction_id: purchase,
          produto: { codigo: shop.productId },
          comprador: { email },
          occurred_at: at.toISOString(),
          turn,
        },
        { 'x-webhook-token': shop.code },
      ),
  },
}
