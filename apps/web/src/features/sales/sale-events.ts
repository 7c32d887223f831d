import { withoutAccents } from '@escola/contract/text'

/** Several platforms have a name of their own for each of these. */
const names: Record<string, string> = {
  'Compra aprovada':
    'purchase_approved invoice_paid approved paid paga order_approved order_paid compra_aprovada sale_approved payment_approved invoice_payment_succeeded',
  'Venda autorizada': 'authorized autorizado',
  'Compra concluída': 'purchase_complete purchase_completed complete completed concluida',
  Reembolso:
    'purchase_refunded invoice_refunded refunded refund devolvida order_refunded reembolso compra_reembolsada sale_refunded',
  Chargeback: 'purchase_chargeback invoice_chargeback chargeback charged_back chargedback sale_chargeback',
  'Compra bloqueada': 'bloqueada',
  'Compra cancelada': 'purchase_canceled invoice_canceled invoice_deleted canceled cancelled cancelada order_canceled',
  'Assinatura cancelada':
    'subscription_cancellation subscription_canceled subscription_cancelled contract_canceled contract_finished',
  'Assinatura renovada': 'subscription_renewed renewed_subscription',
  'Assinatura encerrada': 'subscription_expired subscription_deactivated',
  'Assinatura estendida': 'extended',
  'Assinatura criada': 'subscription_created',
  'Assinatura ativada': 'subscription_activated',
  'Assinatura pausada': 'subscription_paused',
  'Assinatura retomada': 'subscription_resumed subscription_late_recovered uncanceled',
  'Assinatura perto do fim': 'subscription_expiring',
  'Renovação automática desligada': 'subscription_renewal_disabled',
  'Renovação automática ligada': 'subscription_renewal_enabled',
  'Acesso concedido': 'customer_member_added',
  'Acesso removido': 'customer_member_removed',
  'Todas as parcelas pagas': 'all_charges_paid close',
  'Período de teste': 'trial trial_started trial_ended',
  'Cartão trocado': 'card_exchanged',
  'Troca de plano': 'switch_plan',
  'Nova data de cobrança': 'update_subscription_charge_date',
  'Disputa aberta': 'purchase_protest in_mediation dispute protest',
  'Reembolso pedido': 'purchase_refund_requested refund_requested invoice_waiting_refund waiting_refund claimed',
  'Pagamento atrasado':
    'purchase_delayed invoice_overdue contract_delayed overdue late subscription_late subscription_delayed bank_slip_delayed',
  'Compra expirada': 'purchase_expired invoice_expired expired pix_expired bank_slip_expired',
  'Boleto ou Pix gerado':
    'purchase_billet_printed billet_printed billet_created boleto_gerado pix_created pix_gerado pix_generated bank_slip_generated bank_slip_created picpay_gerado',
  'Carrinho abandonado':
    'purchase_out_of_shopping_cart cart_abandonment cart_abandoned abandoned_cart checkout_abandonment carrinho_abandonado abandoned lead_abandoned_checkout',
  'Aguardando pagamento':
    'pending waiting waiting_payment aguardando_pagamento invoice_opened invoice_waiting_payment in_process em_analise pre_autorizada invoice_created initiate_checkout',
  'Compra recusada':
    'rejected refused declined invoice_refused order_rejected compra_recusada sale_refused purchase_refused invoice_payment_failed',
  'Renovação recusada': 'subscription_renewal_refused',
  'Fatura atualizada': 'invoice_status_updated',
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
