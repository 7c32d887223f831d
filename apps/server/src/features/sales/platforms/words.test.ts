import { expect, it } from 'vitest'
import type { AskedChange } from './asked-change.ts'
import { changeOf, isKind, wordOf } from './words.ts'

const describeChange = (change: AskedChange) =>
  change.action === 'revoke' ? `revoke ${change.isFinal ? 'for good' : change.revokes}` : change.action
const isKnown = (change: AskedChange) => change.action !== 'ignore' || change.reason !== 'unknown_event'

/** The lists as they were published, to be compared word by word. */
const words = {
  enroll:
    'approved aprovado aprovada paid pago paga complete completed concluida finalizada purchase_approved purchase_complete purchase_completed order_approved order_paid sale_approved sale_paid payment_approved payment_confirmed payment_completed approved_payment compra_aprovada venda_aprovada pagamento_aprovado invoice_paid purchase_order_confirmed subscription_renewed renewed_subscription product_access_started',
  'revoke for good':
    'refunded refund reembolsado reembolsada reembolso estornado devolvida order_refunded purchase_refunded payment_refund payment_refunded sale_refunded compra_reembolsada invoice_refunded chargeback charged_back chargedback payment_chargeback purchase_chargeback invoice_chargeback',
  'revoke transaction': 'canceled cancelled cancelado cancelada purchase_canceled order_canceled product_access_ended',
  'revoke subscription':
    'subscription_canceled subscription_cancelled canceled_subscription subscription_cancellation subscription_expired',
  ignore:
    'pending waiting waiting_payment aguardando_pagamento in_process processing em_analise in_analysis pre_autorizada refused recusado recusada rejected declined failed order_rejected compra_recusada refused_payment billet_created billet_printed boleto_gerado generated_billet pix_created pix_gerado generated_pix cart_abandoned abandoned_cart carrinho_abandonado checkout_abandonment expired overdue late delayed atrasado subscription_late late_subscription in_mediation dispute protest refund_requested waiting_refund trial test ping authorized autorizado',
}
const table = Object.entries(words).flatMap(([change, list]) => list.split(' ').map((word) => [word, change] as const))

it.each(table)('%s: %s', (word, expected) => {
  for (const change of [changeOf(word, []), changeOf('', [word])]) {
    expect(describeChange(change)).toBe(expected)
    expect(isKnown(change)).toBe(true)
  }
})

it.each([
  ['Compra Aprovada', 'compra_aprovada'],
  [' PURCHASE.APPROVED ', 'purchase_approved'],
  ['approved-payment', 'approved_payment'],
  ['Concluída', 'concluida'],
  ['Em  análise', 'em_analise'],
  ['Purchase_Order_Confirmed', 'purchase_order_confirmed'],
])('%j is the word %j', (text, word) => expect(wordOf(text)).toBe(word))

it.each([
  'unpaid',
  'not_approved',
  'paid_partially',
  'approve',
  '2',
  '3',
  '4',
  'constructor',
  '__proto__',
  'toString',
  '',
])('grants nothing for %j', (word) => {
  for (const change of [changeOf(word, []), changeOf('', [word]), changeOf(word, ['approved'])])
    if (word !== '' || change !== changeOf('', ['approved'])) expect(describeChange(change)).toBe('ignore')
})

it.each([
  ['purchase_approved', ['refunded'], 'revoke for good'],
  ['purchase_approved', ['pending'], 'ignore'],
  ['purchase_approved', ['paid'], 'enroll'],
  ['purchase_approved', ['2'], 'enroll'],
  ['purchase_approved', ['paid', 'refund'], 'revoke for good'],
  ['refund', ['approved'], 'revoke for good'],
  ['refund_requested', ['paid'], 'ignore'],
  ['billet_printed', ['canceled'], 'revoke transaction'],
  ['subscription_canceled', ['canceled'], 'revoke subscription'],
  ['subscription_paused', ['paid'], 'ignore'],
  ['subscription_paused', ['refunded'], 'revoke for good'],
  ['', ['paid'], 'enroll'],
  ['', [], 'ignore'],
])('of %j and %j, what grants least counts: %s', (event, others, expected) => {
  expect(describeChange(changeOf(event, others))).toBe(expected)
})

it.each([
  ['ChargeBack', 'revoke for good'],
  ['PurchaseChargeBack', 'revoke for good'],
  ['charge back', 'revoke for good'],
  ['PURCHASEREFUNDED', 'revoke for good'],
  ['subscriptionCancelled', 'revoke subscription'],
  ['PIXGerado', 'ignore'],
  ['waitingPayment', 'ignore'],
  ['pagamentoAprovado', 'enroll'],
])('knows %j wherever its parts begin: %s', (word, expected) => {
  for (const change of [changeOf(word, []), changeOf('', [word])]) {
    expect(describeChange(change)).toBe(expected)
    expect(isKnown(change)).toBe(true)
  }
  expect(isKind('StatusAlterado') && isKind('STATUSALTERADO')).toBe(true)
})

it('says which name it does not know', () => {
  expect(changeOf('subscription_paused', ['paid'])).toMatchObject({
    reason: 'unknown_event',
    reasonDetail: 'subscription_paused',
  })
  expect(changeOf('', ['', 'zzz'])).toMatchObject({ reason: 'unknown_event', reasonDetail: 'zzz' })
  expect(changeOf('', [''])).toMatchObject({ reason: 'no_event' })
  expect(changeOf('late', [])).toMatchObject({ reason: 'no_access_change' })
})
