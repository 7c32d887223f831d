import { isMonthKey } from '@escola/contract/payments.contract'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { noteDue } from '../../jobs/clock.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { changePlan } from '../plans/plans.service.ts'
import { findCardByProvider } from './cards.queries.ts'
import { findById, findFirstDay, type PaymentRow } from './payments.queries.ts'
import { addMonth, isGreater, isOverdueByPix, isQuoted, nextMonthEnd, toCard } from './plan-decision.ts'
import * as queries from './subscriptions.queries.ts'

/** Month of the provider's subscription that an invoice is of. */
export interface Period {
  subscriptionId: string
  itemId: string
  end: Date
  isFirst: boolean
}

export async function readPeriod(invoiceId: string, provider: PaymentProvider): Promise<Period | undefined> {
  const invoice = await provider.ask(({ invoices }) => invoices.retrieve(invoiceId))
  const id = invoice.parent?.subscription_details?.subscription
  if (!id) return undefined
  const subscriptionId = typeof id === 'string' ? id : id.id
  const { items } = await provider.ask(({ subscriptions }) => subscriptions.retrieve(subscriptionId))
  const [item] = items.data
  if (!item) return undefined
  return {
    subscriptionId,
    itemId: item.id,
    end: new Date(item.current_period_end * 1000),
    isFirst: invoice.billing_reason === 'subscription_create',
  }
}

/** Makes a key for a payment of a month by Pix. */
export const makeMonthKey = (): string => `month:${crypto.randomUUID()}`

const isFirstByPix = ({ key, way, item, cents }: PaymentRow) =>
  way === 'pix' && !isMonthKey(key) && cents === plans[item as PaidPlanId].eachMonth

/** Tells whether a payment is for the time that is paid, in a greater plan. A first month of it that was asked for before the school had a plan is not. */
async function isUpgrade(
  db: SchoolDb,
  { key, item, cents, utc_created_on }: PaymentRow,
  row: queries.SubscriptionRow,
): Promise<boolean> {
  const to = item as PaidPlanId
  if (isMonthKey(key) || row.utc_grace_ends_on || !isGreater(to, row.plan_id)) return false
  const firstDay = await findFirstDay(db)
  // The provider asks for the present month alone, and a code may have paid the next one as well.
  const since = row.stripe_id && !row.utc_card_from ? addMonth(row.utc_paid_until, -1, firstDay).getTime() : 0
  const now = new Date(Math.max(utc_created_on.getTime(), since))
  return isQuoted(cents, { from: row.plan_id, to }, { now, paidUntil: row.utc_paid_until, firstDay })
}

/** Finds the end of the month after those that are paid. */
const nextEnd = async (db: SchoolDb, { utc_paid_until }: queries.SubscriptionRow): Promise<Date> =>
  nextMonthEnd(utc_paid_until, await findFirstDay(db))

/** A mandate is for one sum: in another plan the months are paid with codes. */
export const withoutMandate = ({ pays_with }: Pick<queries.SubscriptionRow, 'pays_with'>) =>
  pays_with === 'pix_auto' ? ({ pays_with: 'pix' } as const) : {}

const settled = { invoice_id: null, payment_id: null, utc_grace_ends_on: null, reminders: 0 }

/**
 * Gives the plan that was paid for: a first month, the next one, or the rest of the month in a greater plan.
 * @returns false when the payment is for nothing that the school still wants, and goes back
 */
export async function settlePlan(
  db: SchoolDb,
  payment: PaymentRow,
  period: Period | undefined,
  tools: Pick<Tools, 'now'>,
): Promise<boolean> {
  const plan = payment.item as PaidPlanId
  const row = await queries.holdSubscription(db)
  const isWanted = await write()
  const current = await queries.findSubscription(db)
  if (isWanted && current) await changePlan(db, current.plan_id, tools)
  await noteDue(db, jobs.followSubscription, tools.now())
  return isWanted

  async function write(): Promise<boolean> {
    if (!row) {
      if (period ? !period.isFirst : !isFirstByPix(payment)) return false
      const card = payment.way === 'card' ? await findCardByProvider(db, payment.method) : undefined
      return queries.insertSubscription(db, {
        plan_id: plan,
        pays_with: payment.method === 'pix_auto' ? 'pix_auto' : payment.way,
        stripe_id: period?.subscriptionId ?? null,
        item_id: period?.itemId ?? null,
        method_id: card?.id ?? null,
        utc_paid_until: period?.end ?? addMonth(payment.utc_paid_on!),
        next_plan_id: plan,
      })
    }
    if (period) {
      if (row.stripe_id !== period.subscriptionId) return false
      await queries.updateSubscription(db, {
        plan_id: plan,
        ...settled,
        utc_paid_until: period.end,
        utc_card_from: null,
      })
      return true
    }
    if (payment.id === row.payment_id) {
      const isAsked = plan === row.next_plan_id && row.pays_with === 'pix'
      if (isAsked) await settleMonth(db, { row, plan }, tools)
      else await queries.updateSubscription(db, { payment_id: null })
      return isAsked
    }
    if (isOverdueMonth(payment, row, tools.now())) return settleByCard(db, { row, payment })
    if (!(await isUpgrade(db, payment, row))) return false
    await queries.updateSubscription(db, { plan_id: plan, next_plan_id: plan, ...withoutMandate(row) })
    return true
  }
}

/** Tells whether a payment by card is for a month that a code of Pix waits for in vain. */
const isOverdueMonth = ({ way, item, cents }: PaymentRow, row: queries.SubscriptionRow, now: Date): boolean =>
  way === 'card' && item === row.next_plan_id && cents === plans[item].eachMonth && isOverdueByPix(row, now)

/** The card that paid an overdue month pays the next ones too. The code stays until it is given up at the provider. */
async function settleByCard(
  db: SchoolDb,
  { row, payment }: { row: queries.SubscriptionRow; payment: PaymentRow },
): Promise<boolean> {
  const card = await findCardByProvider(db, payment.method)
  if (!card) return false
  const until = await nextEnd(db, row)
  const { payment_id: _, ...paid } = settled
  await queries.updateSubscription(db, {
    ...paid,
    ...toCard(row, { cardId: card.id, from: until }),
    plan_id: payment.item,
    utc_paid_until: until,
  })
  return true
}

/** Reads until when months are paid: the present one, or one in another plan that waits for its end. */
export async function monthsPaidUntil(db: SchoolDb, row: queries.SubscriptionRow): Promise<Date> {
  const payment = row.payment_id ? await findById(db, row.payment_id) : undefined
  return payment?.status === 'succeeded' ? nextEnd(db, row) : row.utc_paid_until
}

/** Gives a month by Pix that was paid. One in another plan waits until the present one is over. */
async function settleMonth(
  db: SchoolDb,
  { row, plan }: { row: queries.SubscriptionRow; plan: PaidPlanId },
  tools: Pick<Tools, 'now'>,
): Promise<void> {
  if (plan !== row.plan_id && row.utc_paid_until > tools.now()) return
  await queries.updateSubscription(db, { plan_id: plan, ...settled, utc_paid_until: await nextEnd(db, row) })
}

/** Begins a month in another plan that was paid before the present one was over. */
export async function beginPaidMonth(db: SchoolDb, tools: Pick<Tools, 'now'>): Promise<void> {
  const row = await queries.holdSubscription(db)
  if (!row?.payment_id || row.utc_paid_until > tools.now()) return
  const { status, item } = (await findById(db, row.payment_id))!
  if (status !== 'succeeded') return
  const plan = item as PaidPlanId
  await settleMonth(db, { row, plan }, tools)
  await changePlan(db, plan, tools)
}
