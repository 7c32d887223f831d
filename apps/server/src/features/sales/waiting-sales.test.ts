import { sales } from '@escola/contract/sales.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const statesOf = async (s: Seller) =>
  (await s.list()).sales.list.map(({ event, state, reason }) => [event, state, reason]).sort()
const countsOf = async (s: Seller) => {
  const { unmatched, without_email } = await s.list()
  return [unmatched, without_email]
}

describe('the waiting deliveries of a purchase', () => {
  it('wait no more once it is paid back', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1', product: { id: 1 } })
    await s.hotmart('PURCHASE_COMPLETE', { transaction: 'HP1', product: { id: 1 } })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2', buyer: { email: 'ana@gmail' } })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP3', product: { id: 1 } })
    await s.work()
    expect(await countsOf(s)).toEqual([3, 1])
    for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_REFUNDED', { transaction, product: { id: 1 } })
    await s.work()
    await s.work()
    // The third is another purchase.
    expect(await countsOf(s)).toEqual([1, 0])
    expect(await statesOf(s)).toEqual([
      ['PURCHASE_APPROVED', 'done', 'paid_back'],
      ['PURCHASE_APPROVED', 'done', 'paid_back'],
      ['PURCHASE_APPROVED', 'unmatched', 'no_cohort'],
      ['PURCHASE_COMPLETE', 'done', 'paid_back'],
      ['PURCHASE_REFUNDED', 'done', ''],
      ['PURCHASE_REFUNDED', 'done', ''],
    ])
    expect(await s.members()).toEqual([])
  })

  it('wait no more once its card is refused after all', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED', { product: { id: 1 } })
    await s.work()
    await s.hotmart('PURCHASE_CANCELED', { product: { id: 1 } })
    await s.work()
    await s.work()
    expect(await statesOf(s)).toEqual([
      ['PURCHASE_APPROVED', 'done', 'canceled_since'],
      ['PURCHASE_CANCELED', 'ignored', 'nothing_open'],
    ])
  })

  it('wait no more once a later one has opened the class', async () => {
    const s = await shop.makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro' })
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await s.integrate()
    await s.hotmart('PURCHASE_COMPLETE')
    await s.work()
    await s.work()
    expect(await statesOf(s)).toEqual([
      ['PURCHASE_APPROVED', 'done', ''],
      ['PURCHASE_COMPLETE', 'done', ''],
    ])
    expect([await countsOf(s), await s.members()]).toEqual([[0, 0], [s.email]])
  })

  it('wait each for its own part of the purchase, and make no work without end', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const tell = (edz_cnt_cod: string, edz_cli_email: string) =>
      shop.send({
        body: {
          type: 'create',
          fields: { edz_cli_origin_secret: s.code, edz_fat_cod: '9', edz_cnt_cod, edz_cli_email },
        },
      })
    await tell('de-ninguem', s.email)
    await tell('de-ninguem-2', s.email)
    await tell(s.productId, s.email)
    for (let round = 0; round < 4; round++) await s.work()
    expect((await statesOf(s)).map(([, state]) => state)).toEqual(['done', 'unmatched', 'unmatched'])
  })

  it('are left to the administrator who settles them meanwhile', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED', { product: { id: 1 } })
    await s.work()
    const { id } = (await s.list()).sales.list[0]!
    await s.hotmart('PURCHASE_REFUNDED', { product: { id: 1 } })
    await s.tx(async (db) => {
      await db.selectFrom('sales').where('id', '=', id).select('id').forUpdate().execute()
      await s.work()
    })
    expect((await statesOf(s)).map(([, state]) => state)).toEqual(['unmatched', 'done'])
    await w.call(sales.dismiss, { as: s.as, params: { id }, body: { reason: 'Foi um teste' } })
    expect((await statesOf(s)).map(([, state]) => state)).toEqual(['dismissed', 'done'])
  })
})
