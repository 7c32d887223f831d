import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { isMapped, plainCode, salesLimits } from '@escola/contract/sales'
import {
  isKept,
  lacksClass,
  pendingSaleStates,
  type Sale,
  type SaleState,
  type sales,
} from '@escola/contract/sales.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { makePurchaseKey } from '../enrollments/sale-keys.service.ts'
import { addProducts } from '../integrations/integrations.service.ts'
import { type Giving, listGivings } from './given/given-purchases.queries.ts'
import { listProductNames, type NamedProduct } from './product-names.queries.ts'
import { dismissPurchase } from './purchases/dismissed-purchases.service.ts'
import { repeatSales } from './repeated-sales.service.ts'
import * as queries from './sales.queries.ts'

export const listSales = (
  school: School,
  { page, state, search, school_gateway_id: cohortId }: RouteOutput<typeof sales.list>['query'],
) =>
  school.tx(async (db) => {
    if (cohortId !== undefined && !(await holdCohort(db, cohortId))) throw notFound()
    const filter = { state, search }
    const paging = { page, rowsPerPage: salesLimits.salesPerPage }
    const [{ ids, total, more }, unmatched, without_email] = await Promise.all([
      cohortId === undefined ? readPage(db, filter, paging) : readCohortPage(db, cohortId, filter, paging),
      queries.countSales(db, { state: 'unmatched' }),
      queries.countSales(db, { state: 'no_email' }),
    ])
    const list = await queries.listSales(db, ids)
    const stays = Map.groupBy(await queries.listSoldStays(db, [...new Set(list.map(keyOf))]), ({ key }) => key)
    const sold = list.flatMap((row) => row.product_ids.map((id) => ({ platform: row.platform, id })))
    const named = Map.groupBy(await listProductNames(db, sold), ({ platform }) => platform)
    const givings = new Map((await listGivings(db, list)).map((giving) => [giving.saleId, giving]))
    const rows = list.map((row) => ({
      ...toWireSale(row, stays.get(keyOf(row)) ?? [], named.get(row.platform) ?? []),
      purchase_code: row.transaction_code,
      given_to: toWireGiving(givings.get(row.id)),
    }))
    return { sales: { total, more, ...paging, list: rows }, unmatched, without_email }
  })

interface Paging {
  page: number
  rowsPerPage: number
}

async function readPage(db: SchoolDb, filter: queries.SaleFilter, paging: Paging) {
  const total = await queries.countSales(db, filter)
  return { ids: await queries.listIds(db, filter, pageRangeOf({ ...paging, total })), total, more: false }
}

/** The sales of a class are counted up to a bound: counting those of a million would cost more than showing a page of them. */
async function readCohortPage(
  db: SchoolDb,
  cohortId: string,
  filter: queries.SaleFilter,
  { page, rowsPerPage }: Paging,
) {
  const bound = salesLimits.salesOfCohort
  const found = await queries.listNewestIds(db, cohortId, filter, bound + 1)
  const ids = found.slice(0, bound).slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return { ids, total: Math.min(found.length, bound), more: found.length > bound }
}

/** Does a sale once more. With a class, its products open that class from now on, and so do the others that wait for it. */
export const replaySale = (
  school: School,
  { id, cohortId, ids }: { id: string; cohortId: string | undefined; ids?: string[] | undefined },
) =>
  school.tx(async (db) => {
    const sale = await queries.findDelivery(db, id)
    if (!sale) throw notFound()
    if (!isKept(sale)) throw new AppError('sale_settled')
    const others = cohortId === undefined ? [] : await choose(db, sale, { cohortId, ids })
    await repeatSales(db, [id, ...others])
    return done
  })

/** Does the sales of one state once more that a search finds, the oldest first. */
export const replaySales = (school: School, { state, search }: RouteOutput<typeof sales.replayAll>['body']) =>
  school.tx(async (db) => {
    const ids = await queries.listOldest(db, { state, search }, salesLimits.replayedAtOnce)
    return { replayed: await repeatSales(db, ids) }
  })

/** Does a paid sale that had no usable e-mail, for the address that an administrator gives it. */
export const correctEmail = (school: School, { id, email }: { id: string; email: string }) =>
  school.tx(async (db) => {
    const { settled } = await settle(db, id, { state: 'waiting', corrected_email: email }, ['no_email'])
    await enqueueMany(
      db,
      jobs.processSale,
      settled.map((saleId) => ({ saleId })),
    )
    return done
  })

/** Settles a sale that waits, so that it is asked about no more; its reason is kept, and what is told of its purchase later does not wait again. */
export const dismissSale = (
  school: School,
  { id, reason }: { id: string; reason: string },
  { now }: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    const { sale, settled } = await settle(
      db,
      id,
      { state: 'dismissed', reason: 'dismissed', reason_detail: reason },
      pendingSaleStates,
    )
    if (settled.length > 0) await dismissPurchase(db, sale, { now })
    return done
  })

/**
 * Settles a sale, and with it the other deliveries of its purchase that wait for the same decision. A failed one does not: it may be a refund that is
 * still to be done.
 * @throws AppError of a sale that is not there, or was settled otherwise; the same again is no change
 */
async function settle(
  db: SchoolDb,
  id: string,
  values: Parameters<typeof queries.settleSales>[2],
  from: readonly SaleState[],
) {
  const found = await queries.findDelivery(db, id)
  if (!found) throw notFound()
  const others = await queries.lockOthers(db, found)
  const settled = await queries.settleSales(db, [id], values, from)
  if (settled.length > 0) settled.push(...(await queries.settleSales(db, others, values, from.filter(lacksClass))))
  const sale = (await queries.findDelivery(db, id))!
  if (settled.length === 0 && sale.state !== values.state) throw new AppError('sale_settled')
  return { sale, settled }
}

/** @returns the sales that no class was known for */
async function choose(
  db: SchoolDb,
  { platform, product_ids, offer_ids, account_id: accountId }: queries.DeliveryRow,
  { cohortId, ids = [...product_ids, ...offer_ids].slice(0, 1) }: { cohortId: string; ids: string[] | undefined },
): Promise<string[]> {
  if (!(await holdCohort(db, cohortId))) throw invalidField('school_gateway_id', refusals.cohortGone)
  const own = new Set([...product_ids, ...offer_ids])
  if (own.size === 0) throw invalidField('school_gateway_id', refusals.saleWithoutProduct)
  const productIds = [...new Set(ids)]
  if (productIds.length === 0 || productIds.some((id) => !own.has(id))) throw invalidField('ids', refusals.saleOfOthers)
  if (accountId === null || !(await addProducts(db, { accountId, cohortId, productIds })))
    throw invalidField('school_gateway_id', refusals.saleWithoutIntegration)
  return queries.listUnmatched(db, { platform, ids: productIds, ...(isMapped(platform) && { accountId }) })
}

const keyOf = (row: queries.SaleRow) => makePurchaseKey(row.platform, row.transaction_code)

const toWireGiving = (giving: Giving | undefined) =>
  giving ? { name: giving.name, link: giving.link, utc_on: giving.givenOn.toISOString() } : null

const toWireSale = (
  row: queries.SaleRow,
  stays: queries.SoldStay[],
  named: NamedProduct[],
): Omit<Sale, 'given_to' | 'purchase_code'> => ({
  id: row.id,
  gateway: row.platform,
  event: row.event,
  state: row.state,
  reason: row.reason,
  reason_detail: row.reason_detail,
  transaction: plainCode(row.platform, row.transaction_code),
  name: row.buyer_name,
  email: row.buyer_email,
  product_ids: row.product_ids,
  product_name: row.product_name,
  product_names: Object.fromEntries(
    named.flatMap(({ product_id, name }) => (row.product_ids.includes(product_id) ? [[product_id, name]] : [])),
  ),
  offer_ids: row.offer_ids,
  school_gateways: stays.map(({ id, title, endsOn, endedOn, endedWhy }) => ({
    id,
    title,
    utc_ends_on: endsOn?.toISOString() ?? null,
    utc_ended_on: endedOn?.toISOString() ?? null,
    ended_why: endedWhy,
  })),
  utc_created_on: row.utc_received_on.toISOString(),
})
