import { dayMs } from '@escola/contract/durations'
import { type PaymentRow, paymentLimits, type payments } from '@escola/contract/payments.contract'
import type { ResponseInput } from '@escola/contract/route'
import { pageRangeOf } from '../../core/paging.ts'
import { type Attended, isPlatformAdmin } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import type { PaymentTools } from './customers.service.ts'
import { textOfFailure } from './payment-wire.ts'
import * as queries from './payments.queries.ts'

const rowsPerPage = paymentLimits.paymentsPerPage

/** @param payment id of a payment whose page is read instead of the page with that number */
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
  { now }: Clock,
): boolean {
  if (status !== 'succeeded' || is_disputed || returned_cents >= cents) return false
  const days = (now().getTime() - utc_paid_on!.getTime()) / dayMs
  return way !== 'pix' || days < paymentLimits.pixRefundDays
}
