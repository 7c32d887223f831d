import { dayMs, hourMs } from '@escola/contract/durations'
import { moneyOf } from '@escola/contract/money'
import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import * as queries from './payment-proof.queries.ts'
import { findFirstDay } from './payments.queries.ts'
import { dayOfMonth, shortestEnd } from './subscriptions/month-ends.ts'

export interface ProofClock extends Pick<Tools, 'now'> {
  /** Time by which two moments of one event, and the clocks of two processes and of the provider, may differ; an hour where left out. */
  skewMs?: number
}
/** Longest time for which a plan may be paid: a month, and the days before its beginning at which its code can be paid. */
const longestPaidMs = 37 * dayMs

const reais = (cents: number) => `${moneyOf(cents)} BRL`

/**
 * Lists in words each of the school's own rows that another row contradicts: a payment and its movements, refunds and disputes; a movement of the provider's money
 * without a payment; the school's plan, its history and what is paid of it. The provider is not asked. Its statements may see a plan that changes between them,
 * so what seems wrong is read once more while none can change.
 */
export async function listOwnFaults(db: SchoolDb, clock: ProofClock): Promise<string[]> {
  if ((await readFaults(db, clock)).length === 0) return []
  await lockBank(db)
  return readFaults(db, clock)
}

async function readFaults(db: SchoolDb, { now, skewMs = hourMs }: ProofClock): Promise<string[]> {
  const plans = await queries.readPlans(db)
  return [
    ...(await queries.listWrongPayments(db, skewMs)).map(faultOfPayment),
    ...(await queries.listUnpaidMovements(db)).map(
      ({ number, kind, cents }) => `movement ${number} (${kind}): no payment has caused its ${reais(cents)}`,
    ),
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

function faultOfPayment(row: queries.WrongPayment): string {
  const { id, item, status, cents, returned_cents, utc_paid_on, booked_cents, kept_cents, utc_booked_on } = row
  const says = `${status}, ${reais(cents)}, ${reais(returned_cents)} returned, paid on ${momentOf(utc_paid_on)}`
  const booked = `${reais(booked_cents)} for ${row.booked_item ?? 'nothing'} on ${momentOf(utc_booked_on)}, and ${reais(kept_cents)} of it are left`
  return `payment ${id} (${item}): it says ${says}; its movements have ${booked}; its refunds and disputes are ${reais(row.returns_cents)}`
}

const momentOf = (moment: Date | null) => moment?.toISOString() ?? 'no day'

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
