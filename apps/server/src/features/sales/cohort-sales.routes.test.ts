import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { saveItems } from './sale-items.queries.ts'
import { recordOutcome } from './sales.queries.ts'
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

it('finds a sale by what it names now, once however much of it the class sells', async () => {
  const t = await sellersOf(w).makeSeller()
  const listed = async (query: object = {}) =>
    (await t.list({ school_gateway_id: t.cohort.id, ...query })).sales.list.map(({ transaction }) => transaction)
  await t.integrate(t.cohort.id, { ids: `${t.productId}, oferta-1` })
  await t.hotmart('PURCHASE_APPROVED', {
    transaction: 'HP3',
    purchase: { transaction: 'HP3', status: 'APPROVED', offer: { code: 'oferta-1' } },
  })
  await t.work()
  expect(await listed()).toEqual(['HP3'])
  expect(await listed({ state: 'done' })).toEqual(['HP3'])
  expect(await listed({ state: 'failed' })).toEqual([])
  expect(await listed({ search: 'hp3' })).toEqual(['HP3'])
  const { id } = (await t.list()).sales.list[0]!
  // A purchase that is in the class is listed there, whatever it names.
  await t.tx((db) => db.deleteFrom('enrollment_grants').execute())
  await t.tx((db) => recordOutcome(db, id, { state: 'done', product_ids: ['outro'], offer_ids: [] }))
  expect(await listed()).toEqual([])
  await t.tx((db) => recordOutcome(db, id, { state: 'done', product_ids: ['outro'], offer_ids: ['oferta-1'] }))
  expect(await listed()).toEqual(['HP3'])
})

it('lists a renewal in the class where its subscriber is, whatever is sold there, and no new purchase of the product', async () => {
  const t = await sellersOf(w).makeSeller()
  const target = await t.make.cohort()
  const listed = async (id: string) =>
    (await t.list({ school_gateway_id: id })).sales.list.map(({ transaction }) => transaction).sort()
  const pay = async (transaction: string, subscription: string, email = t.email) => {
    const purchase = { transaction, date_next_charge: Date.now() + 30 * dayMs }
    await t.hotmart('PURCHASE_APPROVED', { transaction, subscription, purchase, buyer: { email, name: 'Ana' } })
    await t.work()
  }
  await pay('HP1', 'S1')
  await w.call(cohorts.update, { as: t.as, params: t.cohort, body: { integrations: [] } })
  await pay('HP2', 'S1')
  expect(await listed(t.cohort.id)).toEqual(['HP1', 'HP2'])
  const { user_id } = await t.tx((db) =>
    db.selectFrom('enrollment_grants').select('user_id').limit(1).executeTakeFirstOrThrow(),
  )
  const move = { cohortId: t.cohort.id, targetId: target.id, userIds: [user_id], movedBy: t.as.userId }
  await t.tx((db) => moveGrants(db, move, w.tools))
  await pay('HP3', 'S1')
  await pay('HP9', 'S9', 'outra@example.com')
  expect([await listed(t.cohort.id), await listed(target.id)]).toEqual([['HP1', 'HP2'], ['HP3']])
})

it('lists a sale of any product that came to the address of the class', async () => {
  const t = await sellersOf(w).makeSeller()
  await t.hotmart('PURCHASE_APPROVED', { path: `/webhook/${t.id}/${t.cohort.id}`, product: { id: 12, name: 'Fora' } })
  await t.work()
  expect((await t.list({ school_gateway_id: t.cohort.id })).sales).toMatchObject({ total: 1, more: false })
})

it('counts the sales of a class up to a bound, and shows no older ones', async () => {
  const t = await sellersOf(w).makeSeller()
  await t.hotmart('PURCHASE_APPROVED', { transaction: 'HP4' })
  await t.work()
  const repeat = (count: number) =>
    t.tx(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into sales (school_id, platform, delivery_hash, headers, query, body, account_id, state, transaction_code, product_ids, utc_received_on)
        select ${thisSchool}::bigint, platform, ${count}::int || ':' || n, headers, query, body, account_id, state, 'HP5', product_ids, utc_received_on + interval '1 day'
        from sales cross join generate_series(1, ${count}::int) as n where school_id = ${thisSchool} and transaction_code = 'HP4'
        on conflict do nothing returning id::text`.execute(db)
      await saveItems(
        db,
        rows.map(({ id }) => id),
      )
    })
  const page = async (number: number) => (await t.list({ school_gateway_id: t.cohort.id, page: String(number) })).sales
  const { salesOfCohort: bound, salesPerPage } = salesLimits
  await repeat(bound - 1)
  const last = await page(bound / salesPerPage)
  expect(last).toMatchObject({ total: bound, more: false })
  expect(last.list.at(-1)).toMatchObject({ transaction: 'HP4' })
  await repeat(1)
  expect(await page(1)).toMatchObject({ total: bound, more: true })
  expect((await page(bound / salesPerPage)).list.at(-1)).toMatchObject({ transaction: 'HP5' })
  expect((await page(bound / salesPerPage + 1)).list).toEqual([])
  expect((await t.list()).sales).toMatchObject({ total: bound + 1, more: false })
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
