import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { currentChannels } from '../sales/histories/made-deliveries.testing.ts'
import { nextProduct, sellersOf } from '../sales/sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

it('an account that sells no more hears of refunds, and opens nothing new until the school sells again', async () => {
  const s = await shop.makeSeller()
  const accountOf = async () => (await w.call(salesAccounts.list, { as: s.as })).body.accounts[0]!
  const setSelling = (sells: boolean, as = s.as) =>
    w.call(salesAccounts.setSelling, { as, params: { id }, body: { sells } })
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  const { id } = await accountOf()
  const forecast = async (as = s.as) => await w.call(salesAccounts.forecast, { as, params: { id } })
  expect((await forecast()).body).toMatchObject({ living_buyers: 1, waiting: { sales: 0 } })
  const other = await shop.makeSeller()
  expect([(await setSelling(false, other.as)).status, (await forecast(other.as)).status]).toEqual([404, 404])
  expect((await setSelling(false)).body.account.utc_ended_on).not.toBeNull()
  await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2', buyer: { email: 'nova@example.com', name: 'Nova' } })
  await s.work()
  expect(await s.members()).toEqual([s.email])
  const [waiting] = (await s.list()).sales.list
  expect(waiting).toMatchObject({ state: 'unmatched', reason: 'account_ended' })
  const params = { id: waiting!.id }
  const chosen = await w.call(sales.replay, { as: s.as, params, body: { school_gateway_id: s.cohort.id } })
  expect(chosen.body).toMatchObject({ fields: { school_gateway_id: refusals.accountEnded } })
  const typed = await s.integrate((await s.make.cohort()).id, { ids: '77', code: s.code })
  expect(JSON.stringify(typed)).toContain(refusals.accountEnded)
  await s.hotmart('PURCHASE_REFUNDED')
  await s.work()
  expect(await s.members()).toEqual([])
  expect((await forecast()).body).toMatchObject({ living_buyers: 0, waiting: { sales: 1, mails: 1 } })
  expect((await setSelling(true)).body.account.utc_ended_on).toBeNull()
  await runPending(w, s, { only: [jobs.repeatResumedSales] })
  await s.work()
  expect(await s.members()).toEqual(['nova@example.com'])
})

it('an account that sells again does what waited meanwhile, by class, and forecasts it before', async () => {
  const s = await shop.makeSeller()
  const [second, closed] = [await s.make.cohort(), await s.make.cohort()]
  const [other, shut, unsold] = [nextProduct(), nextProduct(), nextProduct()]
  await s.integrate(second.id, { ids: other })
  await s.integrate(closed.id, { ids: shut })
  await w.call(cohorts.update, { as: s.as, params: { id: closed.id }, body: { sales_ended: true } })
  const { id } = (await w.call(salesAccounts.list, { as: s.as })).body.accounts[0]!
  const setSelling = async (sells: boolean) => {
    await w.call(salesAccounts.setSelling, { as: s.as, params: { id }, body: { sells } })
    await runPending(w, s, { only: [jobs.repeatResumedSales] })
    await s.work()
  }
  const forecast = async (ids: string) =>
    (
      await w.call(cohorts.forecastSales, {
        ...{ as: s.as, params: { id: second.id } },
        body: { gateway: 'hotmart', account_id: id, ids },
      })
    ).body
  const buy = (productId: string, transaction: string, email: string) =>
    s.hotmart('PURCHASE_APPROVED', {
      ...{ transaction, product: { id: Number(productId) }, buyer: { email, name: 'Ana Lima' } },
    })
  await setSelling(false)
  const [ana, bia, eva] = ['ana@example.com', 'bia@example.com', 'eva@example.com']
  await buy(s.productId, 'HP1', ana)
  await buy(other, 'HP2', ana)
  await buy(other, 'HP3', bia)
  await buy(shut, 'HP4', eva)
  await buy(unsold, 'HP5', eva)
  await s.work()
  expect((await s.list()).unmatched).toBe(5)
  expect(await forecast(other)).toMatchObject({ sales: 0, mails: 0 })
  const asked = await w.call(salesAccounts.forecast, { as: s.as, params: { id } })
  expect(asked.body.waiting).toMatchObject({ sales: 3, mails: 3 })
  await setSelling(true)
  expect([await s.members(), (await s.members(second.id)).sort()]).toEqual([[ana], [ana, bia]])
  const waiting = (await s.list({ state: 'unmatched' })).sales.list.map(({ transaction, reason }) => [
    transaction,
    reason,
  ])
  expect(waiting).toEqual([
    ['HP5', 'no_cohort'],
    ['HP4', 'sales_ended'],
  ])
  await setSelling(true)
  expect((await s.list()).unmatched).toBe(2)
})

it('an account that sells no more follows its subscribers, and what was bought before', async () => {
  const s = await shop.makeSeller()
  const at = (days: number) => new Date(Date.now() + days * dayMs)
  const pay = async (purchase: string, { paid, until, ...more }: { paid: number; until: number; email?: string }) => {
    const details = { email: s.email, name: 'Marina', turn: randomUUID(), purchase, at: at(paid), until: at(until) }
    await shop.send(
      currentChannels.hotmart.make(s, 'PURCHASE_APPROVED', { ...details, subscription: purchase.slice(0, 2), ...more }),
    )
    await s.work()
    return (await s.list()).sales.list.find((sale) => sale.transaction === purchase)!
  }
  const first = await pay('HP1', { paid: -30, until: 1 })
  const { id } = (await w.call(salesAccounts.list, { as: s.as })).body.accounts[0]!
  await w.call(salesAccounts.setSelling, { as: s.as, params: { id }, body: { sells: false } })
  expect(await pay('HP2', { paid: 0, until: 31 })).toMatchObject({
    state: 'done',
    school_gateways: [{ id: s.cohort.id, utc_ended_on: null }],
  })
  await s.endDue(at(20))
  expect(await s.members()).toEqual([s.email])
  await w.call(sales.replay, { as: s.as, params: { id: first.id }, body: {} })
  await s.work()
  expect((await s.list({ state: 'unmatched' })).unmatched).toBe(0)
  const email = 'antes@example.com'
  expect(await pay('AA1', { paid: -1, until: 30, email })).toMatchObject({ state: 'done' })
  expect(await s.members()).toEqual(expect.arrayContaining([s.email, email]))
})

it('of two schools with one code, the one that has stopped selling hears of its own buyers alone', async () => {
  const former = await shop.makeSeller()
  const seller = await shop.makeSeller()
  await former.hotmart('PURCHASE_APPROVED', { transaction: 'HP1', subscription: 'S1' })
  await former.work()
  await w.call(cohorts.update, { as: former.as, params: { id: former.cohort.id }, body: { integrations: [] } })
  const { code } = former
  await seller.integrate(undefined, { code, ids: former.productId })
  const codes = async (s: typeof former) => {
    await s.work()
    return (await s.list()).sales.list.map(({ transaction }) => transaction).sort()
  }
  await former.hotmart('PURCHASE_APPROVED', { transaction: 'HP7', buyer: { email: 'nova@example.com', name: 'Nova' } })
  expect([await codes(former), await codes(seller)]).toEqual([['HP1'], ['HP7']])
  await former.hotmart('PURCHASE_APPROVED', { transaction: 'HP2', subscription: 'S1' })
  await former.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1', subscription: 'S1' })
  expect(new Set(await codes(former))).toEqual(new Set(['HP1', 'HP2']))
})
