import { isPack } from '@escola/contract/prices'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { scheduleJob } from '../../jobs/scheduled-jobs.ts'
import { bookMovement } from '../ledger/ledger.service.ts'
import { endTry } from './cards/card-tries.service.ts'
import { keepCard } from './cards/cards.service.ts'
import type { PaymentTools, Settler, Settling } from './customers.service.ts'
import { decide, followMs, isAttemptOver, isOpen, nextLookAt } from './payment-decision.ts'
import { notifyOfReturn, sendReceipt } from './payment-mails.service.ts'
import * as queries from './payments.queries.ts'
import { purchaseTransfers } from './purchase.ts'
import { insertReturn, unwantedKey } from './returns/returns.queries.ts'

/** Key of an attempt among the tries of cards. */
export const tryKeyOf = ({ id, attempt }: Pick<queries.PaymentRow, 'id' | 'attempt'>) => `payment:${id}:${attempt}`

export const intentParams = { expand: ['payment_method'] } satisfies Stripe.PaymentIntentRetrieveParams

/** Code of the last refusal of an intent. */
export const faultOf = ({ last_payment_error: error }: Pick<Stripe.PaymentIntent, 'last_payment_error'>) =>
  error ? error.decline_code || error.code || 'card_declined' : undefined

const canceled = { status: 'canceled', fault: '' } as const

/** A payment as it was read before the provider was asked. */
interface Asked
  extends Pick<queries.PaymentRow, 'id' | 'attempt' | 'status' | 'purpose' | 'invoice_id' | 'utc_tried_on'> {
  /** Time at which the provider was asked; left out where the attempt itself has asked. */
  utc_asked_on?: Date
}

/**
 * Writes down what the provider says of a payment, and gives what it paid for in the same transaction, once, whether an answer, an event or a reading says so first.
 * @param asked the payment as it was before the provider was asked: `readIntent` reads in that order
 * @returns the payment afterwards
 */
export async function recordIntent(
  school: School,
  asked: Asked,
  intent: Stripe.PaymentIntent,
  tools: Pick<PaymentTools, 'now' | 'provider' | 'settlers'>,
): Promise<queries.PaymentRow> {
  const settling = intent.status === 'succeeded' ? await tools.settlers[asked.purpose](asked, tools) : undefined
  return school.tx(async (db) => {
    const known = (await queries.lockById(db, asked.id))!
    const now = tools.now()
    const reading = {
      status: intent.status,
      fault: faultOf(intent),
      before: asked,
      isOver: isAttemptOver(asked, asked.utc_asked_on ?? asked.utc_tried_on),
    }
    const isCanceled = known.purpose === 'renewal' && known.status === 'failed' && intent.status === 'canceled'
    // A renewal that was refused makes room for another intent of its month once its own is over.
    const next = isCanceled && asked.attempt === known.attempt ? canceled : decide(known, reading)
    const isSame = next.status === known.status && next.fault === known.fault
    if (isSame && known.status !== 'failed') return known
    const isPaid = next.status === 'succeeded'
    const utc_look_on = nextLookAt({ ...known, ...next }, intent.status, now)
    const values = { ...next, utc_look_on, ...(isPaid && { utc_paid_on: now, intent_id: intent.id }) }
    await queries.updatePayment(db, known.id, values)
    const payment = { ...known, ...values }
    await follow(db, payment, now)
    if (next.status === 'canceled' && !isPack(known.item)) await scheduleJob(db, jobs.followSubscription, now)
    if (isPaid) await settle(db, payment, { intent, settling: settling! }, tools)
    return payment
  })
}

/** Has a job look at a payment that may take money yet. */
async function follow(db: SchoolDb, payment: queries.PaymentRow, now: Date): Promise<void> {
  const look = isOpen(payment) ? new Date(now.getTime() + followMs) : payment.utc_look_on
  if (look) await scheduleJob(db, jobs.followPayments, look)
}

/** Writes down that an attempt was refused, unless more is known meanwhile. */
export const recordRefusal = (
  school: School,
  asked: Pick<queries.PaymentRow, 'id' | 'attempt' | 'status'>,
  fault: string,
  { now }: Clock,
): Promise<void> =>
  school.tx(async (db) => {
    const known = (await queries.lockById(db, asked.id))!
    const status = 'requires_payment_method'
    const next = decide(known, { status, fault, before: asked, isOver: true })
    const moment = now()
    const utc_look_on = known.intent_id === null ? null : nextLookAt({ ...known, ...next }, status, moment)
    await queries.updatePayment(db, known.id, { ...next, utc_look_on })
    await follow(db, { ...known, ...next, utc_look_on }, moment)
  })

/** Ends a payment whose intent the provider does not have. The proof names it; a month of a plan that waits for it is asked for again. */
export const recordLost = (
  school: School,
  asked: Pick<queries.PaymentRow, 'id' | 'attempt'>,
  { now }: Clock,
): Promise<queries.PaymentRow> =>
  school.tx(async (db) => {
    const known = (await queries.lockById(db, asked.id))!
    if (known.status === 'succeeded' || known.attempt !== asked.attempt) return known
    const values = { status: 'canceled', fault: queries.lostFault, utc_tried_on: now(), utc_look_on: null } as const
    await queries.updatePayment(db, known.id, values)
    if (!isPack(known.item)) await scheduleJob(db, jobs.followSubscription, now())
    return { ...known, ...values }
  })

/** Settles a pack: its sums are all that it gives. */
export const settlePack: Settler = async () => ({ lock: async () => {}, give: async () => true })

interface Receipt {
  intent: Stripe.PaymentIntent
  settling: Settling
}

async function settle(db: SchoolDb, payment: queries.PaymentRow, { intent, settling }: Receipt, tools: Clock) {
  requireSameSum(payment, intent)
  const { id, item, cents } = payment
  await settling.lock(db)
  await bookMovement(
    db,
    {
      key: `payment:${id}`,
      kind: isPack(item) ? 'pack' : 'plan',
      transfers: purchaseTransfers(item, cents),
      payment: { id, item },
    },
    tools,
  )
  await endTry(db, tryKeyOf(payment))
  const method = intent.payment_method
  if (payment.saves_card && method && typeof method !== 'string') {
    const isKept = await keepCard(db, method, { isNeeded: !isPack(item), now: tools.now })
    if (!isKept) await enqueue(db, jobs.detachCard, { methodId: method.id })
  }
  if (await settling.give(db, payment, tools)) await sendReceipt(db, payment, tools)
  else await returnUnwanted(db, payment, tools)
}

/**
 * Gives back what is left of a payment that the school does not want, and says so: one that came too late, a second one for the same plan, a month
 * that begins no more.
 * @param returnedBy administrator of the platform by whose act it goes back
 */
export async function returnUnwanted(
  db: SchoolDb,
  payment: queries.PaymentRow,
  tools: Clock,
  returnedBy: string | null = null,
): Promise<void> {
  const { id, cents, returned_cents } = payment
  const left = cents - returned_cents
  if (left <= 0) return
  const moment = tools.now()
  await insertReturn(db, {
    payment_id: id,
    kind: 'refund',
    key: unwantedKey(id),
    cents: String(left),
    state: 'asked',
    returned_by: returnedBy,
    utc_asked_on: moment,
  })
  await scheduleJob(db, jobs.followRefunds, moment)
  await notifyOfReturn(db, { ...payment, cents: left }, tools)
}

/** Refuses to give anything for a sum that was not asked for. */
function requireSameSum({ id, cents }: queries.PaymentRow, intent: Stripe.PaymentIntent) {
  if (intent.amount_received !== cents || intent.currency !== 'brl')
    throw new Error(
      `payment ${id} asks for ${cents} brl, and its intent has ${intent.amount_received} ${intent.currency}`,
    )
}
