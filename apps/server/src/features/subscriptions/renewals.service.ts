import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { forEachSettled } from '../../jobs/for-each-settled.ts'
import { planNext } from '../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { type PaymentTools, requireTaxId } from '../payments/customers.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { giveUpIntent } from '../payments/payments.service.ts'
import { changePlan, readBillingState } from '../plans/plans.service.ts'
import { expiryLookOn, lookAtExpiry } from './card-expiry.service.ts'
import { chargeMonth } from './card-months.service.ts'
import { graceOf, nextInGrace, remindersDue } from './grace.ts'
import { askForMonth, giveUpOldCode, nextTry } from './month-codes.service.ts'
import { recordGrace } from './open-graces.service.ts'
import { forecastEnd, notifyOfEnd, remind } from './plan-mails.service.ts'
import { beginPaidMonth } from './plan-settling.service.ts'
import { isAtProvider, isCharged, isLeaving, isRenewing, isUnpaid } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'
import { leavePlan } from './subscriptions.service.ts'
import { leaveProvider } from './take-over.service.ts'

/** Days before the end of a month that was paid by Pix at which the code of the next one comes. */
const codeDays = 5

/** Ends the plan, and notifies of an end that its school has not chosen. */
async function endPlan(db: SchoolDb, row: queries.SubscriptionRow, tools: PaymentTools): Promise<void> {
  // All students are counted before the sums are held.
  const forecast = row.next_plan_id === 'onDemand' ? undefined : await forecastEnd(db, tools)
  await queries.deleteSubscription(db)
  await changePlan(db, 'onDemand', tools)
  if (forecast) await notifyOfEnd(db, { row, forecast }, tools)
}

/** Does what is due for the school's monthly plan, and plans the next time at which something is. */
export async function followSubscription(school: School, tools: PaymentTools): Promise<void> {
  const provider = requireProvider(tools)
  await school.tx(async (db) => {
    // A code that was paid after the block may have brought a plan back.
    if ((await readBillingState(db)).isBlocked) await leavePlan(db, tools)
    await beginPaidMonth(db, tools)
  })
  // The other steps run even if the provider refuses one for good.
  const steps = [
    () => leaveProvider(school, provider, tools),
    () => follow(school, provider, tools),
    () => chargeMonth(school, provider, tools),
    () => school.tx((db) => remindOf(db, tools)),
    () => askForNext(school, provider, tools),
    () => lookAtExpiry(school, provider, tools),
    () => school.tx((db) => planFollowing(db, tools)),
    () => school.tx(recordGrace),
  ]
  await forEachSettled(steps, undefined, (step) => step())
}

const planFollowing = (db: SchoolDb, tools: PaymentTools): Promise<void> =>
  planNext(db, jobs.followSubscription, async () => {
    const current = await queries.findSubscription(db)
    if (!current) return undefined
    const [moment, retry] = [nextMoment(current, tools.now()), await nextTry(db, current, tools)]
    return retry && retry < moment ? retry : moment
  })

/** Ends a plan whose time is over, begins the grace of a month that is not paid, and gives up what pays no month that is wanted. */
async function follow(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (!row) return
  const now = tools.now()
  if (row.next_plan_id === 'onDemand' && row.utc_paid_until <= now) return end(school, row, provider, tools)
  const graceEndsOn = await school.tx((db) => ensureGrace(db, tools))
  if (graceEndsOn && graceEndsOn <= now) return end(school, row, provider, tools)
  await giveUpOldCode(school, row, provider, tools)
}

/** Asks for the code of the next month, from some days before the paid one is over. */
async function askForNext(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (row?.pays_with !== 'pix' || row.next_plan_id === 'onDemand' || codeOn(row.utc_paid_until) > tools.now()) return
  await requireTaxId(school, provider)
  await askForMonth(school, provider, tools)
}

const codeOn = (paidUntil: Date) => new Date(paidUntil.getTime() - codeDays * dayMs)

/**
 * Begins the grace of a month that is over and not paid. That of a card begins with its first refusal, or where the card could not be tried for a day.
 * @returns the end of the grace; null without one
 */
async function ensureGrace(db: SchoolDb, tools: PaymentTools): Promise<Date | null> {
  const row = await queries.lockSubscription(db)
  const now = tools.now()
  if (!row || row.utc_grace_ends_on) return row?.utc_grace_ends_on ?? null
  const isLate = isCharged(row) && now.getTime() - row.utc_paid_until.getTime() > dayMs
  if (!isLate && !isUnpaid(row, now)) return null
  const graceEndsOn = graceOf(isLate ? now : row.utc_paid_until)
  await queries.updateSubscription(db, { utc_grace_ends_on: graceEndsOn })
  return graceEndsOn
}

/** Writes the reminders of a grace that are due. */
async function remindOf(db: SchoolDb, tools: PaymentTools): Promise<void> {
  const row = await queries.lockSubscription(db)
  const graceEndsOn = row?.utc_grace_ends_on
  if (!graceEndsOn) return
  const reminders = Math.max(row.reminders, remindersDue(graceEndsOn, tools.now()))
  await queries.updateSubscription(db, { reminders })
  // A late reminder says all that the earlier ones would have.
  if (reminders > row.reminders) await remind(db, { row, graceEndsOn, number: reminders }, tools)
}

/** A card is charged when the month before is over. What keeps it from that is looked at less and less often. */
const leastLookMs = 10 * minuteMs
const longestLookMs = 6 * hourMs

function nextMoment(row: queries.SubscriptionRow, now: Date): Date {
  const next = nextOfMonth(row, now)
  const charges = row.utc_charges_from
  return charges && charges > now && charges < next ? charges : next
}

function nextOfMonth(row: queries.SubscriptionRow, now: Date): Date {
  if (row.utc_grace_ends_on) return nextInGrace(row.utc_grace_ends_on, row.reminders)
  const late = now.getTime() - row.utc_paid_until.getTime()
  if (isRenewing(row, now)) return new Date(now.getTime() + Math.min(Math.max(late, leastLookMs), longestLookMs))
  if (row.next_plan_id === 'onDemand') return row.utc_paid_until
  if (row.pays_with === 'pix') return row.payment_id === null ? codeOn(row.utc_paid_until) : row.utc_paid_until
  const look = expiryLookOn(row)
  return now < look ? look : row.utc_paid_until
}

/** Ends the plan: first its payment is given up, then the plan is deleted. A renewal that was paid in the last moment stays. */
async function end(
  school: School,
  row: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  // It would go on charging: the next run ends the plan.
  if (isAtProvider(row) || isLeaving(row)) return
  if (row.payment_id) {
    const payment = (await school.tx((db) => payments.findById(db, row.payment_id!)))!
    await giveUpIntent(school, payment, provider, tools)
  }
  await school.tx(async (db) => {
    const current = await queries.lockSubscription(db)
    if (current?.utc_paid_until.getTime() === row.utc_paid_until.getTime()) await endPlan(db, current, tools)
  })
}
