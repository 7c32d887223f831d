import { plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { type Attended, isPlatformAdmin, type School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { bookMovement, isAskedBefore, keyOf } from '../ledger/ledger.service.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import * as payments from '../payments/payment-rows.service.ts'
import { giveUpIntent } from '../payments/payments.service.ts'
import { changePlan } from '../plans/plans.service.ts'
import { recordGrace } from './open-graces.service.ts'
import { decideMonth } from './plan-settlement.ts'
import { requireAct } from './plan-standing.service.ts'
import { unpaidPlan } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'
import { type Changed, readSubscription } from './subscriptions.service.ts'
import { leaveProvider } from './take-over.service.ts'

/**
 * Counts the month that is not paid as paid, in the name of an administrator of the platform. What could still be paid for it is given up first; what was paid
 * meanwhile counts instead, and what is paid later goes back.
 */
export async function markMonthPaid(school: Attended, reason: string, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  if (!isPlatformAdmin(school.actor)) throw new AppError('platform_only')
  const asked = { key: keyOf(school, 'plan_marked'), reason, bookedBy: school.actor.userId }
  const row = await school.tx(async (db) => {
    if (await isAskedBefore(db, asked)) return undefined
    const found = await queries.findSubscription(db)
    await requireAct(db, 'markPaid', found, tools)
    return found
  })
  if (row) {
    // A subscription of an earlier release ends first.
    await leaveProvider(school, provider, tools)
    await giveUpMonth(school, provider, tools)
    await school.tx((db) => giveMonth(db, asked, tools))
  }
  return readSubscription(school, tools)
}

/** Purposes of payments that pay a month after the first one. */
const purposesOfMonths: readonly string[] = [
  'month_code',
  'overdue_month',
  'renewal',
] satisfies payments.PaymentRow['purpose'][]
const openAtMost = 100

/** @throws AppError plan_renewal_under_way where the bank is deciding a payment of the month, which nothing can stop */
async function giveUpMonth(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const open = await school.tx(async (db) => {
    const { payment_id: asked } = (await queries.findSubscription(db))!
    // A card that was refused may be confirmed for as long as its intent is open.
    const refused = asked ? await payments.findById(db, asked) : undefined
    const listed = await payments.listOpen(db, openAtMost)
    return refused?.status === 'failed' ? [refused, ...listed] : listed
  })
  for (const payment of open.filter(({ purpose }) => purposesOfMonths.includes(purpose))) {
    await giveUpIntent(school, payment, provider, tools)
    const { status } = (await school.tx((db) => payments.findById(db, payment.id)))!
    if (status === 'processing') throw new AppError('plan_renewal_under_way')
  }
}

interface Mark {
  key: string
  reason: string
  bookedBy: string
}

/** A call that is repeated at the same time finds its own movement, and gives nothing more. */
async function giveMonth(db: SchoolDb, asked: Mark, tools: PaymentTools): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (await isAskedBefore(db, asked)) return
  await requireAct(db, 'markPaid', row, tools)
  const plan = unpaidPlan(row!)
  const facts = { now: row!.utc_paid_until, firstDay: await queries.findFirstDay(db) }
  await queries.updateSubscription(db, decideMonth(row!, plan, facts).changes!)
  await changePlan(db, plan, tools)
  const transfers = [{ from: 'adjustment', to: 'revenue.plans', unit: 'cents', amount: plans[plan].eachMonth } as const]
  await bookMovement(db, { ...asked, kind: 'plan_marked', item: plan, transfers }, tools)
  await scheduleJob(db, jobs.followSubscription, tools.now())
  await recordGrace(db)
}
