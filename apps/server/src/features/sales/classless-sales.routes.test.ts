import { cohorts } from '@escola/contract/cohorts.contract'
import { refusals } from '@escola/contract/refusals'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { sellersOf } from './sales.testing.ts'

let w: World
let makeSeller: ReturnType<typeof sellersOf>['makeSeller']

beforeAll(async () => {
  w = await world()
  ;({ makeSeller } = sellersOf(w))
})

describe('a sale without a class', () => {
  it('waits until an administrator chooses one, which its product opens from then on', async () => {
    const s = await makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro-produto' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP1' })
    await s.work()
    const { sales: page, unmatched } = await s.list({ state: 'unmatched' })
    expect([unmatched, page.list[0]!.reason]).toEqual([1, 'no_cohort'])
    const chosen = await s.make.cohort()
    const replayed = await w.call(sales.replay, {
      as: s.as,
      params: { id: page.list[0]!.id },
      body: { school_gateway_id: chosen.id },
    })
    expect(replayed.status).toBe(202)
    await s.work()
    expect(await s.members(chosen.id)).toEqual([s.email])
    expect((await s.list()).unmatched).toBe(0)
    const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: chosen.id } })).body
    expect(gateway.integrations).toMatchObject([{ gateway: 'hotmart', ids: [s.productId] }])
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
    await s.work()
    expect((await s.list()).sales.list[0]).toMatchObject({ transaction: 'HP2', state: 'done' })
  })

  it('opens the class by the offers and plans that the administrator ticks alone', async () => {
    const s = await makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro-produto' })
    await s.hotmart('PURCHASE_APPROVED', {
      purchase: { transaction: 'HP1', offer: { code: 'oferta' } },
      subscription: undefined,
    })
    await s.work()
    const { id, offer_ids } = (await s.list()).sales.list[0]!
    expect(offer_ids).toEqual(['oferta'])
    const { id: school_gateway_id } = await s.make.cohort()
    const choose = (ids: string[]) =>
      w.call(sales.replay, { as: s.as, params: { id }, body: { school_gateway_id, ids } })
    expect((await choose(['oferta', 'de-outra-venda'])).error.fields).toEqual({ ids: refusals.saleOfOthers })
    expect((await choose([])).error.fields).toEqual({ ids: salesMessages.ids })
    expect((await choose(['oferta'])).status).toBe(202)
    await s.work()
    expect(await s.members(school_gateway_id)).toEqual([s.email])
    const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: school_gateway_id } })).body
    expect(gateway.integrations).toMatchObject([{ ids: ['oferta'] }])
  })

  it('is found by a part of its name, e-mail or transaction, and counted on every page of an administrator', async () => {
    const s = await makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro-produto' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP7788' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP9900', buyer: { email: 'sem-arroba', name: 'João Pão' } })
    await s.work()
    const find = async (search: string) =>
      (await s.list({ search })).sales.list.map(({ transaction }) => transaction).sort()
    expect(await find('hp778')).toEqual(['HP7788'])
    expect(await find(s.email.slice(0, 12))).toEqual(['HP7788'])
    expect(await find('joao pao')).toEqual(['HP9900'])
    expect(await find('%')).toEqual([])
    expect((await s.list({ search: 'joao', state: 'done' })).sales.total).toBe(0)
    const query = { domain: 'localhost', pathname: `/escola/${s.id}` }
    const context = (await w.call(schools.context, { as: s.as, query })).body
    expect(context.sales).toEqual({ waiting: 2 })
  })

  it('is done again with all that are alike, each once', async () => {
    const s = await makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro-produto' })
    for (const transaction of ['HP1', 'HP2', 'HP3']) await s.hotmart('PURCHASE_APPROVED', { transaction })
    await s.work()
    await s.integrate()
    const again = (body: { state: 'unmatched' | 'failed'; search?: string }) =>
      w.call(sales.replayAll, { as: s.as, body }).then((answer) => answer.body)
    expect(await again({ state: 'failed' })).toEqual({ replayed: 0 })
    expect(await again({ state: 'unmatched', search: 'HP3' })).toEqual({ replayed: 1 })
    expect(await again({ state: 'unmatched' })).toEqual({ replayed: 2 })
    expect(await again({ state: 'unmatched' })).toEqual({ replayed: 0 })
    await s.work()
    expect((await s.list({ state: 'done' })).sales.total).toBe(3)
    expect(await s.members()).toEqual([s.email])
  })

  it('cannot be given to a class of another school', async () => {
    const [s, other] = [await makeSeller(), await makeSeller()]
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    const { id } = (await s.list()).sales.list[0]!
    const body = { school_gateway_id: other.cohort.id }
    const refused = await w.call(sales.replay, { as: s.as, params: { id }, body })
    expect(refused.error.fields).toEqual({ school_gateway_id: refusals.cohortGone })
    expect((await w.call(sales.replay, { as: other.as, params: { id }, body: {} })).status).toBe(404)
  })
})
