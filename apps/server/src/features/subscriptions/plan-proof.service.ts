import { dayMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { ProofClock } from '../payments/payment-proof.service.ts'
import { dayOfMonth, shortestEnd } from './month-ends.ts'
import * as queries from './plan-proof.queries.ts'
import { findFirstDay } from './subscriptions.queries.ts'

/** Longest time for which a plan may be paid: a month, and the days before its beginning at which its code can be paid. */
const longestPaidMs = 37 * dayMs

/** Lists in words what of the school's plan contradicts its history, what is paid of it, or the copy on the list of schools. */
export async function listFaults(db: SchoolDb, { now, skewMs }: Required<ProofClock>): Promise<string[]> {
  const plans = await queries.readPlans(db)
  return [
    ...faultsOfPlans(plans),
    ...(await queries.listWrongPlanRows(db, skewMs)).map(
      ({ number, plan_id, utc_from }) =>
        `row ${number} of the history of plans (${plan_id} from ${utc_from.toISOString()}): it is the same as the one before, earlier, or not the next`,
    ),
    ...(plans.utc_paid_until
      ? faultsOfMonths(plans.utc_paid_until, plans.has_provider_days ? undefined : await findFirstDay(db), {
          now: now(),
          skewMs,
        })
      : []),
  ]
}

function faultsOfPlans({ listed_plan, last_plan, subscribed_plan, ...blocks }: queries.Plans): string[] {
  const plans = {
    'the list of schools': listed_plan,
    'the newest row of its history': last_plan,
    'what is paid': subscribed_plan,
  }
  const isSame = new Set(Object.values(plans)).size === 1
  const said = Object.entries(plans).map(([where, plan]) => `${plan} in ${where}`)
  return [
    ...(isSame ? [] : [`the school's plan is ${said.join(', ')}`]),
    ...(blocks.is_blocked === blocks.last_blocked
      ? []
      : [`the school is ${blocks.is_blocked ? '' : 'not '}blocked, and its history of plans says the contrary`]),
  ]
}

/** @param firstDay day on which months began that codes alone have paid; the provider ends its months on days of its own */
function faultsOfMonths(
  paidUntil: Date,
  firstDay: number | undefined,
  { now, skewMs }: { now: Date; skewMs: number },
): string[] {
  const isLong = paidUntil.getTime() - now.getTime() > longestPaidMs + skewMs
  if (!isLong && (firstDay === undefined || isMonthEnd(paidUntil, firstDay, dayMs + skewMs))) return []
  return [
    `the plan is paid until ${paidUntil.toISOString()}, and its months end on day ${firstDay ?? '?'}, at most a month from now`,
  ]
}

/** Tells whether months that began on a day may end at a moment, a day more or less: those of the last days of a month end earlier in a shorter one. */
export function isMonthEnd(moment: Date, firstDay: number, withinMs = dayMs): boolean {
  const isEnd = (day: number) => day === firstDay || Math.min(day, firstDay) >= shortestEnd
  for (let away = 0; away <= withinMs; away += dayMs)
    if ([-away, away].some((ms) => isEnd(dayOfMonth(new Date(moment.getTime() + ms))))) return true
  return false
}
