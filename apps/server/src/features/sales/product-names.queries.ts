import { isMapped, isSoldByAddress, mappedCode, type SalesPlatformName } from '@escola/contract/sales'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/**
 * Records the name of a product, which stays when its sales are forgotten. The name of a delivery is that of its first product. On Mercado Pago that
 * may be the number of an order, of which there are as many as sales, and two platforms that the school named may both have a product 1.
 */
export async function recordProductName(
  db: SchoolDb,
  platform: SalesPlatformName,
  { productIds: [id], name }: { productIds: string[]; name: string },
): Promise<void> {
  if (!id || name === '' || isSoldByAddress(platform) || isMapped(platform)) return
  // Most sales tell a name that is known, and must not wait for one another.
  await sql`
    insert into sales_products (school_id, platform, product_id, name)
    select ${thisSchool}::bigint, ${platform}::text, ${id}::text, ${name}::text where not exists (
      select from sales_products where school_id = ${thisSchool} and platform = ${platform} and product_id = ${id} and name = ${name})
    on conflict (school_id, platform, product_id) do update set name = excluded.name`.execute(db)
}

export interface NamedProduct {
  platform: string
  product_id: string
  name: string
}

/** Names of products, each of which is of the platform in its place. */
export async function listProductNames(
  db: SchoolDb,
  products: { platform: string; id: string }[],
): Promise<NamedProduct[]> {
  if (products.length === 0) return []
  const [names, ids] = [products.map(({ platform }) => platform), products.map(({ id }) => id)]
  const { rows } = await sql<NamedProduct>`
    select distinct p.platform, p.product_id, p.name from unnest(${names}::text[], ${ids}::text[]) as k (platform, id)
    join sales_products p on p.school_id = ${thisSchool} and p.platform = k.platform and p.product_id = k.id and p.name <> ''`.execute(
    db,
  )
  return rows
}

/** A product in the table of names: two platforms that the school named may both have a product 1. */
const idIn = (platform: SalesPlatformName, accountId: string | null, id: string) =>
  isMapped(platform) ? mappedCode(accountId ?? '', id) : id

export interface ProductsOf {
  platform: SalesPlatformName
  accountId: string | null
  ids: string[]
}

/** Ids of those products that the school wants in no class. */
export async function listExcluded(db: SchoolDb, { platform, accountId, ids }: ProductsOf): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const keys = new Map(ids.map((id) => [idIn(platform, accountId, id), id]))
  const rows = await db
    .selectFrom('sales_products')
    .where('platform', '=', platform)
    .where((is) => is('product_id', '=', is.fn.any(is.val([...keys.keys()]))))
    .where('utc_excluded_on', 'is not', null)
    .select('product_id')
    .execute()
  return new Set(rows.flatMap(({ product_id }) => keys.get(product_id) ?? []))
}

/** Notes whether the school wants products in no class; null: it wants one for each. */
export async function excludeProducts(
  db: SchoolDb,
  { platform, accountId, ids }: ProductsOf,
  excludedOn: Date | null,
): Promise<void> {
  // All who note products do so in one order, so none waits for another that waits for it.
  for (const id of ids.toSorted())
    await db
      .insertInto('sales_products')
      .values({ platform, product_id: idIn(platform, accountId, id), name: '', utc_excluded_on: excludedOn })
      .onConflict((conflict) =>
        conflict.columns(['school_id', 'platform', 'product_id']).doUpdateSet({ utc_excluded_on: excludedOn }),
      )
      .execute()
}
