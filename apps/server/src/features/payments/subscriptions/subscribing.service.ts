import { paymentLimits } from '@escola/contract/payments.contract'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { School } from '../../../core/scope.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Intent, PaymentRow } from '../payments.queries.ts'
import { intentOf } from './invoice-parts.ts'
import { ensurePrice } from './plan-prices.service.ts'

/** Begins a subscription at the provider whose first invoice waits for its payment; one that is never paid ends there by itself. */
export async function beginSubscription(
  school: School,
  { payment, customer }: { payment: PaymentRow; customer: string },
  provider: PaymentProvider,
): Promise<Intent> {
  const price = await ensurePrice(payment.item as PaidPlanId, provider)
  const { latest_invoice } = await provider.ask(({ subscriptions }) =>
    subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: {
          save_default_payment_method: 'on_subscription',
          ...(payment.method === 'pix_auto' ? mandateOf(payment, provider) : { payment_method_types: ['card'] }),
        },
        metadata: { school: school.id, payment: payment.key },
        expand: ['latest_invoice.payments'],
      },
      { idempotencyKey: `subscription-${school.id}-${payment.key}-${payment.attempt}` },
    ),
  )
  const invoice = latest_invoice as Stripe.Invoice
  return { intent_id: intentOf(invoice)!, invoice_id: invoice.id! }
}

/** Asks the payer to authorise the plan's price each month, and no other sum. */
const mandateOf = (
  { item }: PaymentRow,
  { config }: PaymentProvider,
): Stripe.SubscriptionCreateParams.PaymentSettings => ({
  payment_method_types: ['pix'],
  payment_method_options: {
    pix: {
      expires_after_seconds: paymentLimits.pixMinutes * 60,
      mandate_options: {
        amount: plans[item as PaidPlanId].eachMonth,
        payment_schedule: 'monthly',
        ...(config.isAbroad && { amount_includes_iof: 'always' }),
      },
    },
  },
})
