import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../../core/scope.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { forEachSettled } from '../../../jobs/for-each-settled.ts'
import { planNext, scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { changePlan, readBillingState } from '../../plans/plans.service.ts'
import { type PaymentTools, requireTaxId } from '../customers.service.ts'
import { forecastEnd, notifyOfEnd, remind } from '../payment-mails.service.ts'
import * as payments from '../payments.queries.ts'
import { giveUpIntent } from '../payments.service.ts'
import { graceOf, nextInGrace, remindersDue } from './grace.ts'
import { recordInvoices, voidInvoice } from './invoices.service.ts'
import { askForMonth, giveUpOldCode, nextTry } from './month-codes.service.ts'
import { beginPaidMonth } from './plan-settling.service.ts'
import {
  cancelAtProvider,
  detachEndedSubscription,
  findLiving,
  syncSubscription,
} from './provider-subscription.service.ts'
import { isCharged, isUnpaid, payByPix, unpaidPlan } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'
import { leavePlan } from './subscriptions.service.ts'

/** Days before the end of a month that was paid by Pix at which the code of the next one comes. */
const codeDays = 5

/** A payer who has taken back the mandate in their bank's program pays the months to come with codes, and so the one that is not paid. */
export async function recordMandateEnd(school: School, methodId: string, tools: PaymentTools): Promise<void> {
  const provider = requireProvider(tools)
  const row = await school.tx(queries.findSubscription)
  if (row?.pays_with !== 'pix_auto' || !row.stripe_id) return
  const known = await findLiving(row.stripe_id, provider)
  if (known?.default_payment_method !== methodId) return
  if (row.invoice_id) await voidInvoice(school, row.invoice_id, provider, tools)
  await school.tx(async (db) => {
    const held = await queries.lockSubscription(db)
    if (held?.stripe_id !== row.stripe_id) return
    await queries.updateSubscription(db, payByPix)
    await scheduleJob(db, jobs.followSubscription, tools.now())
  })
}

/** The provider has ended a subscription. A grace goes on to its own end, and so does a month that is paid. */
export async function recordEnded(school: School, ended: Stripe.Subscription, tools: PaymentTools): Promise<void> {
  await school.tx(async (db) => {
    const row = await queries.lockSubscription(db)
    if (row?.stripe_id !== ended.id || row.pays_with === 'pix' || row.utc_grace_ends_on) return
    if (row.utc_paid_until > tools.now()) await detachEndedSubscription(db, row, ended, tools)
    else await endPlan(db, row, tools)
  })
}

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
  const row = await school.tx(async (db) => {
    // A code that was paid after the block may have brought a plan back.
    if ((await readBillingState(db)).isBlocked) await leavePlan(db, tools)
    await beginPaidMonth(db, tools)
    return queries.findSubscription(db)
  })
  if (row) await follow(school, row, provider, tools)
  // The clock is ours: what the provider refuses for good keeps nothing else from being done.
  const steps = [
    () => askForNext(school, provider, tools),
    () => school.tx((db) => planFollowing(db, tools)),
    () => syncSubscription(school, tools),
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

/** Does what is due by our own clock. */
async function follow(
  school: School,
  row: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const now = tools.now()
  const { utc_paid_until: paidUntil } = row
  const isOver = paidUntil <= now
  if (row.next_plan_id === 'onDemand' && isOver) return end(school, row, provider, tools)
  // The grace is ours: it begins and ends whatever the provider says to the rest.
  const graceEndsOn = await school.tx((db) => ensureGrace(db, tools))
  if (graceEndsOn && graceEndsOn <= now) return end(school, row, provider, tools)
  if (isCharged(row) && isOver) {
    const living = await findLiving(row.stripe_id!, provider)
    if (living) await recordInvoices(school, { subscriptionId: living.id, since: paidUntil }, provider, tools)
    else if (!graceEndsOn) return end(school, row, provider, tools)
  }
  await giveUpOldCode(school, row, provider, tools)
  await school.tx((db) => remindOf(db, tools))
}

/** Asks for the code of the next month, from some days before the paid one is over. */
async function askForNext(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const row = await school.tx(queries.findSubscription)
  if (row?.pays_with !== 'pix' || row.next_plan_id === 'onDemand' || codeOn(row.utc_paid_until) > tools.now()) return
  await requireTaxId(school, provider)
  await askForMonth(school, provider, tools)
}

const codeOn = (paidUntil: Date) => new Date(paidUntil.getTime() - codeDays * dayMs)

/** Begins the grace of a month that is over and not paid. @returns the end of the grace; null without one */
async function ensureGrace(db: SchoolDb, tools: PaymentTools): Promise<Date | null> {
  const row = await queries.lockSubscription(db)
  if (!row || row.utc_grace_ends_on || !isUnpaid(row, tools.now())) return row?.utc_grace_ends_on ?? null
  const graceEndsOn = graceOf(row.utc_paid_until)
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
  // One that is late says all that the earlier ones would have said.
  if (reminders > row.reminders)
    await remind(db, { planId: unpaidPlan(row), way: row.pays_with, graceEndsOn, number: reminders }, tools)
}

/** The provider charges a month about an hour after the one before is over, and its event says so. Until then it is asked less and less often. */
const leastLookMs = 10 * minuteMs
const longestLookMs = 6 * hourMs

function nextMoment(row: queries.SubscriptionRow, now: Date): Date {
  if (row.utc_grace_ends_on) return nextInGrace(row.utc_grace_ends_on, row.reminders)
  const late = now.getTime() - row.utc_paid_until.getTime()
  if (isCharged(row) && late >= 0) return new Date(now.getTime() + Math.min(Math.max(late, leastLookMs), longestLookMs))
  const isCodeDue = row.pays_with === 'pix' && row.next_plan_id !== 'onDemand' && row.payment_id === null
  return isCodeDue ? codeOn(row.utc_paid_until) : row.utc_paid_until
}

/** Ends the plan: first nothing can be paid for it any more, and then it is gone. A renewal that was paid in the last moment stays. */
async function end(
  school: School,
  row: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  if (row.invoice_id && !(await voidInvoice(school, row.invoice_id, provider, tools)) && (await isPaidOn(school, row)))
    return
  if (row.payment_id) {
    const payment = (await school.tx((db) => payments.findById(db, row.payment_id!)))!
    await giveUpIntent(school, payment, provider, tools)
  }
  if (row.stripe_id) await cancelAtProvider(row.stripe_id, provider)
  await school.tx(async (db) => {
    const current = await queries.lockSubscription(db)
    if (current?.utc_paid_until.getTime() === row.utc_paid_until.getTime()) await endPlan(db, current, tools)
  })
}

/** Tells whether another month is paid meanwhile. */
const isPaidOn = async (school: School, { utc_paid_until }: queries.SubscriptionRow): Promise<boolean> =>
  (await school.tx(queries.findSubscription))?.utc_paid_until.getTime() !== utc_paid_until.getTime()
