import { refusalOf, textOfPixFault } from '@escola/contract/payment-errors'
import { type Payment, type PaymentRow, paymentLimits, type payments } from '@escola/contract/payments.contract'
import { isPack } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import { toString as drawQr } from 'qrcode'
import type { Stripe } from 'stripe'
import { AppError, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import { type Attended, isPlatformAdmin, type School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { planNext } from '../../jobs/clock.ts'
import { doEach } from '../../jobs/do-each.ts'
import { type PaymentProvider, requireProvider } from '../../payments/payment-provider.ts'
import { unlessGone, unlessSettled } from '../../payments/provider-errors.ts'
import { readBank } from '../ledger/ledger.service.ts'
import { readPlan, toResource } from '../plans/plans.service.ts'
import type { PaymentTools } from './customers.service.ts'
import { isAttemptOver, isOpen } from './payment-decision.ts'
import * as queries from './payments.queries.ts'
import { goesBack } from './returns/returns.queries.ts'
import { intentParams, noteIntent, noteLost } from './settling.service.ts'

/** Time after which a job asks how a payment went, and then again and again while it is open. */
export const followMs = 90 * 1000
/** Time after which a payment that waits for its payer is given up. */
const longestOpenMs = 86_400_000

interface Refreshed {
  payment: queries.PaymentRow
  intent?: Stripe.PaymentIntent
}

/** Reads what the provider says of a payment, and writes it down. One whose intent the provider does not have can't be paid any more. */
export async function readIntent(
  school: School,
  payment: queries.PaymentRow & { intent_id: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<Refreshed> {
  const { intent_id } = payment
  const intent = await unlessGone(
    provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intent_id, intentParams)),
  )
  if (intent) return { payment: await noteIntent(school, payment, intent, tools), intent }
  return { payment: await noteLost(school, payment, tools) }
}

const hasIntent = (payment: queries.PaymentRow): payment is queries.PaymentRow & { intent_id: string } =>
  payment.intent_id !== null

/** Asks the provider how an open payment is. One whose attempt broke off before there was an intent was not charged. */
async function refresh(school: School, payment: queries.PaymentRow, tools: PaymentTools): Promise<Refreshed> {
  if (!isOpen(payment)) return { payment }
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
  const { payment, intent } = await refresh(school, known, tools)
  const mayGoBack = payment.status === 'succeeded' && !isPack(payment.item)
  return {
    ...(await toWirePayment(payment, intent)),
    goes_back: mayGoBack && (await school.tx((db) => goesBack(db, payment))),
  }
}

async function toWirePayment(
  { key, item, way, cents, status, fault }: queries.PaymentRow,
  intent?: Stripe.PaymentIntent,
): Promise<Omit<Payment, 'goes_back'>> {
  const waits = status === 'requires_action'
  return {
    id: key,
    item,
    way,
    cents,
    status,
    client_secret: waits && way === 'card' ? (intent?.client_secret ?? null) : null,
    pix: waits && intent ? await toWirePix(intent) : null,
    fault: textOfFailure({ way, status, fault }),
  }
}

const textOfFailure = ({ way, status, fault }: Pick<queries.PaymentRow, 'way' | 'status' | 'fault'>): string => {
  if (status !== 'failed') return ''
  return way === 'pix' ? textOfPixFault(fault) : refusalOf(fault).text
}

async function toWirePix({ next_action }: Stripe.PaymentIntent): Promise<Payment['pix']> {
  const { data, expires_at } = next_action?.pix_display_qr_code ?? {}
  if (!data || !expires_at) return null
  const svg = await drawQr(data, { type: 'svg', errorCorrectionLevel: 'M' })
  return {
    code: data,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    utc_expires_on: new Date(expires_at * 1000).toISOString(),
  }
}

/** Gives up a payment that is not made. One that was made in the meantime stays made. */
export async function cancelPayment(school: School, key: string, tools: PaymentTools) {
  const payment = await requirePayment(school, key)
  const provider = requireProvider(tools)
  if (payment.purpose === 'month_code') throw new AppError('plan_code_stays')
  if (payment.status !== 'succeeded') await giveUpIntent(school, payment, provider, tools)
  return readPaid(school, key, tools)
}

/** Makes sure that an intent takes no money any more. */
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

const rowsPerPage = paymentLimits.paymentsPerPage

/** @param payment id of a payment whose page is read in the place of the one that is named by its number */
export const listPayments = (
  school: Attended,
  { page: named, payment }: { page: number; payment?: string | undefined },
  tools: PaymentTools,
): Promise<ResponseInput<typeof payments.list>> =>
  school.tx(async (db) => {
    const total = await queries.countPayments(db)
    const page = payment ? Math.floor((await queries.countNewer(db, payment)) / rowsPerPage) + 1 : named
    const rows = await queries.listPayments(db, pageRangeOf({ page, rowsPerPage, total }))
    const mayRefund = isPlatformAdmin(school.actor)
    const list = rows.map((row) => ({ ...toWireRow(row), is_refundable: mayRefund && isRefundable(row, tools) }))
    return { payments: { total, page, rowsPerPage, list } }
  })

const toWireRow = ({ returned_cents, utc_created_on, ...row }: queries.PaymentRow) =>
  ({
    id: row.id,
    key: row.key,
    item: row.item,
    way: row.way,
    cents: row.cents,
    status: row.status,
    fault: textOfFailure(row),
    refunded_cents: returned_cents,
    is_disputed: row.is_disputed,
    utc_created_on: utc_created_on.toISOString(),
  }) satisfies Omit<PaymentRow, 'is_refundable'>

/** Tells whether a payment can be refunded: a Pix for ninety days, and a disputed payment not at all, because its bank decides. */
export function isRefundable(
  { status, way, cents, returned_cents, is_disputed, utc_paid_on }: queries.PaymentRow,
  { now }: Pick<PaymentTools, 'now'>,
): boolean {
  if (status !== 'succeeded' || is_disputed || returned_cents >= cents) return false
  const days = (now().getTime() - utc_paid_on!.getTime()) / 86_400_000
  return way !== 'pix' || days < paymentLimits.pixRefundDays
}

const openAtOnce = 50

/** Asks for the payments that are open, and again later as long as some are: the event of one may never come, and its payer may be gone. */
export async function followPayments(school: School, tools: PaymentTools, signal: AbortSignal): Promise<void> {
  const open = await school.tx((db) => queries.listOpen(db, openAtOnce))
  await doEach(open, signal, async (payment) => {
    const isOld = tools.now().getTime() - payment.utc_tried_on.getTime() > longestOpenMs
    if (isOld && payment.way === 'card') await giveUpIntent(school, payment, requireProvider(tools), tools)
    else await refresh(school, payment, tools)
  })
  await school.tx((db) =>
    planNext(db, jobs.followPayments, async () => {
      const [oldest] = await queries.listOpen(db, 1)
      return oldest && nextLook(oldest, tools.now())
    }),
  )
}

/** A payment that has been open for long is asked for less often. */
const nextLook = ({ utc_tried_on }: queries.PaymentRow, now: Date) =>
  new Date(now.getTime() + Math.max(followMs, Math.min((now.getTime() - utc_tried_on.getTime()) / 4, 900_000)))
