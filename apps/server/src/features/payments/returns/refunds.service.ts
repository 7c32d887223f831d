import { paymentMessages } from '@escola/contract/payments.contract'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../../core/app-error.ts'
import { requireProof } from '../../../core/require-proof.ts'
import { type Attended, isPlatformAdmin, type School } from '../../../core/scope.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { noteDue, planNext } from '../../../jobs/clock.ts'
import { doEach } from '../../../jobs/do-each.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { StateChanged } from '../../../payments/provider-errors.ts'
import { readBank } from '../../ledger/ledger.service.ts'
import type { PaymentTools } from '../customers.service.ts'
import { findById, holdById, type PaymentRow } from '../payments.queries.ts'
import { isRefundable } from '../payments.service.ts'
import * as queries from './returns.queries.ts'
import { noteDisputes, noteRefund, noteRefunds } from './returns.service.ts'

interface Refund {
  id: string
  cents: number
  reason: string
}

/** Gives a payment back, whole or in part, in the name of an administrator of the platform; a call that is repeated gives nothing back twice. */
export async function refundPayment(school: Attended, refund: Refund, tools: PaymentTools) {
  const provider = requireProvider(tools)
  if (!isPlatformAdmin(school.actor)) throw new AppError('platform_only')
  requireProof(school, tools)
  const begun = await school.tx((db) => begin(db, school, refund, tools))
  if (begun.row.state === 'asked' && !(await ask(school, begun, provider, tools)))
    throw await explainRefusal(school, begun, tools)
  return { bank: await school.tx(readBank) }
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
  const payment = await holdById(db, id)
  if (!payment) throw notFound()
  const key = `${actor.userId}:${idempotencyKey ?? crypto.randomUUID()}`
  const rows = await queries.listReturns(db, id)
  const asked = rows.filter(({ state }) => state === 'asked')
  // Without a key, the same sum that waits for the provider's answer is the same refund.
  const same = rows.find((each) => each.key === key) ?? asked.find((each) => each.cents === cents)
  if (same) return { payment, row: same }
  if (!isRefundable(payment, tools)) throw new AppError('payment_not_refundable')
  const left = payment.cents - payment.returned_cents - asked.reduce((sum, each) => sum + each.cents, 0)
  if (cents > left) throw invalidField('cents', paymentMessages.refundAmount)
  const moment = tools.now()
  await noteDue(db, jobs.followRefunds, new Date(moment.getTime() + followMs))
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

/**
 * Asks the provider for a refund, each time under the same key.
 * @returns false when the provider refuses it for good
 */
async function ask(
  school: School,
  { payment, row }: Begun,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<boolean> {
  try {
    const refund = await provider.ask(({ refunds }) =>
      refunds.create(
        {
          payment_intent: payment.intent_id!,
          amount: row.cents,
          reason: 'requested_by_customer',
          metadata: { school: school.id, return: row.id },
        },
        { idempotencyKey: `refund-${school.id}-${row.id}` },
      ),
    )
    await noteRefund(school, payment, refund, tools)
    return true
  } catch (error) {
    if (!(error instanceof StateChanged)) throw error
    // The money went back by another way, which is written down; nothing of this refund will happen.
    await noteRefunds(school, payment, provider, tools)
    await noteDisputes(school, payment, provider, tools)
    await school.tx((db) => queries.giveUpReturn(db, row.id))
    return false
  }
}

/** Tells whether less could be given back. */
async function explainRefusal(school: School, { payment, row }: Begun, tools: PaymentTools): Promise<AppError> {
  const current = (await school.tx((db) => findById(db, payment.id)))!
  const isTooMuch = row.cents > current.cents - current.returned_cents && isRefundable(current, tools)
  return isTooMuch ? invalidField('cents', paymentMessages.refundAmount) : new AppError('payment_not_refundable')
}

const followMs = 90 * 1000
const askedAtOnce = 50
/** The provider forgets a key after a day; within this time a call under it surely is the same one. */
const keyLivesMs = 20 * 3_600_000

/** Ends refunds of which the provider's answer was not heard. */
export async function followRefunds(school: School, tools: PaymentTools, signal: AbortSignal): Promise<void> {
  const provider = requireProvider(tools)
  const asked = await school.tx((db) => queries.listAsked(db, askedAtOnce))
  await doEach(asked, signal, async (row) => {
    const payment = (await school.tx((db) => holdById(db, row.payment_id)))!
    const isFresh = tools.now().getTime() - row.utc_asked_on.getTime() < keyLivesMs
    if (isFresh) await ask(school, { payment, row }, provider, tools)
    else await endOldRefund(school, { payment, row }, provider, tools)
  })
  await school.tx((db) =>
    planNext(db, jobs.followRefunds, async () => {
      const [next] = await queries.listAsked(db, 1)
      return next && new Date(tools.now().getTime() + followMs)
    }),
  )
}

/**
 * Asks the provider whether it knows the refund. A refund that the server began by itself is still owed, and is asked for again; one that an
 * administrator asked for ends.
 */
async function endOldRefund(school: School, { payment, row }: Begun, provider: PaymentProvider, tools: PaymentTools) {
  await noteRefunds(school, payment, provider, tools)
  const isOwed = await school.tx(async (db) => {
    const [current] = (await queries.listReturns(db, payment.id)).filter(({ id }) => id === row.id)
    if (current?.state !== 'asked') return false
    if (row.key === queries.unwantedKey(payment.id)) return true
    await queries.updateReturn(db, row.id, { state: 'given_back' })
    return false
  })
  if (isOwed) await ask(school, { payment, row }, provider, tools)
}
