import { moneyOf } from '@escola/contract/money'
import type { Payment } from '@escola/contract/payments.contract'
import { type PlanAct, viewOf } from '@escola/contract/plan-rules'
import { type PaidPlanId, type PayableItem, type PlanId, planIds, plans } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { PlanChange, Subscription, subscriptions } from '@escola/contract/subscriptions.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import { type Attended, platformActorOf, type School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { requireProvider } from '../../payments/payment-provider.ts'
import { forecastRun } from '../charges/student-charges.service.ts'
import { nameOfUser } from '../ledger/bookers.service.ts'
import { readBank } from '../ledger/ledger.service.ts'
import { toWireCard } from '../payments/cards/cards.service.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import { findById, findCard } from '../payments/payment-rows.service.ts'
import { readWirePayment } from '../payments/payments.service.ts'
import { returnUnwanted } from '../payments/settling.service.ts'
import { readPlan, toResource } from '../plans/plans.service.ts'
import { quotePlan } from './plan-quotes.service.ts'
import { nextEnd } from './plan-settlement.ts'
import { monthsPaidUntil } from './plan-settling.service.ts'
import { readStanding, requireAct } from './plan-standing.service.ts'
import { unpaidPlan, wayOf } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'

export type Changed = ResponseInput<typeof subscriptions.get>

/** Reads the monthly plan, with the code that pays its next month while one waits. */
export async function readSubscription(school: School, tools: PaymentTools): Promise<Changed> {
  const payment = await school.tx(async (db) => {
    const row = await queries.findSubscription(db)
    return row?.payment_id ? findById(db, row.payment_id) : undefined
  })
  const pix = payment ? await readWirePayment(school, payment, tools) : null
  const { row, ...state } = await school.tx(async (db) => ({
    row: await queries.findSubscription(db),
    resource: toResource(await readPlan(db)),
    bank: await readBank(db),
  }))
  const wishedBy = await nameOfUser(row?.wished_by ?? null, tools)
  const subscription = row ? await school.tx((db) => toWire(db, row, { pix, wishedBy }, tools)) : null
  return { ...state, subscription }
}

async function toWire(
  db: SchoolDb,
  row: queries.SubscriptionRow,
  { pix, wishedBy }: { pix: Payment | null; wishedBy: string },
  tools: Clock,
): Promise<Subscription> {
  const card = row.method_id && row.pays_with === 'card' ? await findCard(db, row.method_id) : undefined
  return {
    view: viewOf(await readStanding(db, row, tools)),
    plan_id: row.plan_id,
    pays_with: wayOf(row),
    card: card ? toWireCard(card) : null,
    utc_paid_until: row.utc_paid_until.toISOString(),
    next_plan_id: row.next_plan_id,
    wished_by: wishedBy,
    utc_next_payment_on: (await monthsPaidUntil(db, row)).toISOString(),
    utc_grace_ends_on: row.utc_grace_ends_on?.toISOString() ?? null,
    unpaid_plan_id: row.utc_grace_ends_on && unpaidPlan(row),
    pix: pix?.way === 'pix' && pix.status === 'requires_action' && pix.item === row.next_plan_id ? pix : null,
  }
}

/** Computes the sums of a change of plan, before it is confirmed. */
export async function previewPlan(school: School, named: string, tools: PaymentTools): Promise<{ change: PlanChange }> {
  const planId = planIds.find((id) => id === named)
  if (!planId) throw notFound()
  requireProvider(tools)
  const quote = planId === 'onDemand' ? undefined : await quotePlan(school, planId, tools)
  const row = await school.tx(async (db) => {
    const found = await queries.findSubscription(db)
    if (planId === 'onDemand') await requireAct(db, 'cancel', found, tools)
    return found
  })
  const now = tools.now()
  const begins = quote ? now : await beginsOn(school, row!, planId, now)
  const forecast = await school.tx((db) => forecastRun(db, { plan: plans[planId], after: begins }, tools))
  return {
    change: {
      now: moneyOf(quote?.now ?? 0),
      credit: moneyOf(quote?.credit ?? 0),
      each_month: moneyOf(plans[planId].eachMonth),
      utc_begins_on: begins.toISOString(),
      next_run: moneyOf(forecast.cents),
      students: forecast.students,
      domains: forecast.domains,
    },
  }
}

/**
 * Finds when a smaller plan begins: at the end of the paid month, or of the month that is about to be charged to the card. A renewal by code, or of a canceled
 * plan, is dropped at once.
 */
async function beginsOn(school: School, row: queries.SubscriptionRow, planId: PlanId, now: Date): Promise<Date> {
  if (row.utc_paid_until > now) return row.utc_paid_until
  if (planId === 'onDemand' || row.pays_with !== 'card') return now
  return nextEnd(row, { firstDay: await school.tx(queries.findFirstDay) })
}

type Change = Parameters<typeof queries.updateSubscription>[1]

/** School in a call or in a job; a call says whether a platform administrator acts in their view of it. */
export type Wishing = School & Partial<Pick<Attended, 'isPlatformView' | 'actor'>>

/** Writes what the school wants from the end of the paid month on; the job does what follows from it. */
export async function wish(
  school: Wishing,
  act: PlanAct,
  change: (db: SchoolDb, row: queries.SubscriptionRow) => Promise<Change>,
  tools: PaymentTools,
): Promise<void> {
  requireProvider(tools)
  await school.tx(async (db) => {
    const row = await queries.lockSubscription(db)
    if (!row) throw new AppError('subscription_missing')
    await requireAct(db, act, row, tools)
    await writeWish(db, { change: await change(db, row), by: platformActorOf(school) ?? null }, tools)
  })
}

/** @param by administrator of the platform whose act it is; their name stays beside a choice of the next plan, and with another act the name of the last choice does */
async function writeWish(
  db: SchoolDb,
  { change, by }: { change: Change; by: string | null },
  tools: Clock,
): Promise<void> {
  await queries.updateSubscription(db, { ...change, ...(change.next_plan_id && { wished_by: by }) })
  await giveUpPaidMonth(db, by, tools)
  await scheduleJob(db, jobs.followSubscription, tools.now())
}

/** Has the plan of a school that is blocked end with the paid month, so that nothing is charged meanwhile. The caller has not locked the sums yet. */
export async function leavePlan(db: SchoolDb, tools: Clock): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (row && row.next_plan_id !== 'onDemand')
    await writeWish(db, { change: { next_plan_id: 'onDemand' }, by: null }, tools)
}

/** A month of a smaller plan that was paid in advance is returned when the school no longer wants that plan. */
async function giveUpPaidMonth(db: SchoolDb, by: string | null, tools: Clock): Promise<void> {
  const { payment_id, next_plan_id } = (await queries.findSubscription(db))!
  const payment = payment_id ? await findById(db, payment_id) : undefined
  if (payment?.status !== 'succeeded' || payment.item === next_plan_id) return
  await queries.updateSubscription(db, { payment_id: null })
  await returnUnwanted(db, payment, tools, by)
}

/** Returns to On Demand when the paid month ends. */
export async function cancelSubscription(school: Wishing, tools: PaymentTools): Promise<Changed> {
  await wish(school, 'cancel', async () => ({ next_plan_id: 'onDemand' }), tools)
  return readSubscription(school, tools)
}

/** Keeps the present plan after all. */
export async function keepSubscription(school: Wishing, tools: PaymentTools): Promise<Changed> {
  await wish(school, 'keep', async (_, { plan_id }) => ({ next_plan_id: plan_id }), tools)
  return readSubscription(school, tools)
}

/** Changes to a smaller plan when the paid month ends; nothing is paid now. */
export async function stepDown(
  school: Wishing,
  { paymentId, item }: { paymentId: string; item: PayableItem },
  tools: PaymentTools,
) {
  await wish(school, 'smaller', async () => ({ next_plan_id: item as PaidPlanId }), tools)
  const { resource, bank, subscription } = await readSubscription(school, tools)
  const way = subscription?.pays_with === 'pix' ? 'pix' : 'card'
  const made = { cents: 0, status: 'succeeded', client_secret: null, pix: null, fault: '', goes_back: false } as const
  const payment: Payment = { id: paymentId, item, way, ...made }
  return { resource, bank, payment }
}
