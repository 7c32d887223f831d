import { cohorts } from '@escola/contract/cohorts.contract'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { repeatSoldSales } from './repeated-sales.service.ts'
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

/** Does the jobs that wait: first the jobs that repeat sales. */
async function work(s: Seller) {
  const signal = neverStops
  for (const [name, payload] of await s.pendingJobs())
    if (name === 'sales.repeat_sold') await repeatSoldSales(s, payload as { cohortId: string }, signal)
  await s.work()
}

describe('a class that sells more than before', () => {
  const save = async (s: Seller, ids: string, more: object = {}) =>
    (await s.integrate(s.cohort.id, { ids, ...more })).body.waiting_sales

  it('takes in the buyers who waited for it, and says how many purchases those are', async () => {
    const s = await shop.makeSeller()
    const deliver = (transaction: string, event: string, more: object = {}) =>
      s.hotmart(event, { transaction, buyer: { email: `${transaction}.${s.email}` }, ...more })
    await save(s, 'outro')
    for (const event of ['PURCHASE_APPROVED', 'PURCHASE_COMPLETE']) await deliver('hp1', event)
    await deliver('hp2', 'PURCHASE_APPROVED', { product: { id: 1 } })
    await deliver('hp3', 'PURCHASE_APPROVED', {
      product: { id: 2 },
      purchase: { transaction: 'hp3', offer: { code: 'oferta' } },
    })
    await work(s)
    expect([await save(s, 'outro'), (await s.pendingJobs()).map(([name]) => name)]).toEqual([
      0,
      expect.not.arrayContaining(['sales.repeat_sold']),
    ])
    expect(await save(s, `${s.productId}, oferta`)).toBe(2)
    await work(s)
    await work(s)
    expect((await s.members()).toSorted()).toEqual([`hp1.${s.email}`, `hp3.${s.email}`])
    expect(await countsOf(s)).toEqual([1, 0])
    expect(await save(s, `${s.productId}, oferta`)).toBe(0)
  })

  it('also after its account was removed and entered again', async () => {
    const s = await shop.makeSeller()
    const { account_id } = s.made.body.gateway.integrations[0]!
    await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations: [] } })
    await s.hotmart('PURCHASE_APPROVED')
    await work(s)
    expect(await countsOf(s)).toEqual([1, 0])
    expect((await w.call(salesAccounts.remove, { as: s.as, params: { id: account_id } })).status).toBe(200)
    expect(await save(s, s.productId)).toBe(1)
    await work(s)
    expect([await countsOf(s), await s.members()]).toEqual([[0, 0], [s.email]])
  })

  it('takes in nothing of another platform, nor of another account of a platform that the school named', async () => {
    const s = await shop.makeSeller()
    const asSale = { body: '', headers: '{}', query: '{}', utc_received_on: new Date(), state: 'unmatched' as const }
    await s.tx(async (db) => {
      const { id } = await db.selectFrom('sales_accounts').select('id').executeTakeFirstOrThrow()
      const values = { ...asSale, account_id: id, product_ids: ['X1'] }
      await db
        .insertInto('sales')
        .values([
          { ...values, platform: 'kiwify', delivery_hash: 'a' },
          { ...values, platform: 'other', delivery_hash: 'b' },
        ])
        .execute()
    })
    expect(await save(s, `${s.productId}, X1`)).toBe(0)
    const mapped = { gateway: 'other' as const, title: 'Loja', code: 'segredo', proof: { kind: 'query', name: 'k' } }
    const { account } = (await w.call(salesAccounts.create, { as: s.as, body: mapped as never })).body
    expect(await save(s, 'X1', { gateway: 'other', code: undefined, account_id: account.id })).toBe(0)
  })

  it('takes in all that came to the address of a class, once it names no product', async () => {
    const s = await shop.makeSeller({ gateway: 'mercadopago' })
    const body = { gateway: 'mercadopago' as const, code: s.code, access_token: 'APP_USR-1' }
    const saved = async (ids: string) => {
      const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body
      const id = gateway.integrations[0]?.id
      const integrations = [{ ...body, ...(id && { id }), ids }]
      return (await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations } })).body
    }
    const [integration] = (await saved('curso-1')).gateway.integrations
    await s.tx((db) =>
      db
        .insertInto('sales')
        .values({
          ...{ platform: 'mercadopago', delivery_hash: 'a', body: '', headers: '{}', query: '{}', state: 'unmatched' },
          ...{ utc_received_on: new Date(), account_id: integration!.account_id, integration_id: integration!.id },
        })
        .execute(),
    )
    expect((await saved('curso-2')).waiting_sales).toBe(0)
    expect((await saved('')).waiting_sales).toBe(1)
  })

  it('goes through thousands', async () => {
    const s = await shop.makeSeller()
    const many = 1001
    await s.tx(async (db) => {
      const { id } = await db.selectFrom('sales_accounts').select('id').executeTakeFirstOrThrow()
      const values = { platform: 'hotmart' as const, body: '', headers: '{}', query: '{}', product_ids: ['X1'] }
      const row = { ...values, state: 'unmatched' as const, utc_received_on: new Date(), account_id: id }
      await db
        .insertInto('sales')
        .values(Array.from({ length: many }, (_, at) => ({ ...row, delivery_hash: String(at) })))
        .execute()
    })
    expect(await save(s, `${s.productId}, X1`)).toBe(many)
    // A worker that stops leaves the rest to another.
    await expect(repeatSoldSales(s, { cohortId: s.cohort.id }, AbortSignal.abort())).rejects.toThrow()
    expect((await s.list({ state: 'waiting' })).sales.total).toBe(many - 1)
    await repeatSoldSales(s, { cohortId: s.cohort.id }, neverStops)
    expect((await s.list({ state: 'waiting' })).sales.total).toBe(many)
    const jobs = (await s.pendingJobs()).filter(([name]) => name === 'sales.process')
    expect(jobs).toHaveLength(many)
    // A job that runs twice finds nothing more.
    await repeatSoldSales(s, { cohortId: s.cohort.id }, neverStops)
    expect((await s.pendingJobs()).filter(([name]) => name === 'sales.process')).toHaveLength(many)
  })
})

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
      ['PURCHASE_REFUNDED', 'done', 'nothing_open'],
      ['PURCHASE_REFUNDED', 'done', 'nothing_open'],
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
    const deliver = (edz_cnt_cod: string, edz_cli_email: string) =>
      shop.send({
        body: {
          type: 'create',
          fields: { edz_cli_origin_secret: s.code, edz_fat_cod: '9', edz_cnt_cod, edz_cli_email },
        },
      })
    await deliver('de-ninguem', s.email)
    await deliver('de-ninguem-2', s.email)
    await deliver(s.productId, s.email)
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
