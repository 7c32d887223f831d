import type { payments } from '@escola/contract/payments.contract'
import { isPack, type PaidPlanId, type PayableItem, packs } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { Attended } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { beginTry } from './cards/card-tries.service.ts'
import { requireCardPlace, requireCardRight, requireOwnCard } from './cards/cards.service.ts'
import type { PaymentTarget } from './customers.service.ts'
import { ensureCustomer, type PaymentTools, requireTaxId } from './customers.service.ts'
import { attemptPayment, beginsMonths } from './intents.service.ts'
import { followMs, isAttemptOver, isOpen } from './payment-decision.ts'
import * as queries from './payments.queries.ts'
import { giveUpIntent, readPaid } from './payments.service.ts'
import { tryKeyOf } from './settling.service.ts'

export interface Order {
  paymentId: string
  item: PayableItem
  /** Card of the provider, or 'pix'. */
  paymentMethod: string
  saveCard: boolean
  /** Sum that the payer was shown, 0 for a smaller plan. */
  cents?: number | undefined
}

/** @returns undefined for a smaller plan, which costs nothing now */
async function findPaymentTarget(
  school: Attended,
  { known, order }: { known: queries.PaymentRow | undefined; order: Order },
  tools: PaymentTools,
): Promise<PaymentTarget | undefined> {
  const { item } = order
  if (isPack(item)) return { purpose: 'pack', cents: packs[item].price, until: null }
  return tools.plans.findTarget(school, { item, way: wayOf(order), cents: order.cents, known }, tools)
}

/** Finds the item and the sum of a payment. A retry costs what the first attempt did, and is refused when it would pay for another item by now. */
async function findOwed(
  school: Attended,
  { known, order }: { known: queries.PaymentRow | undefined; order: Order },
  tools: PaymentTools,
): Promise<PaymentTarget | undefined> {
  const target = await findPaymentTarget(
    school,
    { known, order: known ? { ...order, cents: known.cents } : order },
    tools,
  )
  if (!known) return target
  if (!target || !isFor(known, target)) throw new AppError('payment_sum_changed')
  return { ...target, cents: known.cents }
}

/** Tells whether a payment is for the same as one that would be made now. The rest of a month costs less with the time; another price is another payment. */
function isFor({ purpose, cents, utc_until }: queries.PaymentRow, target: PaymentTarget): boolean {
  if (purpose !== target.purpose) return false
  if (purpose !== 'upgrade') return cents === target.cents
  return cents >= target.cents && (utc_until === null || utc_until.getTime() === target.until?.getTime())
}

/** Refuses to charge more than the payer was shown, and to change to a smaller plan in the place of a payment: the plan may have changed since. */
function requireShown({ cents: shown }: Order, target: PaymentTarget | undefined): void {
  if (shown === undefined) return
  if (target ? target.cents > shown : shown > 0) throw new AppError('payment_sum_changed')
}

/**
 * Pays for something, once for each paymentId. The row is written before the provider is asked, and the intent is made before it is confirmed: whatever
 * breaks off, and however often the call comes, one intent takes the money, and an intent takes it once.
 * @throws AppError with the reason under the card's field when the card is refused; the same paymentId may then try another one
 */
export async function pay(
  school: Attended,
  order: Order,
  tools: PaymentTools,
): Promise<ResponseInput<typeof payments.pay>> {
  const provider = requireProvider(tools)
  const known = await school.tx((db) => queries.findByKey(db, order.paymentId))
  if (known && !mayTry(known, order, tools.now())) return readPaid(school, order.paymentId, tools)
  const target = await findOwed(school, { known, order }, tools)
  requireShown(order, target)
  if (!target) {
    requireProof(school, tools)
    return tools.plans.stepDown(school, { paymentId: order.paymentId, item: order.item as PaidPlanId }, tools)
  }
  if (isPix(order)) await requirePix(school, provider, tools)
  const customer = await ensureCustomer(school, provider, tools)
  const savesCard = await checkMethod(school, { order, target, customer }, provider, tools)
  if (known && !isSameKind(known, order)) await giveUpIntent(school, known, provider, tools)
  const begun = await school.tx((db) => begin(db, school, { ...order, ...target, saveCard: savesCard }, tools))
  if (begun) await attemptPayment(school, { payment: begun, customer }, provider, tools)
  return readPaid(school, order.paymentId, tools)
}

async function requirePix(school: Attended, provider: PaymentProvider, { now }: PaymentTools): Promise<void> {
  if (!(await provider.pix.isOn(now()))) throw new AppError('pix_unavailable')
  await requireTaxId(school, provider)
}

const isPix = ({ paymentMethod }: Order) => paymentMethod === 'pix'
const wayOf = (order: Order) => (isPix(order) ? 'pix' : 'card')
/** Returns the stored payment method; '' for Pix. */
const methodOf = (order: Order) => (isPix(order) ? '' : order.paymentMethod)

/** Tells whether the order is paid the same way as the payment's intent. An intent takes one way; another one, and a code of an earlier release that asks for a mandate, need a new intent. */
const isSameKind = ({ way, method }: queries.PaymentRow, order: Order): boolean =>
  way === wayOf(order) && (way === 'card' || method === methodOf(order))

/** @returns whether the card is to be kept */
async function checkMethod(
  school: Attended,
  { order, target, customer }: { order: Order; target: PaymentTarget; customer: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<boolean> {
  if (isPix(order)) return false
  const isKept = await requireOwnCard(school, { methodId: order.paymentMethod, customer }, provider, tools)
  if (isKept) requireCardRight(school, tools)
  const isMonthly = beginsMonths(target)
  // The card of an upgrade pays that alone.
  if (isKept || !(isMonthly || (order.saveCard && isPack(order.item)))) return false
  await requireCardPlace(school, isMonthly ? 'card' : 'saveCard')
  return true
}

/** A refused payment may be tried again; one that waits for its payer, or whose attempt has ended without an answer, with another card. */
function mayTry(payment: queries.PaymentRow, { item, paymentMethod }: Order, now: Date): boolean {
  if (payment.item !== item) throw new AppError('payment_of_other_item')
  if (payment.status === 'failed') return true
  const isOtherCard = payment.way === 'card' && paymentMethod.startsWith('pm_') && paymentMethod !== payment.method
  return isOpen(payment) && isOtherCard && (payment.status === 'requires_action' || isAttemptOver(payment, now))
}

/** @returns the payment with the attempt that this call has to make; undefined when another call makes it, or made it */
async function begin(
  db: SchoolDb,
  school: Attended,
  order: Order & PaymentTarget,
  tools: PaymentTools,
): Promise<queries.PaymentRow | undefined> {
  const moment = tools.now()
  const trial = {
    purpose: order.purpose,
    utc_until: order.until,
    way: wayOf(order),
    method: methodOf(order),
    saves_card: order.saveCard,
    status: 'processing',
    user_id: school.actor.userId,
    utc_tried_on: moment,
    utc_look_on: null,
  }
  const inserted = await queries.insertPayment(db, {
    key: order.paymentId,
    item: order.item,
    cents: String(order.cents),
    ...trial,
    utc_created_on: moment,
  })
  const known = (await queries.lockByKey(db, order.paymentId))!
  if (!inserted && !mayTry(known, order, moment)) return undefined
  if (!inserted)
    await queries.updatePayment(db, known.id, {
      ...trial,
      fault: '',
      attempt: known.attempt + 1,
      ...(!isSameKind(known, order) && { intent_id: null, invoice_id: null }),
    })
  const payment = (await queries.lockByKey(db, order.paymentId))!
  if (payment.way === 'card') await beginTry(db, tryKeyOf(payment), tools)
  await scheduleJob(db, jobs.followPayments, new Date(moment.getTime() + followMs))
  return payment
}
