import type { Payment, payments } from '@escola/contract/payments.contract'
import { isPack } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { Stripe } from 'stripe'
import { AppError, notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { unlessGone, unlessSettled } from '../../payments/provider-errors.ts'
import { readBank } from '../ledger/ledger.service.ts'
import { readPlan, toResource } from '../plans/plans.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { isAttemptOver, isOpen } from './payment-decision.ts'
import { toWirePayment } from './payment-wire.ts'
import * as queries from './payments.queries.ts'
import { goesBack } from './returns/returns.queries.ts'
import { intentParams, recordIntent, recordLost } from './settling.service.ts'

interface Refreshed {
  payment: queries.PaymentRow
  intent?: Stripe.PaymentIntent
}

/** Reads what the provider says of a payment that was read before, and writes it down. One whose intent the provider no longer has can't be paid. */
export async function readIntent(
  school: School,
  payment: queries.PaymentRow & { intent_id: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<Refreshed> {
  const { intent_id } = payment
  const asked = { ...payment, utc_asked_on: tools.now() }
  const intent = await unlessGone(
    provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intent_id, intentParams)),
  )
  if (intent) return { payment: await recordIntent(school, asked, intent, tools), intent }
  return { payment: await recordLost(school, payment, tools) }
}

const hasIntent = (payment: queries.PaymentRow): payment is queries.PaymentRow & { intent_id: string } =>
  payment.intent_id !== null

/** Asks the provider how a payment is that may take money. One whose attempt broke off before there was an intent was not charged. */
export async function refreshPayment(
  school: School,
  payment: queries.PaymentRow,
  tools: PaymentTools,
): Promise<Refreshed> {
  if (!isOpen(payment) && !payment.utc_look_on) return { payment }
  if (hasIntent(payment)) return readIntent(school, payment, requireProvider(tools), tools)
  if (!isAttemptOver(payment, tools.now())) return { payment }
  const ended = { status: 'failed', fault: 'not_confirmed' } as const
  await school.tx((db) => queries.endWithoutIntent(db, payment, ended))
  return { payment: { ...payment, ...ended } }
}

const requirePayment = async (school: School, key: string): Promise<queries.PaymentRow> => {
  const payment = await school.tx((db) => queries.findByKey(db, key))
  if (!payment) throw notFound()
  return payment
}

/** Reads a payment, asked of the provider while it is open, with what the school has then. */
export async function readPaid(
  school: School,
  key: string,
  tools: PaymentTools,
): Promise<ResponseInput<typeof payments.payment>> {
  const wire = await readWirePayment(school, await requirePayment(school, key), tools)
  return school.tx(async (db) => ({
    resource: toResource(await readPlan(db)),
    bank: await readBank(db),
    payment: wire,
  }))
}

export async function readWirePayment(
  school: School,
  known: queries.PaymentRow,
  tools: PaymentTools,
): Promise<Payment> {
  const { payment, intent } = await refreshPayment(school, known, tools)
  const mayGoBack = payment.status === 'succeeded' && !isPack(payment.item)
  return {
    ...(await toWirePayment(payment, intent)),
    goes_back: mayGoBack && (await school.tx((db) => goesBack(db, payment))),
  }
}

/** Gives up a payment that is not made. One that was made in the meantime stays made. */
export async function cancelPayment(school: School, key: string, tools: PaymentTools) {
  const payment = await requirePayment(school, key)
  const provider = requireProvider(tools)
  if (payment.purpose === 'month_code' || payment.purpose === 'renewal') throw new AppError('plan_code_stays')
  if (payment.status !== 'succeeded') await giveUpIntent(school, payment, provider, tools)
  return readPaid(school, key, tools)
}

/** Makes sure that an intent can take no money. */
export async function giveUpIntent(
  school: School,
  payment: queries.PaymentRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  if (!hasIntent(payment)) {
    await school.tx((db) => queries.endWithoutIntent(db, payment, { status: 'canceled', fault: '' }))
    return
  }
  await unlessSettled(unlessGone(cancelIntent(payment, provider)), async () => {
    const { intent } = await readIntent(school, payment, provider, tools)
    return !intent?.status.startsWith('requires_')
  })
  await readIntent(school, payment, provider, tools)
}

/** The intent of an invoice ends with it alone. */
const cancelIntent = (
  { intent_id, invoice_id }: queries.PaymentRow & { intent_id: string },
  provider: PaymentProvider,
): Promise<unknown> =>
  provider.ask(async ({ invoices, paymentIntents }) => {
    if (invoice_id === null) return paymentIntents.cancel(intent_id)
    const { status } = await invoices.retrieve(invoice_id)
    return status === 'open' ? invoices.voidInvoice(invoice_id) : undefined
  })
