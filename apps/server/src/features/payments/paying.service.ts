import { paymentLimits, type payments } from '@escola/contract/payments.contract'
import { isPack, itemNames, type PayableItem, packs, plans } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import { AppError } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { noteDue } from '../../jobs/clock.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { CardRefused, StateChanged } from '../../payments/provider-errors.ts'
import { requireCardPlace, requireOwnCard } from './cards.service.ts'
import { ensureCustomer, type PaymentTools } from './customers.service.ts'
import { isOpen } from './payment-decision.ts'
import * as queries from './payments.queries.ts'
import { followMs, giveUpIntent, readIntent, readPaid } from './payments.service.ts'
import { intentParams, isAttemptOver, noteIntent, noteRefusal } from './settling.service.ts'

export interface Order {
  paymentId: string
  item: PayableItem
  /** Card of the provider, or 'pix'. */
  paymentMethod: string
  saveCard: boolean
}

const priceOf = (item: PayableItem) => (isPack(item) ? packs[item].price : plans[item].eachMonth)

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
  const customer = await ensureCustomer(school, provider, tools)
  const savesCard = await checkMethod(school, { order, customer }, provider)
  if (known && known.way !== wayOf(order)) await giveUpIntent(school, known, provider, tools)
  const begun = await school.tx((db) => begin(db, school, { ...order, saveCard: savesCard }, tools))
  if (begun) await attempt(school, { payment: begun, customer }, provider, tools)
  return readPaid(school, order.paymentId, tools)
}

const wayOf = ({ paymentMethod }: Order) => (paymentMethod === 'pix' ? 'pix' : 'card')

/** @returns whether the card is to be kept */
async function checkMethod(
  school: Attended,
  { order, customer }: { order: Order; customer: string },
  provider: PaymentProvider,
): Promise<boolean> {
  if (order.paymentMethod === 'pix') return false
  const isKept = await requireOwnCard(school, { methodId: order.paymentMethod, customer }, provider)
  if (isKept || !order.saveCard) return false
  await requireCardPlace(school)
  return true
}

/** A refused payment may be tried again; one that waits for its payer, or whose attempt has ended without an answer, with another card. */
function mayTry(payment: queries.PaymentRow, { item, paymentMethod }: Order, now: Date): boolean {
  if (payment.item !== item) throw new AppError('payment_of_other_item')
  if (payment.status === 'failed') return true
  const isOtherCard = payment.way === 'card' && paymentMethod !== 'pix' && paymentMethod !== payment.method
  return isOpen(payment) && isOtherCard && (payment.status === 'requires_action' || isAttemptOver(payment, now))
}

/** @returns the payment with the attempt that this call has to make; undefined when another call makes it, or made it */
async function begin(
  db: SchoolDb,
  school: Attended,
  order: Order,
  { now }: PaymentTools,
): Promise<queries.PaymentRow | undefined> {
  const moment = now()
  const way = wayOf(order)
  const trial = {
    way,
    method: way === 'pix' ? '' : order.paymentMethod,
    saves_card: order.saveCard,
    status: 'processing',
    user_id: school.actor.userId,
    utc_tried_on: moment,
  }
  const inserted = await queries.insertPayment(db, {
    key: order.paymentId,
    item: order.item,
    cents: String(priceOf(order.item)),
    ...trial,
    utc_created_on: moment,
  })
  await noteDue(db, jobs.followPayments, new Date(moment.getTime() + followMs))
  const payment = (await queries.holdByKey(db, order.paymentId))!
  if (inserted) return payment
  if (!mayTry(payment, order, moment)) return undefined
  await queries.updatePayment(db, payment.id, {
    ...trial,
    fault: '',
    attempt: payment.attempt + 1,
    // An intent takes one way of paying; of the other way it needs another one.
    ...(payment.way !== way && { intent_id: null }),
  })
  return queries.holdByKey(db, order.paymentId)
}

interface Attempt {
  payment: queries.PaymentRow
  customer: string
}

async function attempt(
  school: Attended,
  { payment, customer }: Attempt,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const intentId = payment.intent_id ?? (await makeIntent(school, { payment, customer }, provider))
  // Another attempt has begun meanwhile, and takes the money.
  if (!intentId) return
  try {
    const intent = await provider.ask(({ paymentIntents }) =>
      paymentIntents.confirm(intentId, confirmationOf(payment), {
        idempotencyKey: `confirm-${school.id}-${payment.key}-${payment.attempt}`,
      }),
    )
    await noteIntent(school, payment, intent, tools)
  } catch (error) {
    if (error instanceof CardRefused) await noteRefusal(school, payment, error.fault)
    // Another call was quicker: reading the intent says how it ended.
    if (!(error instanceof StateChanged)) throw error
    await readIntent(school, { ...payment, intent_id: intentId }, provider, tools)
  }
}

/** @returns the id of an intent that takes nothing until it is confirmed; undefined when the attempt is not the last one any more */
async function makeIntent(
  school: Attended,
  { payment, customer }: Attempt,
  provider: PaymentProvider,
): Promise<string | undefined> {
  const { id } = await provider.ask(({ paymentIntents }) =>
    paymentIntents.create(
      {
        amount: payment.cents,
        currency: 'brl',
        customer,
        allowed_payment_method_types: [payment.way],
        description: itemNames[payment.item],
        metadata: { school: school.id, payment: payment.key },
      },
      { idempotencyKey: `intent-${school.id}-${payment.key}-${payment.attempt}` },
    ),
  )
  return (await school.tx((db) => queries.keepIntent(db, payment, id))) ? id : undefined
}

const confirmationOf = ({ way, method, saves_card }: queries.PaymentRow): Stripe.PaymentIntentConfirmParams =>
  way === 'pix'
    ? {
        ...intentParams,
        payment_method_data: { type: 'pix' },
        payment_method_options: { pix: { expires_after_seconds: paymentLimits.pixMinutes * 60 } },
      }
    : {
        ...intentParams,
        payment_method: method,
        setup_future_usage: saves_card ? 'off_session' : '',
        use_stripe_sdk: true,
      }
