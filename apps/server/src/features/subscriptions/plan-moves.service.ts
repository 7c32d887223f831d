import type { PlanAct } from '@escola/contract/plan-rules'
import { plans } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { CardRefused } from '../../payments/provider-errors.ts'
import { tryCard } from '../payments/cards/card-tries.service.ts'
import { requireKeptCard } from '../payments/cards/cards.service.ts'
import { ensureCustomer, type PaymentTools, requireTaxId } from '../payments/customers.service.ts'
import { attemptPayment } from '../payments/intents.service.ts'
import {
  type CardRow,
  findById,
  findCard,
  lockById,
  type PaymentRow,
  updatePayment,
} from '../payments/payment-rows.service.ts'
import { giveUpIntent } from '../payments/payments.service.ts'
import { keepConsent } from './card-consents.queries.ts'
import { remind } from './plan-mails.service.ts'
import { requireAct } from './plan-standing.service.ts'
import { isCharged, isOverdueByPix, payByPix, toCard } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'
import { type Changed, readSubscription, type Wishing, wish } from './subscriptions.service.ts'
import { leaveProvider } from './take-over.service.ts'

/**
 * Charges renewals to a card. Where another card pays, an open renewal is tried with this one at once; where Pix pays, the card begins when the month
 * that is paid is over, and the code that waits is given up first.
 */
export async function setPlanCard(school: Wishing, id: string, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  const card = await school.tx((db) => findCard(db, id))
  if (!card) throw notFound()
  const customer = await ensureCustomer(school, provider, tools)
  await requireKeptCard(school, { card, customer }, provider, tools)
  // A subscription of an earlier release ends first.
  await leaveProvider(school, provider, tools)
  await giveUpCode(school, provider, tools)
  // A card that does not pay what is open is not the plan's card.
  await payOpenMonth(school, { card, customer }, provider, tools)
  await wish(
    school,
    'otherCard',
    async (db, row) => {
      if (!(await findCard(db, id))) throw notFound()
      const userId = school.actor?.userId ?? null
      if (row.method_id !== id) await keepConsent(db, { cardId: id, cents: costOf(row), userId }, tools)
      return row.pays_with === 'card' ? { method_id: id } : toCard(row, id)
    },
    tools,
  )
  return readSubscription(school, tools)
}

/** Sum of each month that the card pays from now on. */
const costOf = ({ plan_id, next_plan_id }: queries.SubscriptionRow) =>
  plans[next_plan_id === 'onDemand' ? plan_id : next_plan_id].eachMonth

/** Has a card pay the month that its plan's card could not pay, while its owner is there to confirm it. */
async function payOpenMonth(
  school: Wishing,
  { card, customer }: { card: CardRow; customer: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const open = await school.tx((db) => findOpenMonth(db, 'otherCard', tools))
  if (!open) return
  await tryCard(
    school,
    async () => {
      const begun = await school.tx((db) =>
        tryAgainWith(db, { id: open.id, card, userId: school.actor?.userId ?? null }, tools),
      )
      const paid = await attemptPayment(school, { payment: begun, customer }, provider, tools)
      if (paid.status === 'succeeded') return
      if (paid.status !== 'requires_action') throw new AppError('plan_renewal_under_way')
      await school.tx((db) => askToConfirm(db, paid, tools))
      throw new CardRefused('renewal_unconfirmed')
    },
    tools,
  )
}

/** @returns the renewal that the card has not paid; undefined where none is open */
async function findOpenMonth(db: SchoolDb, act: PlanAct, tools: PaymentTools): Promise<PaymentRow | undefined> {
  const row = await queries.findSubscription(db)
  if (!row || !isCharged(row)) return undefined
  await requireAct(db, act, row, tools)
  const payment = row.payment_id ? await findById(db, row.payment_id) : undefined
  return payment?.purpose === 'renewal' && payment.status !== 'canceled' ? payment : undefined
}

async function tryAgainWith(
  db: SchoolDb,
  { id, card, userId }: { id: string; card: CardRow; userId: string | null },
  { now }: PaymentTools,
): Promise<PaymentRow> {
  const { status, attempt } = (await lockById(db, id))!
  if (status !== 'failed' && status !== 'requires_action') throw new AppError('plan_renewal_under_way')
  const begun = { attempt: attempt + 1, method: card.stripe_id, status: 'processing', fault: '', user_id: userId }
  await updatePayment(db, id, { ...begun, utc_tried_on: now(), utc_look_on: null })
  return (await findById(db, id))!
}

async function askToConfirm(db: SchoolDb, { attempt }: PaymentRow, tools: PaymentTools): Promise<void> {
  const row = await queries.lockSubscription(db)
  if (row?.utc_grace_ends_on)
    await remind(db, { row, graceEndsOn: row.utc_grace_ends_on, number: `confirm-${attempt}` }, tools)
}

/** A code that was paid until now counts; afterwards it can't be paid. The code of an overdue month stays. */
async function giveUpCode(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const code = await school.tx(async (db) => {
    const row = await queries.findSubscription(db)
    const isLeft = row?.payment_id && row.pays_with === 'pix' && !isOverdueByPix(row, tools.now())
    return isLeft ? findById(db, row.payment_id!) : undefined
  })
  if (code && code.status !== 'succeeded') await giveUpIntent(school, code, provider, tools)
}

/**
 * Switches the plan to Pix: each month's code is sent before the month begins. If the card failed to pay a renewal, it isn't charged again and the code is
 * sent at once; the grace keeps its end.
 */
export async function setPlanPix(school: School, tools: PaymentTools): Promise<Changed> {
  const provider = requireProvider(tools)
  await requireTaxId(school, provider)
  await leaveForPix(school, provider, tools)
  return readSubscription(school, tools)
}

/** Switches the plan to codes, an unpaid month included: its charge is given up first, unless it has just been paid. */
async function leaveForPix(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  await leaveProvider(school, provider, tools)
  const open = await school.tx((db) => findOpenMonth(db, 'toPix', tools))
  if (open) await giveUpIntent(school, open, provider, tools)
  await wish(school, 'toPix', async () => payByPix, tools)
}
