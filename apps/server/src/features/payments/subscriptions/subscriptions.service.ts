import { moneyOf } from '@escola/contract/money'
import type { Payment } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PayableItem, type PlanId, planIds, plans } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { PlanChange, Subscription, subscriptions } from '@escola/contract/subscriptions.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import { type Attended, platformActorOf, type School } from '../../../core/scope.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { requireProvider } from '../../../payments/payment-provider.ts'
import { isAway } from '../../../payments/provider-errors.ts'
import { forecastRun } from '../../charges/student-charges.service.ts'
import { nameOfUser } from '../../ledger/bookers.service.ts'
import { readBank } from '../../ledger/ledger.service.ts'
import { readPlan, toResource } from '../../plans/plans.service.ts'
import { findCard } from '../cards/cards.queries.ts'
import { toWireCard } from '../cards/cards.service.ts'
import type { PaymentTools } from '../customers.service.ts'
import { findById, findFirstDay } from '../payments.queries.ts'
import { readWirePayment } from '../payments.service.ts'
import { returnUnwanted } from '../settling.service.ts'
import { voidInvoice } from './invoices.service.ts'
import { quotePlan } from './plan-quotes.service.ts'
import { nextEnd } from './plan-settlement.ts'
import { monthsPaidUntil } from './plan-settling.service.ts'
import { syncSubscription } from './provider-subscription.service.ts'
import { isInvoiced, isRenewing, isUnderWay, isUnpaid, payByPix, unpaidPlan } from './subscription-states.ts'
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
  const subscription = row ? await school.tx((db) => toWire(db, row, { pix, wishedBy, now: tools.now() })) : null
  return { ...state, subscription }
}

async function toWire(
  db: SchoolDb,
  row: queries.SubscriptionRow,
  { pix, wishedBy, now }: { pix: Payment | null; wishedBy: string; now: Date },
): Promise<Subscription> {
  const card = row.method_id && row.pays_with === 'card' ? await findCard(db, row.method_id) : undefined
  return {
    plan_id: row.plan_id,
    pays_with: row.pays_with,
    card: card ? toWireCard(card) : null,
    utc_paid_until: row.utc_paid_until.toISOString(),
    next_plan_id: row.next_plan_id,
    wished_by: wishedBy,
    utc_next_payment_on: (await monthsPaidUntil(db, row)).toISOString(),
    utc_grace_ends_on: row.utc_grace_ends_on?.toISOString() ?? null,
    unpaid_plan_id: row.utc_grace_ends_on && unpaidPlan(row),
    is_renewing: isRenewing(row, now),
    pix: pix?.status === 'requires_action' && pix.item === row.next_plan_id ? pix : null,
  }
}

/** Computes the sums of a change of plan, before it is confirmed. */
export async function previewPlan(school: School, named: string, tools: PaymentTools): Promise<{ change: PlanChange }> {
  const planId = planIds.find((id) => id === named)
  if (!planId) throw notFound()
  requireProvider(tools)
  const row = await school.tx(queries.findSubscription)
  if ((row?.plan_id ?? 'onDemand') === planId) throw new AppError('plan_is_current')
  const quote = planId === 'onDemand' ? undefined : await quotePlan(school, planId, tools)
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
 * Finds when a smaller plan begins: at the end of the paid month, or of the one that a card is still to pay. A renewal that a code is to pay, one whose
 * mandate ends with the change, and one of a plan that is canceled, are given up at once.
 */
async function beginsOn(school: School, row: queries.SubscriptionRow, planId: PlanId, now: Date): Promise<Date> {
  if (row.utc_paid_until > now) return row.utc_paid_until
  if (planId === 'onDemand' || row.pays_with !== 'card' || isUnpaid(row, now)) return now
  return nextEnd(row, { firstDay: await school.tx(findFirstDay) })
}

type Change = Parameters<typeof queries.updateSubscription>[1]

/** School in a call or in a job; a call says whether a platform administrator acts in their view of it. */
export type Wishing = School & Partial<Pick<Attended, 'isPlatformView' | 'actor'>>

/** Writes what the school wants from the end of the paid month on; the provider is told at once, or by a job where it does not answer. */
export async function wish(
  school: Wishing,
  change: (db: SchoolDb, row: queries.SubscriptionRow) => Promise<Change>,
  tools: PaymentTools,
): Promise<void> {
  requireProvider(tools)
  await school.tx(async (db) => {
    const row = await queries.lockSubscription(db)
    if (!row) throw new AppError('subscription_missing')
    await writeWish(db, { change: await change(db, row), by: platformActorOf(school) ?? null }, tools)
  })
  await syncSubscription(school, tools).catch(ignoreAway)
}

/** @param by administrator of the platform whose act it is; their name stays beside a choice of the next plan, and with another act the name of the last choice does */
async function writeWish(
  db: SchoolDb,
  { change, by }: { change: Change; by: string | null },
  tools: Pick<PaymentTools, 'now'>,
): Promise<void> {
  await queries.updateSubscription(db, { ...change, ...(change.next_plan_id && { wished_by: by }) })
  await giveUpPaidMonth(db, by, tools)
  await scheduleJob(db, jobs.followSubscription, tools.now())
}

/** Has the plan of a school that is blocked end with the paid month, so that nothing is charged meanwhile. The caller has not locked the sums yet. */
export async function leavePlan(db: SchoolDb, tools: Pick<PaymentTools, 'now'>): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (row && row.next_plan_id !== 'onDemand')
    await writeWish(db, { change: { next_plan_id: 'onDemand' }, by: null }, tools)
}

/**
 * A month in a smaller plan that was paid ahead goes back when the school does not want that plan any more. A card that begins after it would leave a month
 * unpaid: no other plan begins with it, and one that ends is kept with codes alone.
 */
async function giveUpPaidMonth(db: SchoolDb, by: string | null, tools: Pick<PaymentTools, 'now'>): Promise<void> {
  const { payment_id, next_plan_id, pays_with, utc_card_from } = (await queries.findSubscription(db))!
  const payment = payment_id ? await findById(db, payment_id) : undefined
  if (payment?.status !== 'succeeded' || payment.item === next_plan_id) return
  const isCardWaiting = pays_with === 'card' && utc_card_from !== null
  if (isCardWaiting && next_plan_id !== 'onDemand') throw new AppError('plan_month_paid')
  await queries.updateSubscription(db, { payment_id: null, ...(isCardWaiting && payByPix) })
  await returnUnwanted(db, payment, tools, by)
}

const ignoreAway = (error: unknown) => {
  if (!isAway(error)) throw error
}

/** Keeps a mandate while its bank pays a month by it: the payment would go back, and the month be asked for again. */
function requireNothingUnderWay(row: queries.SubscriptionRow, { now }: Pick<PaymentTools, 'now'>): void {
  if (isUnderWay(row, now())) throw new AppError('plan_payment_under_way')
}

/** Refuses what the renewal under way decides by itself: the card is charged for the plan that was wished before. */
export function requireNoRenewal(row: queries.SubscriptionRow, tools: Pick<PaymentTools, 'now'>): void {
  requireNothingUnderWay(row, tools)
  if (isRenewing(row, tools.now())) throw new AppError('plan_renewal_under_way')
}

/** Returns to On Demand when the paid month ends. */
export async function cancelSubscription(school: Wishing, tools: PaymentTools): Promise<Changed> {
  await wish(school, async () => ({ next_plan_id: 'onDemand' }), tools)
  return readSubscription(school, tools)
}

/** Keeps the present plan after all. */
export async function keepSubscription(school: Wishing, tools: PaymentTools): Promise<Changed> {
  await wish(
    school,
    async (_, row) => {
      requireNoRenewal(row, tools)
      // The open invoice charges the month of another plan, whatever is wished.
      if (isInvoiced(row) && unpaidPlan(row) !== row.plan_id) throw new AppError('plan_is_overdue')
      return { next_plan_id: row.plan_id }
    },
    tools,
  )
  return readSubscription(school, tools)
}

/** Changes to a smaller plan when the paid month ends; nothing is paid now. A mandate ends with it, and what it did not pay is charged by it no more. */
export async function stepDown(
  school: Wishing,
  { paymentId, item }: { paymentId: string; item: PayableItem },
  tools: PaymentTools,
) {
  const known = await school.tx(queries.findSubscription)
  if (known?.pays_with === 'pix_auto' && known.invoice_id)
    await voidInvoice(school, known.invoice_id, requireProvider(tools), tools)
  await wish(
    school,
    async (_, row) => {
      requireNothingUnderWay(row, tools)
      return { next_plan_id: item as PaidPlanId, ...(row.pays_with === 'pix_auto' && payByPix) }
    },
    tools,
  )
  const { resource, bank, subscription } = await readSubscription(school, tools)
  const way = subscription?.pays_with === 'pix' ? 'pix' : 'card'
  const made = { cents: 0, status: 'succeeded', client_secret: null, pix: null, fault: '', goes_back: false } as const
  const payment: Payment = { id: paymentId, item, way, ...made }
  return { resource, bank, payment }
}
