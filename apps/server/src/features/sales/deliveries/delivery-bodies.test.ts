import { sales } from '@escola/contract/sales.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { type World, world } from '../../../testing/world.ts'
import { forgetOldSales } from '../kept-sales.service.ts'
import { sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

it('the body of a delivery is kept sealed, and one of before is sealed by the daily job and still read', async () => {
  const s = await shop.makeSeller()
  await s.hotmart('PURCHASE_APPROVED', { hottok: s.code })
  const readBodies = () => s.tx((db) => db.selectFrom('sales').select(['body', 'sealed_body']).execute())
  const [kept] = await readBodies()
  expect(kept).toMatchObject({ body: '', sealed_body: expect.any(String) })
  const sealed = Buffer.from(kept!.sealed_body!, 'base64url')
  expect(sealed.includes(s.email)).toBe(false)
  const plain = Buffer.from(
    JSON.stringify({
      event: 'PURCHASE_APPROVED',
      data: { product: { id: s.productId }, buyer: { email: s.email }, purchase: { transaction: 'HP1' } },
    }),
  ).toString('base64')
  await s.tx((db) => db.updateTable('sales').set({ body: plain, sealed_body: null }).execute())
  await s.work()
  expect(await s.members()).toEqual([s.email])
  await forgetOldSales(s, w.tools, neverStops)
  expect(await readBodies()).toMatchObject([{ body: '', sealed_body: expect.any(String) }])
  const [sale] = (await s.list()).sales.list
  await w.call(sales.replay, { as: s.as, params: { id: sale!.id }, body: {} })
  await s.work()
  expect((await s.list()).sales.list).toMatchObject([{ state: 'done', transaction: 'HP1' }])
})
