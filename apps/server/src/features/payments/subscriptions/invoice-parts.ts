import type { Stripe } from 'stripe'
import { idOf } from '../../../payments/expandable.ts'

/** Finds the subscription that an invoice is of. */
export function subscriptionOf({ parent }: Pick<Stripe.Invoice, 'parent'>): string | undefined {
  return idOf(parent?.subscription_details?.subscription)
}

/** Finds the intent of an invoice that was read with its payments. */
export function intentOf({ payments }: Pick<Stripe.Invoice, 'payments'>): string | undefined {
  return idOf(payments?.data.find(({ payment }) => payment.payment_intent)?.payment.payment_intent)
}
