import type { PayWay } from './payments.contract.ts'
import { type PaidPlanId, type PlanId, planIds } from './prices.ts'

/** States of a plan's month. A month is due when the one before is over, and neither a charge nor the grace has begun. */
export const planStates = ['paid', 'due', 'charging', 'grace', 'ended'] as const
export type PlanState = (typeof planStates)[number]

/** Plan that follows at the end of the month. */
export const planNexts = ['same', 'smaller', 'none'] as const
export type PlanNext = (typeof planNexts)[number]

/** How a school stands with its monthly plan: all that decides what it may do. Without a plan it is `onDemand` and ended. */
export interface PlanStanding {
  plan: PlanId
  way: PayWay
  state: PlanState
  next: PlanNext
  isBlocked: boolean
  /** The month that is not paid is of another plan than the present one, and an open charge asks for it. */
  isOtherCharged: boolean
}

/** Acts of a school upon its plan. The last one is the platform's. */
export const planActs = [
  'take',
  'upgrade',
  'smaller',
  'keep',
  'cancel',
  'payNow',
  'otherCard',
  'toPix',
  'markPaid',
] as const
export type PlanAct = (typeof planActs)[number]

/** Names the act by which a school comes from its plan to another one. To ask for its own plan is to take it again. */
export function actTo(from: PlanId, to: PaidPlanId): 'take' | 'upgrade' | 'smaller' {
  if (from === 'onDemand' || from === to) return 'take'
  return planIds.indexOf(to) > planIds.indexOf(from) ? 'upgrade' : 'smaller'
}

/** Error whose text tells the caller why an act is refused. */
export type PlanRefusal =
  | 'plan_is_current'
  | 'plan_is_overdue'
  | 'plan_nothing_unpaid'
  | 'plan_renewal_under_way'
  | 'school_blocked'
  | 'subscription_missing'

const busy = 'plan_renewal_under_way'
const overdue = 'plan_is_overdue'
const missing = 'subscription_missing'

/** Refusals of each state, whatever else is true of the plan. An act that is absent may be done. */
const refusalsOfState: Record<PlanState, Partial<Record<PlanAct, PlanRefusal>>> = {
  paid: { markPaid: 'plan_nothing_unpaid' },
  due: { upgrade: overdue },
  charging: { upgrade: busy, smaller: busy, keep: busy, cancel: busy, otherCard: busy, toPix: busy, markPaid: busy },
  grace: { upgrade: overdue },
  ended: { upgrade: overdue, smaller: overdue, otherCard: missing, toPix: missing },
}

/** Acts after which the school would be charged for longer. */
const lengthening: readonly PlanAct[] = ['take', 'upgrade', 'smaller', 'keep']

/** Says why a school may not do something with its plan; undefined where it may. */
export function refusalOfAct(act: PlanAct, standing: PlanStanding): PlanRefusal | undefined {
  const { plan, state, isBlocked } = standing
  if (plan === 'onDemand' && act !== 'take') return act === 'markPaid' ? 'plan_nothing_unpaid' : missing
  if (isBlocked && lengthening.includes(act)) return 'school_blocked'
  if (plan === 'onDemand') return undefined
  const isOwnPlan =
    act === 'take' || (act === 'upgrade' && plan === 'super') || (act === 'smaller' && plan === 'middle')
  return isOwnPlan ? 'plan_is_current' : (refusalsOfState[state][act] ?? refusalOfWay(act, standing))
}

/** Refusals that depend on how the plan is paid and on what follows it. */
function refusalOfWay(act: PlanAct, { way, state, next, isOtherCharged }: PlanStanding): PlanRefusal | undefined {
  const isOver = state === 'due' || state === 'grace'
  switch (act) {
    case 'keep':
      if (state === 'ended' && next !== 'none') return missing
      return way === 'card' && state === 'grace' && isOtherCharged ? overdue : undefined
    case 'payNow':
      if (state === 'charging') return way === 'card' ? busy : undefined
      return next === 'none' || (way === 'card' && state === 'paid') ? 'plan_nothing_unpaid' : undefined
    case 'markPaid':
      return next === 'none' ? 'plan_nothing_unpaid' : undefined
    case 'otherCard':
      if (way === 'card') return undefined
      return isOver ? overdue : undefined
    default:
      return undefined
  }
}

/** Screens of a plan: one word for each. Those of a month that is not paid begin with `unpaid`. */
export const planViews = [
  'none',
  'blocked',
  'renews',
  'shrinks',
  'ends',
  'due',
  'charging',
  'unpaid',
  'unpaid_shrinks',
  'unpaid_ends',
  'unpaid_other',
  'over',
] as const
export type PlanView = (typeof planViews)[number]

const viewsOfPaid = { same: 'renews', smaller: 'shrinks', none: 'ends' } as const

/** Names the screen of a standing. */
export function viewOf(standing: PlanStanding): PlanView {
  const { plan, state, next, isBlocked } = standing
  if (plan === 'onDemand') return 'none'
  if (isBlocked) return 'blocked'
  if (state === 'ended') return 'over'
  if (state === 'paid') return viewsOfPaid[next]
  if (state === 'charging') return 'charging'
  if (next === 'same') return state === 'due' ? 'due' : 'unpaid'
  if (refusalOfAct('keep', standing)) return next === 'none' ? 'over' : 'unpaid_other'
  return next === 'none' ? 'unpaid_ends' : 'unpaid_shrinks'
}

/** Tells whether a screen is of a grace, in which the school is asked for a month. */
export const isUnpaidView = (view: PlanView): boolean => view.startsWith('unpaid')

/** Tells whether a screen is of a month that has begun and is not paid, in the grace, before it or after it. */
export const isOverView = (view: PlanView): boolean => ['due', 'over'].includes(view) || isUnpaidView(view)

/** Tells whether a screen is of a plan that ends with what is paid. */
export const isEndingView = (view: PlanView): boolean => ['ends', 'unpaid_ends', 'over', 'blocked'].includes(view)

const nothing = { card: [], pix: [] } as const
const unpaid = { card: ['otherCard', 'toPix', 'cancel', 'markPaid'], pix: ['payNow', 'cancel', 'markPaid'] } as const
const kept = { card: ['keep'], pix: ['keep'] } as const

/** Acts that each screen offers, in their order. A month that a code can pay is paid by a card in the checkout, too. */
const offers: Record<PlanView, Record<PayWay, readonly PlanAct[]>> = {
  none: nothing,
  blocked: nothing,
  renews: { card: ['otherCard', 'toPix', 'cancel'], pix: ['payNow', 'otherCard', 'cancel'] },
  shrinks: { card: ['otherCard', 'toPix', 'keep'], pix: ['payNow', 'otherCard', 'keep'] },
  ends: kept,
  due: unpaid,
  charging: { card: [], pix: ['payNow'] },
  unpaid,
  unpaid_shrinks: { card: ['otherCard', 'toPix', 'keep', 'markPaid'], pix: ['payNow', 'keep', 'markPaid'] },
  unpaid_ends: kept,
  unpaid_other: unpaid,
  over: nothing,
}

/** Lists the acts that the screen of a plan offers. */
export const offersOf = ({ view, pays_with }: { view: PlanView; pays_with: PayWay }): readonly PlanAct[] =>
  offers[view][pays_with]
