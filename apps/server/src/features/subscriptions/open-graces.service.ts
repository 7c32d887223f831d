import { dayMs } from '@escola/contract/durations'
import { textOfFault } from '@escola/contract/payment-errors'
import { paymentLimits } from '@escola/contract/payments.contract'
import { plans } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import { graceListLimits, type subscriptions, type UnpaidMonth } from '@escola/contract/subscriptions.contract'
import type { SchoolDb } from '@escola/db'
import { pageRangeOf } from '../../core/paging.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { graceStart } from './grace.ts'
import * as queries from './open-graces.queries.ts'
import { unpaidPlan, wayOf } from './subscription-states.ts'
import { findSubscription } from './subscriptions.queries.ts'

/** Copies the school's grace, or that it has none, for the list of the platform. Written last, because it stands on another node of a cluster. */
export async function recordGrace(db: SchoolDb): Promise<void> {
  const row = await findSubscription(db)
  if (!row?.utc_grace_ends_on) return void (await queries.deleteGrace(db))
  // The code of a month comes some days before the one before it is over.
  const since = new Date(row.utc_paid_until.getTime() - paymentLimits.graceDays * dayMs)
  await queries.saveGrace(db, {
    plan_id: unpaidPlan(row),
    way: wayOf(row),
    fault: (await queries.findFault(db, since)) ?? '',
    utc_ends_on: row.utc_grace_ends_on,
  })
}

const rowsPerPage = graceListLimits.perPage

/** Lists the months of all schools that are not paid, for administrators of the platform. */
export const listGraces = (
  { page }: { page: number },
  { platform, config }: Pick<PlatformTools, 'platform' | 'config'>,
): Promise<ResponseInput<typeof subscriptions.listGraces>> =>
  platform.withPlatform(async (db) => {
    const total = await queries.countGraces(db)
    const rows = await queries.listGraces(db, pageRangeOf({ page, rowsPerPage, total }))
    return { graces: { total, page, rowsPerPage, list: rows.map((row) => toWire(row, config)) } }
  })

const toWire = (row: queries.GraceRow, { publicUrl }: { publicUrl: string }): UnpaidMonth => ({
  id: row.school_id,
  name: row.name,
  url: `${publicUrl}/escola/${row.school_id}/planos`,
  plan_id: row.plan_id,
  cents: plans[row.plan_id].eachMonth,
  way: row.way,
  reason: textOfFault(row.fault) ?? '',
  utc_began_on: graceStart(row.utc_ends_on).toISOString(),
  utc_ends_on: row.utc_ends_on.toISOString(),
})
