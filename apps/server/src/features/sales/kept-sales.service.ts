import { dayMs } from '@escola/contract/durations'
import { isMapped, isSoldByAddress, salesLimits } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { openCredentials } from '../sales-accounts/account-proofs.service.ts'
import { separateCodes } from './account-codes.service.ts'
import { correctSales } from './buyers.queries.ts'
import { hasBody, openReadable, sealBody } from './deliveries/delivery-bodies.ts'
import { readingOf } from './deliveries/sale-readings.ts'
import { listUnread } from './deliveries/unread-deliveries.queries.ts'
import * as queries from './kept-sales.queries.ts'
import { platforms } from './platforms/platforms.ts'
import { findFact, recordFact } from './purchases/purchase-facts.queries.ts'
import { repeatSales } from './repeated-sales.service.ts'
import type { DeliveryRow } from './sales.queries.ts'
import { tieSale } from './tied-charges.service.ts'

type OwnTools = Pick<Tools, 'now' | 'config'>

const salesAtOnce = 1000
const bodiesAtOnce = 200

/** Brings the sales of a buyer who has another e-mail now under it; what a platform sent about the old one stays in its body. */
export const moveBuyer = async (db: SchoolDb, emails: { from: string[]; to: string }): Promise<void> =>
  void (await correctSales(db, emails))

/** Removes the name, the e-mail and all that platforms sent of a student from their sales; their facts stay. */
export const forgetBuyer = async (db: SchoolDb, student: { userId: string; email: string }): Promise<void> =>
  void (await queries.unnameSales(db, await queries.listSalesOf(db, student)))

/**
 * Forgets what is kept of sales no longer, some in each transaction: what a platform sent may be long. Ignored events and bodies of before they
 * were kept as today follow the rules of today.
 */
export async function forgetOldSales(school: School, tools: OwnTools, signal: AbortSignal) {
  const daysAgo = (days: number) => new Date(tools.now().getTime() - days * dayMs)
  const [bodies, undecided] = [daysAgo(salesLimits.deliveryDays), daysAgo(salesLimits.undecidedDays)]
  const unread = daysAgo(salesLimits.unreadDays)
  const steps: [number, (db: SchoolDb, limit: number) => Promise<number>][] = [
    [salesAtOnce, (db, limit) => queries.deleteOldSales(db, { decided: bodies, undecided, unread }, limit)],
    [salesAtOnce, stripIgnored],
    [bodiesAtOnce, (db, limit) => forgetBodies(school, db, { before: bodies, limit }, tools)],
    [bodiesAtOnce, (db, limit) => sealPlainBodies(school, db, limit, tools)],
  ]
  for (const [limit, step] of steps)
    await workInBatches(school, signal, async (db) => (await step(db, limit)) === limit)
  await repeatUnderstood(school, tools, signal)
}

/** Does again what could not be read when it came, and can be read now: a later release knows more. */
async function repeatUnderstood(school: School, tools: OwnTools, signal: AbortSignal) {
  let after = '0'
  await workInBatches(school, signal, async (db) => {
    const rows = await listUnread(db, after, bodiesAtOnce)
    const ids: string[] = []
    for (const row of rows) if (await isUnderstood(school, db, row, tools)) ids.push(row.id)
    await repeatSales(db, ids)
    after = rows.at(-1)?.id ?? after
    return rows.length === bodiesAtOnce
  })
}

async function isUnderstood(school: School, db: SchoolDb, row: DeliveryRow, tools: OwnTools): Promise<boolean> {
  const delivery = hasBody(row) ? openReadable(school, row, tools) : undefined
  // A payment is not looked up here; what its notice says is known.
  if (!delivery || isSoldByAddress(row.platform)) return false
  const credentials = row.account_id ? await openCredentials(school, db, row.account_id, tools) : undefined
  const sale = await platforms[row.platform].read(delivery, noLookup, credentials ?? { code: '', accessToken: '' })
  return sale.reason !== 'no_event'
}

async function stripIgnored(db: SchoolDb, limit: number): Promise<number> {
  const ids = await queries.listWholeIgnored(db, limit)
  if (ids.length > 0) await queries.stripIgnored(db, ids)
  return ids.length
}

/** Drops bodies of undecided sales, which can be done without them from then on. */
async function forgetBodies(
  school: School,
  db: SchoolDb,
  { before, limit }: { before: Date; limit: number },
  tools: OwnTools,
): Promise<number> {
  const rows = await queries.lockOldBodies(db, before, limit)
  for (const row of rows) await queries.dropBody(db, row.id, await keepReading(school, db, row, tools))
  return rows.length
}

/** Keeps what a sale is decided from, if that has not happened yet. */
async function keepReading(school: School, db: SchoolDb, row: DeliveryRow, tools: OwnTools) {
  const { platform, delivery_hash: key } = row
  const delivery = openReadable(school, row, tools)
  if (!delivery) return {}
  // Such a notice says only which payment it is about.
  if (isSoldByAddress(platform)) return { query: JSON.stringify(platforms[platform].noticeOf?.(delivery) ?? {}) }
  if (await findFact(db, platform, key)) return {}
  // A platform that the school named is read as its account says.
  const setup =
    isMapped(platform) && row.account_id ? await openCredentials(school, db, row.account_id, tools) : undefined
  const sale = await platforms[platform].read(delivery, noLookup, setup ?? { code: '', accessToken: '' })
  const { fact, columns } = readingOf(
    await tieSale(db, row, await separateCodes(db, row, sale), tools),
    row,
    row.utc_received_on,
  )
  if (sale.action !== 'ignore') await recordFact(db, { platform, key, fact })
  return columns
}

const noLookup = { fetchPayment: () => Promise.reject(new Error('payments are not looked up here')) }

async function sealPlainBodies(school: School, db: SchoolDb, limit: number, tools: OwnTools): Promise<number> {
  const plain = await queries.listPlainBodies(db, limit)
  const sealed = plain.map(({ id, body }) => ({ id, body: sealBody(school, body, tools) }))
  if (sealed.length > 0) await queries.sealBodies(db, sealed)
  return plain.length
}
