import { paymentLimits } from '@escola/contract/payments.contract'
import { itemNames } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type * as queries from './payments.queries.ts'
import { intentParams } from './settling.service.ts'

/** Makes an intent of a payment, which takes nothing until it is confirmed. */
export async function makeOwnIntent(
  school: School,
  { payment, customer }: { payment: queries.PaymentRow; customer: string },
  provider: PaymentProvider,
): Promise<queries.Intent> {
  const { id } = await provider.ask(({ paymentIntents }) =>
    paymentIntents.create(
      {
        amount: payment.cents,
        currency: 'brl',
        customer,
        allowed_payment_method_types: [payment.way],
        description: itemNames[payment.item],
        metadata: { school: school.id, payment: payment.key },
      },
      { idempotencyKey: `intent-${school.id}-${payment.key}-${payment.attempt}` },
    ),
  )
  return { intent_id: id, invoice_id: null }
}

/**
 * Takes the money, or begins to: the payer may have to act.
 * @param pixSeconds time for which a code of Pix can be paid
 */
export const confirmIntent = (
  school: School,
  payment: queries.PaymentRow & { intent_id: string },
  provider: PaymentProvider,
  pixSeconds: number = paymentLimits.pixMinutes * 60,
): Promise<Stripe.PaymentIntent> =>
  provider.ask(({ paymentIntents }) =>
    paymentIntents.confirm(payment.intent_id, confirmationOf(payment, pixSeconds), {
      idempotencyKey: `confirm-${school.id}-${payment.key}-${payment.attempt}`,
    }),
  )

const confirmationOf = (
  { way, method, saves_card, invoice_id }: queries.PaymentRow,
  pixSeconds: number,
): Stripe.PaymentIntentConfirmParams =>
  way === 'pix'
    ? {
        ...intentParams,
        payment_method_data: { type: 'pix' },
        // The subscription has said what the payer authorises, and until when.
        ...(invoice_id === null && { payment_method_options: { pix: { expires_after_seconds: pixSeconds } } }),
      }
    : {
        ...intentParams,
        payment_method: method,
        // The provider keeps the card of an invoice by itself.
        ...(invoice_id === null && { setup_future_usage: saves_card ? 'off_session' : '' }),
        use_stripe_sdk: true,
      }
