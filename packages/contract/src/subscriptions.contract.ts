import { z } from 'zod'
import { Bank, Reason } from './ledger.contract.ts'
import { Payment, PaymentMethod, payWays } from './payments.contract.ts'
import { planViews } from './plan-rules.ts'
import { paidPlanIds, planIds } from './prices.ts'
import { Resource } from './resource.ts'
import { defineRoute } from './route.ts'
import { Id, Money, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Monthly plan of a school. */
export const Subscription = z.object({
  /** Screen that the plan is to be shown with: the server has decided what may be done. */
  view: z.enum(planViews),
  plan_id: z.enum(paidPlanIds),
  pays_with: z.enum(payWays),
  /** Card that renewals are charged to; null with Pix. */
  card: PaymentMethod.nullable(),
  utc_paid_until: Utc,
  /** Plan that follows at the end of the period: the same one, a smaller one, or onDemand after a cancellation. */
  next_plan_id: z.enum(planIds),
  /** Name of the platform's administrator who chose that in their view of the school; '' where the school did. */
  wished_by: z.string(),
  /** End of what is paid already: the card's next charge, or the last day of the code. */
  utc_next_payment_on: Utc,
  /** End of the grace after a renewal that failed; null while all is paid. */
  utc_grace_ends_on: Utc.nullable(),
  /** Plan whose month was not paid, while the grace runs: not the present one where another was to begin with that month. */
  unpaid_plan_id: z.enum(paidPlanIds).nullable(),
  /** Code that pays the next month, while one waits. */
  pix: Payment.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

const Changed = z.object({ resource: Resource, bank: Bank, subscription: Subscription.nullable() })

export const subscriptionMessages = { marked: 'O mês foi marcado como pago' } as const

export const graceListLimits = { perPage: 50 } as const

/** Month of a school's plan that is not paid, in its grace. */
export const UnpaidMonth = z.object({
  /** Id and name of the school. */
  id: Id,
  name: z.string(),
  /** Page of its plans, in the view of the platform. */
  url: z.string(),
  plan_id: z.enum(paidPlanIds),
  cents: z.number().int(),
  way: z.enum(payWays),
  /** Words of the last refusal; '' while there is none. */
  reason: z.string(),
  utc_began_on: Utc,
  utc_ends_on: Utc,
})
export type UnpaidMonth = z.infer<typeof UnpaidMonth>

/** Mark of a month as paid, by an administrator of the platform. */
export const MonthMark = z.object({ reason: Reason })

export const PlanChange = z.object({
  /** Sum that is charged at once, after what is left of the present month. */
  now: Money,
  /** Part of it, as a credit, that the present month gives back. */
  credit: Money,
  /** Sum of each month from then on. */
  each_month: Money,
  utc_begins_on: Utc,
  /** Sum that the first run after the change would charge if nothing changed until then, for how many students and for how many own domains that cost something. */
  next_run: Money,
  students: z.number().int(),
  domains: z.number().int(),
})
export type PlanChange = z.infer<typeof PlanChange>

/** Monthly plans. */
export const subscriptions = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/subscription',
    summary: "The school's monthly plan, or null on demand",
    access: 'admin',
    may: 'money',
    rateLimit: 'money',
    params: SchoolParams,
    response: Changed,
  }),
  preview: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/plan-change/:planId',
    summary: 'Sums of a change of plan, before it is confirmed',
    access: 'admin',
    may: 'money',
    rateLimit: 'money',
    params: SchoolParams.extend({ planId: z.string() }),
    response: z.object({ change: PlanChange }),
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/cancel-subscription',
    summary: 'Return to On Demand at the end of the paid month',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    rateLimit: 'money',
    params: SchoolParams,
    response: Changed,
  }),
  /** Undoes a cancellation or a step down that waits for the end of the month. */
  keep: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/keep-subscription',
    summary: 'Keep the present plan after all',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    rateLimit: 'money',
    params: SchoolParams,
    response: Changed,
  }),
  setCard: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/subscription-card',
    summary:
      'Charge renewals to a card that the school keeps: an open one at once, and in the place of Pix from the end of what is paid',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    rateLimit: 'payment',
    params: SchoolParams,
    body: z.object({ id: Id }),
    response: Changed,
  }),
  markPaid: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/mark-month-paid',
    summary:
      'Count the month that is not paid as paid, with a reason that the school reads; only administrators of the platform',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    rateLimit: 'money',
    params: SchoolParams,
    body: MonthMark,
    response: Changed,
  }),
  listGraces: defineRoute({
    method: 'GET',
    path: '/platform/graces',
    summary:
      'Months of plans that schools have not paid, the first grace to end first; only administrators of the platform',
    access: 'platform',
    query: PageQuery,
    response: z.object({ graces: pageOf(UnpaidMonth) }),
  }),
  setPix: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/subscription-pix',
    summary: 'Pay renewals by Pix from the end of the paid month on, with a code for each; no card is charged any more',
    access: 'admin',
    may: 'money',
    proof: 'recent',
    rateLimit: 'money',
    params: SchoolParams,
    response: Changed,
  }),
}
