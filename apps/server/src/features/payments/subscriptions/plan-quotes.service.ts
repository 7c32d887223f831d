import { type PaidPlanId, plans } from '@escola/contract/prices'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { isAway } from '../../../payments/provider-errors.ts'
import type { PaymentTools } from '../customers.service.ts'
import { findFirstDay } from '../payments.queries.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { leastCents, prorate } from './proration.ts'
import { findLiving } from './provider-subscription.service.ts'
import { isGreater, isOverdueByPix, isUnderWay, isUnpaid } from './subscription-states.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

interface Quote {
  purpose: 'first_month' | 'upgrade' | 'overdue_month'
  /** Cents that the present plan is worth still, and that the change costs now. */
  credit: number
  now: number
  /** End of the months of which an upgrade pays the rest; null for all other payments. */
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

/** Finds the price of the overdue month, whose Pix code was not paid in time and which a card now pays; undefined when no month is overdue. */
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
  const isCharged = row.pays_with !== 'pix' && !row.utc_card_from
  const quote =
    (isCharged && provider ? await askUpgrade(row, planId, provider) : undefined) ??
    prorate(
      { from: row.plan_id, to: planId },
      { now: now(), paidUntil: row.utc_paid_until, firstDay: await school.tx(findFirstDay) },
    )
  return { purpose: 'upgrade', credit: quote.credit, now: Math.max(quote.now, leastCents), until: row.utc_paid_until }
}

/** The provider knows to the second how much of the month is left. @returns undefined where the subscription has ended there, of which no event has come yet */
async function askUpgrade({ stripe_id, item_id }: SubscriptionRow, planId: PaidPlanId, provider: PaymentProvider) {
  const price = await ensurePrice(planId, provider)
  const asking = provider.ask(({ invoices }) =>
    invoices.createPreview({
      subscription: stripe_id!,
      // A subscription that ends with its month has no further invoice, and an upgrade lets it go on.
      subscription_details: {
        items: [{ id: item_id!, price }],
        proration_behavior: 'always_invoice',
        cancel_at_period_end: false,
      },
    }),
  )
  const preview = await asking.catch(async (error: unknown) => {
    if (isAway(error) || (await findLiving(stripe_id!, provider))) throw error
  })
  if (!preview) return undefined
  const amounts = preview.lines.data.map(({ amount }) => amount)
  const sumOf = (some: number[]) => some.reduce((sum, amount) => sum + amount, 0)
  return { credit: -sumOf(amounts.filter((amount) => amount < 0)), now: sumOf(amounts) }
}
