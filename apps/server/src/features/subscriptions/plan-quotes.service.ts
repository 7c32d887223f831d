import { actTo } from '@escola/contract/plan-rules'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import { requireAct } from './plan-standing.service.ts'
import { leastCents, prorate } from './proration.ts'
import { isOverdueByPix } from './subscription-states.ts'
import { findFirstDay, findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

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
  const { row, act } = await school.tx(async (db) => {
    const row = await findSubscription(db)
    const act = actTo(row?.plan_id ?? 'onDemand', planId)
    await requireAct(db, act, row, tools)
    return { row, act }
  })
  if (!row) return quoteMonth('first_month', planId)
  return act === 'upgrade' ? quoteUpgrade(school, row, planId, tools) : undefined
}

/** Finds the price of the overdue month, whose Pix code was not paid in time and which a card now pays; undefined when no month is overdue. */
export async function quoteOverdueMonth(
  school: School,
  planId: PaidPlanId,
  { now }: Clock,
): Promise<Quote | undefined> {
  const row = await school.tx(findSubscription)
  return row?.next_plan_id === planId && isOverdueByPix(row, now()) ? quoteMonth('overdue_month', planId) : undefined
}

async function quoteUpgrade(school: School, row: SubscriptionRow, planId: PaidPlanId, { now }: Clock): Promise<Quote> {
  const quote = prorate(
    { from: row.plan_id, to: planId },
    { now: now(), paidUntil: row.utc_paid_until, firstDay: await school.tx(findFirstDay) },
  )
  return { purpose: 'upgrade', credit: quote.credit, now: Math.max(quote.now, leastCents), until: row.utc_paid_until }
}
