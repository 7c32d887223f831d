import { saleReasons, saleReasonText } from '@escola/contract/sale-reasons'
import type { Sale, SaleState } from '@escola/contract/sales.contract'
import { withoutAccents } from '@escola/contract/text'

/** Texts and colours of a sale's state, for one sale and for the filter. */
export const stateLook = {
  waiting: { label: 'Aguardando', plural: 'Aguardando', color: 'gray' },
  done: { label: 'Processada', plural: 'Processadas', color: 'teal' },
  ignored: { label: 'Ignorada', plural: 'Ignoradas', color: 'gray' },
  unmatched: { label: 'Sem turma', plural: 'Sem turma', color: 'ambar' },
  no_email: { label: 'Sem e-mail', plural: 'Sem e-mail', color: 'ambar' },
  failed: { label: 'Com problema', plural: 'Com problema', color: 'red' },
  dismissed: { label: 'Dispensada', plural: 'Dispensadas', color: 'gray' },
} as const satisfies Record<SaleState, { label: string; plural: string; color: string }>

/** Sentences for sales without a reason of their own. */
const usualReason: Partial<Record<SaleState, string>> = {
  waiting: 'Será feita em instantes',
  unmatched: saleReasons.no_cohort,
}
export const reasonOf = (sale: Pick<Sale, 'state' | 'reason' | 'reason_detail'>) =>
  saleReasonText(sale) || usualReason[sale.state]

export const buyerOf = ({ name, email }: Pick<Sale, 'name' | 'email'>) => name || email || 'Sem comprador'

/** Several platforms have a name of their own for each of these. */
const names: Record<string, string> = {
  'Compra aprovada':
    'purchase_approved invoice_paid approved paid paga order_approved order_paid compra_aprovada sale_approved payment_approved',
  'Compra concluída': 'purchase_complete purchase_completed complete completed concluida',
  Reembolso: 'purchase_refunded invoice_refunded refunded refund devolvida order_refunded reembolso compra_reembolsada',
  Chargeback: 'purchase_chargeback invoice_chargeback chargeback charged_back chargedback',
  'Compra bloqueada': 'bloqueada',
  'Compra cancelada': 'purchase_canceled invoice_canceled invoice_deleted canceled cancelled cancelada order_canceled',
  'Assinatura cancelada':
    'subscription_cancellation subscription_canceled subscription_cancelled contract_canceled contract_finished',
  'Assinatura renovada': 'subscription_renewed renewed_subscription',
  'Troca de plano': 'switch_plan',
  'Nova data de cobrança': 'update_subscription_charge_date',
  'Disputa aberta': 'purchase_protest in_mediation dispute protest',
  'Reembolso pedido': 'purchase_refund_requested refund_requested invoice_waiting_refund waiting_refund',
  'Pagamento atrasado': 'purchase_delayed invoice_overdue contract_delayed overdue late subscription_late',
  'Compra expirada': 'purchase_expired invoice_expired expired',
  'Boleto ou Pix gerado': 'purchase_billet_printed billet_printed billet_created boleto_gerado pix_created pix_gerado',
  'Carrinho abandonado':
    'purchase_out_of_shopping_cart cart_abandonment cart_abandoned abandoned_cart checkout_abandonment carrinho_abandonado',
  'Aguardando pagamento':
    'pending waiting waiting_payment aguardando_pagamento invoice_opened invoice_waiting_payment in_process em_analise pre_autorizada',
  'Compra recusada': 'rejected refused declined invoice_refused order_rejected compra_recusada',
  'Pagamento criado': 'created',
  'Pagamento atualizado': 'updated payment',
}
const nameOf = new Map(Object.entries(names).flatMap(([name, events]) => events.split(' ').map((each) => [each, name])))

/** Parts beside the event's name: its family, and the number that OctaPay has for it. */
const around = /^(?:myeduzz|sun|payment)\.|^\d+ /

/** Puts an event into words; an event without any goes by the platform's name for it. */
export function formatEvent(event: string): string {
  const plain = withoutAccents(event.toLowerCase().replace(around, '')).replace(/[\s.-]+/g, '_')
  return nameOf.get(plain) ?? event
}
