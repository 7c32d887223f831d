import { moneyOf } from '@escola/contract/money'
import type { Payment } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PayableItem, planIds, plans } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { PlanChange, Subscription, subscriptions } from '@escola/contract/subscriptions.contract'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import { AppError, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { noteDue } from '../../jobs/clock.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { StateChanged } from '../../payments/provider-errors.ts'
import { forecastRun } from '../charges/student-charges.service.ts'
import { readBank } from '../ledger/ledger.service.ts'
import { readPlan, toResource } from '../plans/plans.service.ts'
import { findCard } from './cards.queries.ts'
import { toWireCard } from './cards.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { findById } from './payments.queries.ts'
import { readWirePayment } from './payments.service.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { quotePlan } from './subscribing.service.ts'
import * as queries from './subscriptions.queries.ts'

type Changed = ResponseInput<typeof subscriptions.get>

/** Reads the monthly plan, with the code that pays its next month while one waits. */
export async function readSubscription(school: School, tools: PaymentTools): Promise<Changed> {
  const payment = await school.tx(async (db) => {
    const row = await queries.findSubscription(db)
    return row?.payment_id ? findById(db, row.payment_id) : undefined
  })
  const pix = payment ? await readWirePayment(school, payment, tools) : null
  return school.tx(async (db) => {
    const row = await queries.findSubscription(db)
    return {
      resource: toResource(await readPlan(db)),
      bank: await readBank(db),
      subscription: row ? await toWire(db, row, pix) : null,
    }
  })
}

async function toWire(db: SchoolDb, row: queries.SubscriptionRow, pix: Payment | null): Promise<Subscription> {
  const card = row.method_id && row.pays_with === 'card' ? await findCard(db, row.method_id) : undefined
  return {
    plan_id: row.plan_id,
    pays_with: row.pays_with,
    card: card ? toWireCard(card) : null,
    utc_paid_until: row.utc_paid_until.toISOString(),
    next_plan_id: row.next_plan_id,
    utc_grace_ends_on: row.utc_grace_ends_on?.toISOString() ?? null,
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
  const forecast = await school.tx((db) => forecastRun(db, plans[planId], tools))
  return {
    change: {
      now: moneyOf(quote?.now ?? 0),
      credit: moneyOf(quote?.credit ?? 0),
      each_month: moneyOf(plans[planId].eachMonth),
      utc_begins_on: (quote ? tools.now() : row!.utc_paid_until).toISOString(),
      next_students: moneyOf(forecast.cents),
      students: forecast.students,
    },
  }
}

/** Writes what the school wants from the end of the paid month on; the provider is told at once, or by a job where it does not answer. */
async function wish(
  school: School,
  change: (db: SchoolDb, row: queries.SubscriptionRow) => Promise<Parameters<typeof queries.updateSubscription>[1]>,
  tools: PaymentTools,
): Promise<void> {
  const provider = requireProvider(tools)
  await school.tx(async (db) => {
    const row = await queries.holdSubscription(db)
    if (!row) throw new AppError('subscription_missing')
    await queries.updateSubscription(db, await change(db, row))
    await noteDue(db, jobs.followSubscription, tools.now())
  })
  await tellProvider(school, provider).catch(ignoreAway)
}

const ignoreAway = (error: unknown) => {
  if (!(error instanceof AppError && error.code === 'payment_provider_away')) throw error
}

/** Reads a subscription at the provider; undefined for one that is over, or gone. */
export async function findLiving(id: string, provider: PaymentProvider): Promise<Stripe.Subscription | undefined> {
  try {
    const known = await provider.ask(({ subscriptions }) => subscriptions.retrieve(id))
    return known.status === 'canceled' || known.status === 'incomplete_expired' ? undefined : known
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Makes the provider's subscription be as the school wants it: which price is charged next, to which card, and whether it ends. */
export async function tellProvider(school: School, provider: PaymentProvider): Promise<void> {
  const { row, card } = await school.tx(async (db) => {
    const found = await queries.findSubscription(db)
    return { row: found, card: found?.method_id ? await findCard(db, found.method_id) : undefined }
  })
  if (!row?.stripe_id) return
  const { stripe_id, item_id, next_plan_id } = row
  const ends = next_plan_id === 'onDemand'
  const price = await ensurePrice(ends ? row.plan_id : next_plan_id, provider)
  const known = await findLiving(stripe_id, provider)
  if (!known) return
  if (known.items.data.some((item) => item.id === item_id && item.price.id !== price))
    await provider.ask(({ subscriptions }) =>
      subscriptions.update(stripe_id, { items: [{ id: item_id!, price }], proration_behavior: 'none' }),
    )
  const isOtherCard = card && known.default_payment_method !== card.stripe_id
  if (known.cancel_at_period_end !== ends || isOtherCard)
    await provider.ask(({ subscriptions }) =>
      subscriptions.update(stripe_id, {
        cancel_at_period_end: ends,
        ...(card && { default_payment_method: card.stripe_id }),
      }),
    )
}

/** Returns to On Demand when the paid month ends. */
export async function cancelSubscription(school: School, tools: PaymentTools): Promise<Changed> {
  await wish(school, async () => ({ next_plan_id: 'onDemand' }), tools)
  return readSubscription(school, tools)
}

/** Keeps the present plan after all. */
export async function keepSubscription(school: School, tools: PaymentTools): Promise<Changed> {
  await wish(school, async (_, { plan_id }) => ({ next_plan_id: plan_id }), tools)
  return readSubscription(school, tools)
}

/** Changes to a smaller plan when the paid month ends; nothing is paid now. */
export async function stepDown(
  school: School,
  { paymentId, item }: { paymentId: string; item: PayableItem },
  tools: PaymentTools,
) {
  await wish(school, async () => ({ next_plan_id: item as PaidPlanId }), tools)
  const { resource, bank } = await readSubscription(school, tools)
  const payment: Payment = { id: paymentId, item, status: 'succeeded', client_secret: null, pix: null, fault: '' }
  return { resource, bank, payment }
}

/** Charges renewals to another card. An open renewal is tried with it at once. */
export async function setPlanCard(school: School, id: string, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  await wish(
    school,
    async (db, { pays_with }) => {
      if (!(await findCard(db, id))) throw notFound()
      if (pays_with !== 'card') throw new AppError('subscription_missing')
      return { method_id: id }
    },
    tools,
  )
  const { row, card } = await school.tx(async (db) => ({
    row: await queries.findSubscription(db),
    card: await findCard(db, id),
  }))
  if (row?.invoice_id && card) await payInvoice(row.invoice_id, card.stripe_id, provider)
  return readSubscription(school, tools)
}

/** The event of the invoice says how it ended. */
async function payInvoice(invoiceId: string, methodId: string, provider: PaymentProvider): Promise<void> {
  try {
    await provider.ask(({ invoices }) => invoices.pay(invoiceId, { payment_method: methodId, off_session: false }))
  } catch (error) {
    if (!(error instanceof StateChanged)) throw error
  }
}
