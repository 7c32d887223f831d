import {
  type PlanAct,
  type PlanNext,
  type PlanStanding,
  type PlanState,
  refusalOfAct,
} from '@escola/contract/plan-rules'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/tools.ts'
import { findById } from '../payments/payment-rows.service.ts'
import { readBillingState } from '../plans/plans.service.ts'
import { isCharged, isInvoiced, isRenewing, unpaidPlan, wayOf } from './subscription-states.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

const withoutPlan = { plan: 'onDemand', way: 'card', state: 'ended', next: 'same', isOtherCharged: false } as const

const nextOf = ({ plan_id, next_plan_id }: SubscriptionRow): PlanNext =>
  next_plan_id === 'onDemand' ? 'none' : next_plan_id === plan_id ? 'same' : 'smaller'

/** Tells whether a try of the plan's card is under way. */
async function isTrying(db: SchoolDb, row: SubscriptionRow): Promise<boolean> {
  const payment = isCharged(row) && row.payment_id ? await findById(db, row.payment_id) : undefined
  return payment?.purpose === 'renewal' && payment.status === 'processing'
}

function stateOf(row: SubscriptionRow, now: Date): PlanState {
  if (row.utc_grace_ends_on) return row.utc_grace_ends_on > now ? 'grace' : 'ended'
  if (row.utc_paid_until > now) return 'paid'
  if (isRenewing(row, now)) return 'charging'
  return row.next_plan_id === 'onDemand' ? 'ended' : 'due'
}

/** Reads how the school stands with its plan. */
export async function readStanding(
  db: SchoolDb,
  row: SubscriptionRow | undefined,
  { now }: Clock,
): Promise<PlanStanding> {
  const { isBlocked } = await readBillingState(db)
  if (!row) return { ...withoutPlan, isBlocked }
  return {
    plan: row.plan_id,
    way: wayOf(row),
    state: (await isTrying(db, row)) ? 'charging' : stateOf(row, now()),
    next: nextOf(row),
    isBlocked,
    isOtherCharged: isInvoiced(row) && unpaidPlan(row) !== row.plan_id,
  }
}

/** Refuses what a school may not do with its plan as it stands. */
export async function requireAct(
  db: SchoolDb,
  act: PlanAct,
  row: SubscriptionRow | undefined,
  tools: Clock,
): Promise<void> {
  const refusal = refusalOfAct(act, await readStanding(db, row, tools))
  if (refusal) throw new AppError(refusal)
}
