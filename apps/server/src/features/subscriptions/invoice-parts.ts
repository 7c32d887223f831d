import { type PaidPlanId, paidPlanIds } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import { idOf } from '../../payments/expandable.ts'

/** Finds the subscription that an invoice is of. */
export function subscriptionOf({ parent }: Pick<Stripe.Invoice, 'parent'>): string | undefined {
  return idOf(parent?.subscription_details?.subscription)
}

/** Finds the intent of an invoice that was read with its payments. */
export function intentOf({ payments }: Pick<Stripe.Invoice, 'payments'>): string | undefined {
  return idOf(payments?.data.find(({ payment }) => payment.payment_intent)?.payment.payment_intent)
}

/** Id of a plan's product at the provider, as earlier releases made it. */
export const productOf = (planId: PaidPlanId): string => `escola_${planId}`

export interface InvoicedMonth {
  plan: PaidPlanId
  end: Date
}

/** Finds the whole month of a plan that an invoice charges; undefined for invoices of others. */
export function monthOfInvoice({ lines }: Pick<Stripe.Invoice, 'lines'>): InvoicedMonth | undefined {
  const month = lines.data.find(({ parent }) => parent?.subscription_item_details?.proration === false)
  const plan = paidPlanIds.find((id) => month?.pricing?.price_details?.product === productOf(id))
  return month && plan && { plan, end: new Date(month.period.end * 1000) }
}
