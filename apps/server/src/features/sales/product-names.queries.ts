import { isMapped, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
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
    join sales_products p on p.school_id = ${thisSchool} and p.platform = k.platform and p.product_id = k.id`.execute(
    db,
  )
  return rows
}
