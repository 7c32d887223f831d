import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { isMapped, salesLimits } from '@escola/contract/sales'
import {
  isChosenAlone,
  isKept,
  lacksClass,
  pendingSaleStates,
  type SaleState,
  type sales,
} from '@escola/contract/sales.contract'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueMany } from '../../jobs/enqueue.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { addProducts } from '../integrations/integrations.service.ts'
import { isEnded } from '../sales-accounts/sales-accounts.service.ts'
import { countUnread } from './deliveries/unread-deliveries.queries.ts'
import { describeSales } from './described-sales.service.ts'
import { excludeProducts } from './product-names.queries.ts'
import { dismissPurchase } from './purchases/dismissed-purchases.service.ts'
import { repeatSales } from './repeated-sales.service.ts'
import type { SaleFilter } from './sale-filter.queries.ts'
import { filterOf } from './sale-filter.service.ts'
import * as queries from './sales.queries.ts'
import { listAbout, listUnmatched } from './waiting-sales.queries.ts'

export const listSales = (
  school: Attended,
  { page, state, search, school_gateway_id: cohortId }: RouteOutput<typeof sales.list>['query'],
) =>
  school.tx(async (db) => {
    if (cohortId !== undefined && !(await holdCohort(db, cohortId))) throw notFound()
    const filter = await filterOf(db, school, { state, search })
    const paging = { page, rowsPerPage: salesLimits.salesPerPage }
    const [{ ids, total, more }, unmatched, without_email, not_understood] = await Promise.all([
      cohortId === undefined ? readPage(db, filter, paging) : readCohortPage(db, cohortId, filter, paging),
      queries.countSales(db, { state: 'unmatched' }),
      queries.countSales(db, { state: 'no_email' }),
      countUnread(db),
    ])
    const rows = await describeSales(db, ids)
    return { sales: { total, more, ...paging, list: rows }, unmatched, without_email, not_understood }
  })

interface Paging {
  page: number
  rowsPerPage: number
}

async function readPage(db: SchoolDb, filter: SaleFilter, paging: Paging) {
  const total = await queries.countSales(db, filter)
  return { ids: await queries.listIds(db, filter, pageRangeOf({ ...paging, total })), total, more: false }
}

/** The sales of a class are counted up to a bound: counting those of a million would cost more than showing a page of them. */
async function readCohortPage(db: SchoolDb, cohortId: string, filter: SaleFilter, { page, rowsPerPage }: Paging) {
  const bound = salesLimits.salesOfCohort
  const found = await queries.listNewestIds(db, cohortId, filter, bound + 1)
  const ids = found.slice(0, bound).slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return { ids, total: Math.min(found.length, bound), more: found.length > bound }
}

/**
 * Does a sale once more. With a class, its products open that class from now on, and so do the others that wait for it. A purchase whose own class was
 * deleted, or takes no new ones, is put into the class alone, which sells nothing by that.
 */
export const replaySale = (
  school: School,
  { id, cohortId, ids }: { id: string; cohortId: string | undefined; ids?: string[] | undefined },
) =>
  school.tx(async (db) => {
    const sale = await queries.findDelivery(db, id)
    if (!sale) throw notFound()
    if (!isKept(sale)) throw new AppError('sale_settled')
    // An administrator who does a delivery again that came more than once means the last time.
    if (cohortId === undefined) await queries.countLatest(db, id)
    const others = cohortId === undefined ? [] : await choose(db, sale, { cohortId, ids })
    await repeatSales(db, [id, ...others])
    return done
  })

/** Does the sales of one state once more that a search finds, the oldest first. */
export const replaySales = (school: Attended, { state, search }: RouteOutput<typeof sales.replayAll>['body']) =>
  school.tx(async (db) => {
    const ids = await queries.listOldest(db, await filterOf(db, school, { state, search }), salesLimits.replayedAtOnce)
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

/** Settles a sale that waits, so that it is not asked about again; its reason is kept, and later reports of its purchase do not wait again. */
export const dismissSale = (school: School, { id, reason }: { id: string; reason: string }, { now }: Clock) =>
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

/**
 * Says whether products of a sale belong to a class at all, for all sales of them: those that wait, and those to come. Sales that this changes are done
 * again.
 */
export const setOfClass = (
  school: School,
  { id, ids, isOfClass }: { id: string; ids: string[]; isOfClass: boolean },
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const sale = await queries.findDelivery(db, id)
    if (!sale) throw notFound()
    const own = new Set([...sale.product_ids, ...sale.waiting_ids])
    if (ids.some((each) => !own.has(each))) throw invalidField('ids', refusals.saleOfOthers)
    const { platform, account_id: accountId } = sale
    await excludeProducts(db, { platform, accountId, ids }, isOfClass ? null : now())
    await repeatSales(db, await listAbout(db, { platform, ids, ...(isMapped(platform) && { accountId }) }))
    return done
  })

/** @returns the sales that no class was known for */
async function choose(
  db: SchoolDb,
  sale: queries.DeliveryRow,
  { cohortId, ids }: { cohortId: string; ids: string[] | undefined },
): Promise<string[]> {
  if (!(await holdCohort(db, cohortId))) throw invalidField('school_gateway_id', refusals.cohortGone)
  if (!isChosenAlone(sale)) return sell(db, sale, { cohortId, ids })
  const others = await queries.lockOthers(db, sale)
  await queries.chooseCohort(db, [sale.id, ...others], cohortId)
  return others
}

/** @returns the sales of the products that no class had */
async function sell(
  db: SchoolDb,
  { platform, product_ids, offer_ids, waiting_ids, account_id: accountId }: queries.DeliveryRow,
  {
    cohortId,
    ids = [...waiting_ids, ...product_ids, ...offer_ids].slice(0, 1),
  }: { cohortId: string; ids: string[] | undefined },
): Promise<string[]> {
  const own = new Set([...product_ids, ...offer_ids])
  if (own.size === 0) throw invalidField('school_gateway_id', refusals.saleWithoutProduct)
  if (accountId !== null && (await isEnded(db, accountId)))
    throw invalidField('school_gateway_id', refusals.accountEnded)
  const productIds = [...new Set(ids)]
  if (productIds.length === 0 || productIds.some((id) => !own.has(id))) throw invalidField('ids', refusals.saleOfOthers)
  if (accountId === null || !(await addProducts(db, { accountId, cohortId, productIds })))
    throw invalidField('school_gateway_id', refusals.saleWithoutIntegration)
  return listUnmatched(db, { platform, ids: productIds, ...(isMapped(platform) && { accountId }) })
}
