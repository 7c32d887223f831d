import {
  type Purchase,
  type PurchaseOutcome,
  purchaseLimits,
  type purchaseList,
} from '@escola/contract/purchase-list.contract'
import type { RouteOutput } from '@escola/contract/route'
import { endOfDay } from '@escola/contract/terms'
import { dayStart } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../../core/app-error.ts'
import { e164Of } from '../../../core/phones.ts'
import type { Attended, School, TeamScope } from '../../../core/scope.ts'
import { makePurchaseKey } from '../../enrollments/sale-keys.service.ts'
import { describeSales } from '../described-sales.service.ts'
import { filterOf } from '../sale-filter.service.ts'
import { listSoldStays, type SoldStay } from '../sales.queries.ts'
import * as queries from './purchase-list.queries.ts'

type Asked = RouteOutput<typeof purchaseList.exportFile>['query']

/** Reads what is asked for as the conditions that purchases meet. */
export const purchaseFilterOf = async (
  db: SchoolDb,
  school: Pick<TeamScope, 'may'>,
  { state, account_id: accountId, search, from, until }: Asked,
): Promise<queries.PurchaseFilter> => ({
  state,
  accountId,
  sale: await filterOf(db, school, { search }),
  from: from === undefined ? undefined : dayStart(from),
  before: until === undefined ? undefined : endOfDay(until),
})

/** Purchases of a page, newest first; none after a purchase that is gone. */
export const listPurchases = (school: Attended, { after, ...asked }: RouteOutput<typeof purchaseList.list>['query']) =>
  school.tx(async (db) => {
    const place = after === undefined ? undefined : await queries.findPlace(db, after)
    if (after !== undefined && !place) return { list: [], more: false }
    const limit = purchaseLimits.perPage + 1
    const ids = await queries.listPurchaseIds(db, await purchaseFilterOf(db, school, asked), { after: place, limit })
    return { list: await describePurchases(db, ids.slice(0, purchaseLimits.perPage)), more: ids.length === limit }
  })

/** A purchase with all that was told of it. */
export const getPurchase = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    const [purchase] = await describePurchases(db, [id])
    if (!purchase) throw notFound()
    const ids = await queries.listNoticeIds(db, id)
    const [sales, phone] = await Promise.all([describeSales(db, ids), queries.findBuyerPhone(db, ids)])
    return { purchase, sales, phone_e164: e164Of(phone) }
  })

/** Purchases by the sales that stand for them, newest first. */
export async function describePurchases(db: SchoolDb, ids: string[]): Promise<Purchase[]> {
  if (ids.length === 0) return []
  const rows = await queries.readPurchases(db, ids)
  const keys = rows.filter(({ transaction_code }) => transaction_code !== '').map(keyOf)
  const stays = Map.groupBy(await listSoldStays(db, [...new Set(keys)]), ({ key }) => key)
  return rows.map((row) => ({
    id: row.id,
    gateway: row.platform,
    outcome: outcomeOf(row, row.transaction_code === '' ? [] : (stays.get(keyOf(row)) ?? [])),
    state: row.state,
    event: row.event,
    name: row.buyer_name,
    email: row.buyer_email,
    product: row.product_name || [...row.product_ids, ...row.offer_ids].join(', '),
    amount: row.cents === null ? null : { cents: row.cents, currency: row.currency! },
    notices: row.notices,
    utc_created_on: row.utc_received_on.toISOString(),
  }))
}

const keyOf = ({ platform, transaction_code }: queries.PurchaseRow) => makePurchaseKey(platform, transaction_code)

function outcomeOf({ waits }: queries.PurchaseRow, stays: SoldStay[]): PurchaseOutcome {
  if (waits) return 'waiting'
  if (stays.length === 0) return 'settled'
  return stays.some(({ endedOn }) => endedOn === null) ? 'entered' : 'left'
}
