import { cohorts } from '@escola/contract/cohorts.contract'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { nextProduct, type Seller, sellersOf } from './sales.testing.ts'

let w: World
let s: Seller
let other: { id: string; productId: string }
beforeAll(async () => {
  w = await world()
  s = await sellersOf(w).makeSeller()
  other = { ...(await s.make.cohort()), productId: nextProduct() }
  await s.integrate(other.id, { ids: other.productId })
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2', product: { id: Number(other.productId), name: 'Outro' } })
  await s.work()
})

const transactionsOf = async (query: object) =>
  (await s.list(query)).sales.list.map(({ transaction }) => transaction).sort()

it('lists the sales of what a class sells, and of no other', async () => {
  expect(await transactionsOf({})).toEqual(['HP1', 'HP2'])
  expect(await transactionsOf({ school_gateway_id: s.cohort.id })).toEqual(['HP1'])
  expect(await transactionsOf({ school_gateway_id: other.id })).toEqual(['HP2'])
  expect(await transactionsOf({ school_gateway_id: other.id, search: 'HP1' })).toEqual([])
  expect(await transactionsOf({ school_gateway_id: (await s.make.cohort()).id })).toEqual([])
})

it("answers 404 for another school's class", async () => {
  const foreign = await w.riverside.make.cohort()
  const { status } = await w.call(sales.list, { as: s.as, query: { school_gateway_id: foreign.id } })
  expect(status).toBe(404)
})

it('says when the last payment for a class came, and not when it was given back', async () => {
  const open = async () => (await w.call(cohorts.get, { as: s.as, params: s.cohort })).body.gateway.integrations[0]!
  const { utc_sold_on } = await open()
  expect(utc_sold_on).not.toBeNull()
  await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1' })
  await s.work()
  const after = await open()
  expect(after).toMatchObject({ utc_sold_on, last_event: { event: 'PURCHASE_REFUNDED' } })
})
