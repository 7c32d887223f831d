import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { forgetOldSales } from './kept-sales.service.ts'
import { nextProduct, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** A school with two shops on a small platform, each with a class and a product. */
async function twoShops() {
  const s = await shop.makeSeller({ gateway: 'bravapay' })
  const second = await s.make.cohort()
  const [code, ids] = [`codigo-${randomUUID()}`, nextProduct()]
  await s.integrate(second.id, { code, ids })
  const shops = [
    { code: s.code, product_id: s.productId, cohortId: s.cohort.id },
    { code, product_id: ids, cohortId: second.id },
  ]
  const tell = async (shopAt: number, event: string, more: { email: string } & Record<string, string>) => {
    const { code: token, product_id } = shops[shopAt]!
    const { email, ...fields } = more
    const body = { id: randomUUID(), event, product_id, customer: { name: 'Ana Lima', email }, ...fields }
    await shop.send({ path: `/webhook/${s.id}/bravapay`, headers: { 'x-webhook-token': token }, body })
    await s.work()
  }
  const members = async () => [await s.members(shops[0]!.cohortId), await s.members(shops[1]!.cohortId)]
  return { ...s, tell, members }
}
const [ana, bia] = ['ana@example.com', 'bia@example.com']

it('two shops of a small platform that number their orders alike keep their buyers and refunds apart', async () => {
  const { tell, members, list, work, ...s } = await twoShops()
  await tell(0, 'purchase_approved', { email: ana, transaction_id: '1001' })
  await tell(1, 'purchase_approved', { email: bia, transaction_id: '1001' })
  expect(await members()).toEqual([[ana], [bia]])
  // Done again, and once the bodies are gone, each stays what it is.
  const replayAll = async () => {
    for (const { id } of (await list()).sales.list) await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await work()
  }
  await replayAll()
  expect(await members()).toEqual([[ana], [bia]])
  await tell(1, 'purchase_refunded', { email: bia, transaction_id: '1001' })
  expect(await members()).toEqual([[ana], []])
  await tell(0, 'purchase_refunded', { email: ana, transaction_id: '1001' })
  expect(await members()).toEqual([[], []])
})

it('tells their subscriptions apart, and knows each again when what was told first is no longer kept', async () => {
  const { tell, members, list, ...s } = await twoShops()
  await tell(0, 'purchase_approved', { email: ana, transaction_id: '1', subscription_id: '55' })
  await tell(1, 'purchase_approved', { email: bia, transaction_id: '2', subscription_id: '55' })
  const later = new Date(w.tools.now().getTime() + (salesLimits.deliveryDays + 1) * dayMs)
  await forgetOldSales(s, { ...w.tools, now: () => later }, neverStops)
  expect((await list()).sales.total).toBe(0)
  await tell(1, 'subscription_expired', { email: bia, subscription_id: '55' })
  expect(await members()).toEqual([[ana], []])
  await tell(0, 'subscription_expired', { email: ana, subscription_id: '55' })
  expect(await members()).toEqual([[], []])
})
