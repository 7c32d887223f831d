import { hourMs } from '@escola/contract/durations'
import { paymentMessages } from '@escola/contract/payments.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../../core/app-error.ts'
import { type Attended, isPlatformAdmin, type School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { forEachSettled } from '../../../jobs/for-each-settled.ts'
import { planNext, scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { CallRefused, KeyRefused, StateChanged } from '../../../payments/provider-errors.ts'
import { readBank } from '../../ledger/ledger.service.ts'
import type { PaymentTools } from '../customers.service.ts'
import { attemptMs } from '../payment-decision.ts'
import { isRefundable } from '../payment-list.service.ts'
import { findById, lockById, type PaymentRow } from '../payments.queries.ts'
import * as queries from './returns.queries.ts'
import { recordDisputes, recordRefund, recordRefunds } from './returns.service.ts'

interface Refund {
  id: string
  cents: number
  reason: string
}

/** Gives a payment back, whole or in part, in the name of an administrator of the platform; a call that is repeated gives nothing back twice. */
export async function refundPayment(school: Attended, refund: Refund, tools: PaymentTools) {
  const provider = requireProvider(tools)
  if (!isPlatformAdmin(school.actor)) throw new AppError('platform_only')
  const begun = await school.tx((db) => begin(db, school, refund, tools))
  const isMade = begun.row.state !== 'asked' || (await ask(school, begun, provider, tools).catch(explainCall))
  if (!isMade) throw await explainRefusal(school, begun, tools)
  return { bank: await school.tx(readBank) }
}

/** A refund that began by itself is asked for again and again, and an administrator is told of each refusal. */
function explainCall(error: unknown): never {
  throw error instanceof CallRefused ? new AppError('refund_refused', { cause: error }) : error
}

interface Begun {
  payment: PaymentRow
  row: queries.ReturnRow
}

async function begin(
  db: SchoolDb,
  { actor, idempotencyKey }: Attended,
  { id, cents, reason }: Refund,
  tools: PaymentTools,
): Promise<Begun> {
  const payment = await lockById(db, id)
  if (!payment) throw notFound()
  const key = `${actor.userId}:${idempotencyKey ?? crypto.randomUUID()}`
  const rows = await queries.listReturns(db, id)
  const asked = rows.filter(({ state }) => state === 'asked')
  // Without a key, the same sum that waits for the provider's answer is the same refund.
  const known = rows.find((each) => each.key === key)
  if (known && known.cents !== cents && !isGivenUp(known)) throw new AppError('key_used')
  const same = known ?? asked.find((each) => each.cents === cents)
  if (same && !isGivenUp(same)) return { payment, row: same }
  if (!isRefundable(payment, tools)) throw new AppError('payment_not_refundable')
  const left = payment.cents - payment.returned_cents - asked.reduce((sum, each) => sum + each.cents, 0)
  if (cents > left) throw invalidField('cents', paymentMessages.refundAmount)
  const moment = tools.now()
  // A refund that was refused may be asked for again under its key.
  if (same) await queries.updateReturn(db, same.id, { key: `${same.key}:${same.id}` })
  await scheduleJob(db, jobs.followRefunds, new Date(moment.getTime() + followMs))
  const row = await queries.insertReturn(db, {
    payment_id: id,
    kind: 'refund',
    key,
    cents: String(cents),
    state: 'asked',
    reason,
    returned_by: actor.userId,
    utc_asked_on: moment,
  })
  return { payment, row }
}

/** Tells whether nothing has come of a refund: the provider refused it, or did not answer for too long. */
const isGivenUp = ({ state, stripe_id }: queries.ReturnRow): boolean => state === 'given_back' && stripe_id === null

/** Tells whether a refund began by itself: it is owed until it is made. */
const isUnwanted = ({ key, payment_id }: queries.ReturnRow): boolean => key === queries.unwantedKey(payment_id)

/** Time after which a refund that an administrator asked for is given up. */
const longestAskedMs = 20 * hourMs

/**
 * Asks the provider for a refund: once, however often it is asked. It keeps its answer to a key for a day, also one that says that it failed, so each hour has a
 * key of its own. Before it is asked under another key, what it has made is read: no call that makes a refund begins in the last minute of a key, so none goes
 * on by then.
 * @returns false when the provider refuses it for good, or was asked for too long
 */
async function ask(school: School, begun: Begun, provider: PaymentProvider, tools: PaymentTools): Promise<boolean> {
  const { payment, row } = begun
  if (keyAt(ageOf(row, tools)) === '') return askUnder(school, begun, provider, tools)
  await recordRefunds(school, payment, provider, tools)
  const state = await school.tx(async (db) => {
    const current = (await queries.listReturns(db, payment.id)).find(({ id }) => id === row.id)!
    const isOver = ageOf(row, tools) > longestAskedMs && !isUnwanted(row)
    if (current.state !== 'asked' || !isOver) return current.state
    await queries.giveUpReturn(db, row.id)
    return 'given_up'
  })
  return state === 'asked' ? askUnder(school, begun, provider, tools) : state !== 'given_up'
}

const ageOf = ({ utc_asked_on }: queries.ReturnRow, { now }: Clock): number => now().getTime() - utc_asked_on.getTime()

/** End of the key of a refund that was asked for so long ago. The first one lasts half an hour. */
const keyAt = (age: number): string => {
  const hours = Math.floor((age + hourMs / 2) / hourMs)
  return hours > 0 ? `-${hours}` : ''
}

const isKeyEnding = (age: number): boolean => keyAt(age) !== keyAt(age + attemptMs)

async function askUnder(
  school: School,
  { payment, row }: Begun,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<boolean> {
  const age = ageOf(row, tools)
  if (isKeyEnding(age)) throw new AppError('payment_provider_away')
  const idempotencyKey = `refund-${school.id}-${row.id}${keyAt(age)}`
  try {
    const refund = await provider.ask(({ refunds }) =>
      refunds.create(
        {
          payment_intent: payment.intent_id!,
          amount: row.cents,
          reason: 'requested_by_customer',
          metadata: { school: school.id, return: row.id },
        },
        { idempotencyKey },
      ),
    )
    await recordRefund(school, payment, refund, tools)
    return true
  } catch (error) {
    // An administrator is told that nothing was done, and no job does it later.
    if (error instanceof KeyRefused && !isUnwanted(row)) await school.tx((db) => queries.giveUpReturn(db, row.id))
    // An account without enough money is refused, too.
    const isRefused = error instanceof CallRefused && !isUnwanted(row)
    if (!(error instanceof StateChanged) && !isRefused) throw error
    // Nothing of this refund will happen. Where the money went back by another way, that is written down.
    await recordRefunds(school, payment, provider, tools)
    await recordDisputes(school, payment, provider, tools)
    await school.tx((db) => queries.giveUpReturn(db, row.id))
    if (isRefused) throw error
    return false
  }
}

/** Tells whether the payment, or less of it, could be given back. */
async function explainRefusal(school: School, { payment, row }: Begun, tools: PaymentTools): Promise<AppError> {
  const current = (await school.tx((db) => findById(db, payment.id)))!
  if (!isRefundable(current, tools)) return new AppError('payment_not_refundable')
  const isTooMuch = row.cents > current.cents - current.returned_cents
  return isTooMuch ? invalidField('cents', paymentMessages.refundAmount) : new AppError('refund_refused')
}

const followMs = 90 * 1000
const askedAtOnce = 50

/** Ends refunds whose answer from the provider never came. */
export async function followRefunds(school: School, tools: PaymentTools, signal: AbortSignal): Promise<void> {
  const provider = requireProvider(tools)
  const asked = await school.tx((db) => queries.listAsked(db, askedAtOnce))
  const ready = asked.filter((row) => !isKeyEnding(ageOf(row, tools)))
  await forEachSettled(ready, signal, async (row) => {
    const payment = (await school.tx((db) => lockById(db, row.payment_id)))!
    await ask(school, { payment, row }, provider, tools)
  })
  await school.tx((db) =>
    planNext(db, jobs.followRefunds, async () => {
      const [next] = await queries.listAsked(db, 1)
      return next && new Date(tools.now().getTime() + followMs)
    }),
  )
}
