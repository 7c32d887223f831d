import { plainCode } from '@escola/contract/sales'
import type { Sale } from '@escola/contract/sales.contract'
import type { SchoolDb } from '@escola/db'
import { makePurchaseKey } from '../enrollments/sale-keys.service.ts'
import { type Giving, listGivings } from './given/given-purchases.queries.ts'
import { listExcluded, listProductNames, type NamedProduct } from './product-names.queries.ts'
import * as queries from './sales.queries.ts'

/** Sales with all that administrators see of them, newest first. */
export async function describeSales(db: SchoolDb, ids: string[]): Promise<Sale[]> {
  const list = await queries.listSales(db, ids)
  const stays = Map.groupBy(await queries.listSoldStays(db, [...new Set(list.map(keyOf))]), ({ key }) => key)
  const sold = list.flatMap((row) => row.product_ids.map((id) => ({ platform: row.platform, id })))
  const named = Map.groupBy(await listProductNames(db, sold), ({ platform }) => platform)
  const excluded = await listExcludedOf(db, list)
  const givings = new Map((await listGivings(db, list)).map((giving) => [giving.saleId, giving]))
  return list.map((row) => ({
    ...toWireSale(row, stays.get(keyOf(row)) ?? [], named.get(row.platform) ?? []),
    excluded_ids: row.product_ids.filter((id) => excluded.get(row.id)?.has(id)),
    purchase_code: row.transaction_code,
    given_to: toWireGiving(givings.get(row.id)),
  }))
}

async function listExcludedOf(db: SchoolDb, rows: queries.SaleRow[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const alike of Map.groupBy(rows, ({ platform, account_id }) => `${platform} ${account_id}`).values()) {
    const { platform, account_id: accountId } = alike[0]!
    const ids = [...new Set(alike.flatMap(({ product_ids }) => product_ids))]
    const excluded = await listExcluded(db, { platform, accountId, ids })
    for (const row of alike) found.set(row.id, excluded)
  }
  return found
}

const keyOf = (row: queries.SaleRow) => makePurchaseKey(row.platform, row.transaction_code)

const toWireGiving = (giving: Giving | undefined) =>
  giving ? { name: giving.name, link: giving.link, utc_on: giving.givenOn.toISOString() } : null

const toWireSale = (
  row: queries.SaleRow,
  stays: queries.SoldStay[],
  named: NamedProduct[],
): Omit<Sale, 'given_to' | 'purchase_code' | 'excluded_ids'> => ({
  id: row.id,
  gateway: row.platform,
  account_id: row.account_id,
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
  waiting_ids: row.waiting_ids.slice(0, row.waiting_items ?? 0),
  times: row.times,
  utc_repeated_on: row.utc_repeated_on?.toISOString() ?? null,
  utc_created_on: row.utc_received_on.toISOString(),
})
