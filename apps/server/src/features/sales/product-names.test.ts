import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { beforeAll, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { forgetOldSales } from './kept-sales.service.ts'
import { nextProduct, type Seller, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const readIntegration = async (s: Seller) =>
  (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body.gateway.integrations[0]

it('the names of products are told beside their numbers, and outlive the sales that told them', async () => {
  const s = await shop.makeSeller()
  expect(await readIntegration(s)).toMatchObject({ product_names: {}, last_event: null, utc_delivered_on: null })
  await s.hotmart('PURCHASE_BILLET_PRINTED', { product: { id: Number(s.productId), name: 'Curso de Pão' } })
  await s.work()
  await s.hotmart('PURCHASE_APPROVED', { product: { id: Number(s.productId), name: 'Curso de Pães' } })
  await s.work()
  const product_names = { [s.productId]: 'Curso de Pães' }
  expect(await readIntegration(s)).toMatchObject({ product_names, last_event: { event: 'PURCHASE_APPROVED' } })
  expect((await s.list()).sales.list).toMatchObject([{ product_names }, { product_names }])
  const late = new Date(Date.now() + (salesLimits.deliveryDays + 1) * dayMs)
  await forgetOldSales(s, { ...w.tools, now: () => late }, neverStops)
  expect(await readIntegration(s)).toMatchObject({ product_names, last_event: null, utc_delivered_on: null })
})

it('the latest event of an integration is one of its own products; of others it is told that the account delivers', async () => {
  const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
  await s.hotmart('PURCHASE_APPROVED', { product: { id: Number(nextProduct()), name: 'Outro curso' } })
  await other.hotmart('PURCHASE_APPROVED')
  await s.work()
  const { last_event, utc_delivered_on } = (await readIntegration(s))!
  expect([last_event, Date.parse(utc_delivered_on!)]).toEqual([null, expect.any(Number)])
})
