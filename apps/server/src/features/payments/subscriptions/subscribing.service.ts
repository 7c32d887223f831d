import { paymentLimits } from '@escola/contract/payments.contract'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { Stripe } from 'stripe'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import { idOf } from '../../../payments/expandable.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { PaymentTools } from '../customers.service.ts'
import { findFirstDay, type Intent, type PaymentRow } from '../payments.queries.ts'
import { isGreater, isOverdueByPix, isUnderWay, isUnpaid, leastCents, prorate } from './plan-decision.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

export interface Quote {
  purpose: 'first_month' | 'upgrade' | 'overdue_month'
  /** Cents that the present plan is worth still, and that the change costs now. */
  credit: number
  now: number
  /** Of an upgrade: the end of the months of which it pays the rest. */
  until: Date | null
}

const quoteMonth = (purpose: 'first_month' | 'overdue_month', planId: PaidPlanId): Quote => ({
  purpose,
  credit: 0,
  now: plans[planId].eachMonth,
  until: null,
})

/** Cents that a change to a plan costs now; undefined for a smaller plan, which begins when the paid month ends. */
export async function quotePlan(school: School, planId: PaidPlanId, tools: PaymentTools): Promise<Quote | undefined> {
  const row = await school.tx(findSubscription)
  if (!row) return quoteMonth('first_month', planId)
  if (row.plan_id === planId) throw new AppError('plan_is_current')
  return isGreater(planId, row.plan_id) ? quoteUpgrade(school, row, planId, tools) : undefined
}

/** Price in cents of the overdue month, whose Pix code was not paid in time and which a card now pays; undefined when no month is overdue. */
export async function quoteOverdueMonth(
  school: School,
  planId: PaidPlanId,
  { now }: Pick<PaymentTools, 'now'>,
): Promise<Quote | undefined> {
  const row = await school.tx(findSubscription)
  return row?.next_plan_id === planId && isOverdueByPix(row, now()) ? quoteMonth('overdue_month', planId) : undefined
}

async function quoteUpgrade(
  school: School,
  row: SubscriptionRow,
  planId: PaidPlanId,
  { provider, now }: PaymentTools,
): Promise<Quote> {
  if (row.utc_grace_ends_on || isUnpaid(row, now())) throw new AppError('plan_is_overdue')
  if (isUnderWay(row, now())) throw new AppError('plan_payment_under_way')
  // The provider charges a card about an hour after the month is over, and would quote the next month.
  if (row.utc_paid_until <= now()) throw new AppError('plan_renewal_under_way')
  const quote =
    row.pays_with !== 'pix' && !row.utc_card_from && provider
      ? await askUpgrade(row, planId, provider)
      : prorate(
          { from: row.plan_id, to: planId },
          { now: now(), paidUntil: row.utc_paid_until, firstDay: await school.tx(findFirstDay) },
        )
  return { purpose: 'upgrade', credit: quote.credit, now: Math.max(quote.now, leastCents), until: row.utc_paid_until }
}

/** The provider knows to the second how much of the month is left. */
async function askUpgrade({ stripe_id, item_id }: SubscriptionRow, planId: PaidPlanId, provider: PaymentProvider) {
  const price = await ensurePrice(planId, provider)
  const { lines } = await provider.ask(({ invoices }) =>
    invoices.createPreview({
      subscription: stripe_id!,
      subscription_details: { items: [{ id: item_id!, price }], proration_behavior: 'always_invoice' },
    }),
  )
  const amounts = lines.data.map(({ amount }) => amount)
  const sumOf = (some: number[]) => some.reduce((sum, amount) => sum + amount, 0)
  return { credit: -sumOf(amounts.filter((amount) => amount < 0)), now: sumOf(amounts) }
}

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
          ...(payment.method === 'pix_auto' ? mandateOf(payment) : { payment_method_types: ['card'] }),
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
const mandateOf = ({ item }: PaymentRow): Stripe.SubscriptionCreateParams.PaymentSettings => ({
  payment_method_types: ['pix'],
  payment_method_options: {
    pix: {
      expires_after_seconds: paymentLimits.pixMinutes * 60,
      mandate_options: { amount: plans[item as PaidPlanId].eachMonth, payment_schedule: 'monthly' },
    },
  },
})

/** Finds the subscription that an invoice is of. */
export function subscriptionOf({ parent }: Pick<Stripe.Invoice, 'parent'>): string | undefined {
  return idOf(parent?.subscription_details?.subscription)
}

/** Finds the intent of an invoice that was read with its payments. */
export function intentOf({ payments }: Pick<Stripe.Invoice, 'payments'>): string | undefined {
  return idOf(payments?.data.find(({ payment }) => payment.payment_intent)?.payment.payment_intent)
}
