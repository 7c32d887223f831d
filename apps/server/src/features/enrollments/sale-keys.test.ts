import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { makePurchaseKey, makeSaleKey, readSaleKey, type SaleKey } from './sale-keys.service.ts'

const keys: SaleKey[] = [
  { platform: 'hotmart', purchase: 'HP1', item: '7000001' },
  { platform: 'eduzz', purchase: '', item: '' },
  { platform: 'other', purchase: '12-A:B', item: 'a:b' },
  { platform: 'other', purchase: '12-50%', item: '100%25' },
  { platform: 'other', purchase: '%3A', item: '%253A:%' },
]

it.each(keys)('reads the key of a sale as it was made: %j', (key) => {
  expect(readSaleKey(makeSaleKey(key))).toEqual(key)
  expect(makeSaleKey(key).startsWith(makePurchaseKey(key.platform, key.purchase))).toBe(true)
})

it('the database reads the key of a sale as the code does', async () => {
  const { tx } = await (await world()).makeSchool('Vendas')
  const read = (key: string) =>
    tx((db) =>
      sql`select app.sale_platform(${key}::text) as platform, app.sale_purchase(${key}::text) as purchase`.execute(db),
    )
  for (const { item: _, ...key } of keys) expect((await read(makeSaleKey({ ...key, item: 'x' }))).rows).toEqual([key])
})
