import { withoutAccents } from '@escola/contract/text'
import { type AskedChange, cancel, changesNothing, enroll, ignoreUnknownEvent, revoke } from './asked-change.ts'

/**
 * Words for events and statuses that ten Brazilian platforms use. They are whole names in closed lists: who looks for a part of one reads
 * “unpaid” as paid.
 */
const granting = [
  ...['approved', 'aprovado', 'aprovada', 'paid', 'pago', 'paga', 'complete', 'completed', 'concluida', 'finalizada'],
  ...['purchase_approved', 'purchase_complete', 'purchase_completed', 'order_approved', 'order_paid', 'sale_approved'],
  ...['sale_paid', 'payment_approved', 'payment_confirmed', 'payment_completed', 'approved_payment'],
  ...['compra_aprovada', 'venda_aprovada', 'pagamento_aprovado', 'invoice_paid', 'purchase_order_confirmed'],
  ...['subscription_renewed', 'renewed_subscription', 'product_access_started', 'order_paid_by_pix', 'order_pix_paid'],
]
const revoking = [
  ...['refunded', 'refund', 'reembolsado', 'reembolsada', 'reembolso', 'estornado', 'devolvida', 'order_refunded'],
  ...['purchase_refunded', 'payment_refund', 'payment_refunded', 'sale_refunded', 'compra_reembolsada'],
  ...['invoice_refunded', 'chargeback', 'charged_back', 'chargedback', 'payment_chargeback', 'purchase_chargeback'],
  ...['invoice_chargeback', 'order_refund', 'estornada'],
]
const canceling = [
  ...['canceled', 'cancelled', 'cancelado', 'cancelada', 'purchase_canceled', 'order_canceled'],
  'product_access_ended',
]
const endingSubscriptions = [
  'subscription_canceled',
  'subscription_cancelled',
  'canceled_subscription',
  'subscription_cancellation',
]
const changingNothing = [
  ...['pending', 'waiting', 'waiting_payment', 'aguardando_pagamento', 'in_process', 'processing', 'em_analise'],
  ...['in_analysis', 'pre_autorizada', 'refused', 'recusado', 'recusada', 'rejected', 'declined', 'failed'],
  ...['order_rejected', 'compra_recusada', 'refused_payment', 'billet_created', 'billet_printed', 'boleto_gerado'],
  ...['generated_billet', 'pix_created', 'pix_gerado', 'generated_pix', 'cart_abandoned', 'abandoned_cart'],
  ...['carrinho_abandonado', 'checkout_abandonment', 'expired', 'overdue', 'late', 'delayed', 'atrasado'],
  ...['subscription_late', 'late_subscription', 'in_mediation', 'dispute', 'protest', 'refund_requested'],
  ...['waiting_refund', 'trial', 'trialing', 'test', 'ping', 'created', 'unpaid', 'pending_payment', 'analysis'],
  ...['abandoned', 'scheduled', 'started', 'in_recovery', 'no_funds', 'checkout_error', 'precheckout'],
  ...['order_authorized', 'order_billet_created', 'order_billet_overdue', 'order_pix_created', 'order_pix_expired'],
  ...['payment_not_authorized', 'order_pending_integration', 'order_refused_by_risk'],
  // 'authorized' is a paid sale on one platform and an unpaid one on another, so by itself it changes nothing.
  ...['authorized', 'autorizado'],
]

/** “Compra Aprovada” → compra_aprovada, OrderPaid → order_paid */
export const wordOf = (text: string): string =>
  withoutAccents(text.trim())
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')

/** Joins the parts of a word: platforms disagree where one begins, as in ChargeBack, CHARGEBACK and charge_back. */
const joinWord = (text: string): string => wordOf(text).replaceAll('_', '')

const changes = new Map<string, AskedChange>(
  [
    ...granting.map((word) => [word, enroll] as const),
    ...revoking.map((word) => [word, revoke] as const),
    ...canceling.map((word) => [word, cancel] as const),
    ...endingSubscriptions.map((word) => [word, { action: 'revoke', revokes: 'subscription' }] as const),
    // It is sent when what was paid is over.
    ['subscription_expired', { action: 'revoke', revokes: 'subscription', isAtOnce: true }] as const,
    ...changingNothing.map((word) => [word, changesNothing] as const),
  ].map(([word, change]) => [joinWord(word), change]),
)

const accessWords = new Set(['product_access_started', 'product_access_ended'].map(joinWord))
/** Tells whether an event turns an access on or off, whatever was paid. */
export const isOfAccess = (event: string): boolean => accessWords.has(joinWord(event))

/** Names that say what the record is, where others say what happened to it. */
const kinds = new Set(
  [
    ...['transaction', 'transacao', 'sale', 'venda', 'purchase', 'compra', 'order', 'pedido', 'payment', 'pagamento'],
    ...['invoice', 'fatura', 'postback', 'webhook', 'status_alterado'],
  ].map(joinWord),
)
export const isKind = (name: string): boolean => kinds.has(joinWord(name))

const caution = { enroll: 0, ignore: 1, amend: 1, revoke: 2 }

/**
 * Finds the change of the name that grants least, of all that are known: a refund that is approved is a refund. An unknown event never grants,
 * whatever status stands beside it.
 * @param others other words of the delivery: its status, and second names of the event
 */
export function changeOf(event: string, others: string[]): AskedChange {
  const candidates = [event, ...others].flatMap((name) => changes.get(joinWord(name)) ?? [])
  const [least] = candidates.toSorted((a, b) => caution[b.action] - caution[a.action])
  const isUnknown = event !== '' && !changes.has(joinWord(event))
  if (!least || (isUnknown && least.action === 'enroll'))
    return ignoreUnknownEvent(event || (others.find(Boolean) ?? ''))
  return least
}
