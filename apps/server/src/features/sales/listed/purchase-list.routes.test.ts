import { dayMs } from '@escola/contract/durations'
import { firstDayOf, purchaseLimits, purchaseList } from '@escola/contract/purchase-list.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { dayStart } from '@escola/contract/time'
import Papa from 'papaparse'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let s: Seller
beforeAll(async () => {
  w = await world()
  s = await sellersOf(w).makeSeller()
})

const sold = (transaction: string, value: number, more: { currency?: string; product?: object } = {}) => ({
  transaction,
  purchase: { transaction, price: { value, currency_value: more.currency ?? 'BRL' } },
  ...(more.product && { product: more.product }),
})
const list = async (of: Seller, query: object = {}) => (await w.call(purchaseList.list, { as: of.as, query })).body
const transactionsOf = async (of: Seller, query: object = {}) => {
  const { list: purchases } = await list(of, query)
  return Promise.all(
    purchases.map(
      async ({ id }) => (await w.call(purchaseList.get, { as: of.as, params: { id } })).body.sales[0]!.transaction,
    ),
  )
}
const summaryOf = async (of: Seller) => (await w.call(purchaseList.summary, { as: of.as })).body

/** Moves all that is known of a purchase back in time. */
const moveBack = (of: Seller, transaction: string, days: number) =>
  of.tx(async (db) => {
    // A cluster computes no moment of a row's own time zone in an update.
    const earlier = (moment: Date) => new Date(moment.getTime() - days * dayMs)
    const sales = db.selectFrom('sales').where('transaction_code', '=', transaction)
    for (const { id, utc_received_on } of await sales.select(['id', 'utc_received_on']).execute())
      await db
        .updateTable('sales')
        .set({ utc_received_on: earlier(utc_received_on) })
        .where('id', '=', id)
        .execute()
    const facts = db.selectFrom('purchase_facts').where('purchase_code', '=', transaction)
    for (const { id, utc_occurred_on } of await facts.select(['id', 'utc_occurred_on']).execute())
      await db
        .updateTable('purchase_facts')
        .set({ utc_occurred_on: earlier(utc_occurred_on) })
        .where('id', '=', id)
        .execute()
  })

it('lists a purchase once however many notices tell of it, and says what became of its buyer', async () => {
  await s.hotmart('PURCHASE_APPROVED', sold('HP1', 97))
  await s.hotmart('PURCHASE_COMPLETE', sold('HP1', 97))
  await s.hotmart('PURCHASE_BILLET_PRINTED', { transaction: 'HP9' })
  await s.hotmart('PURCHASE_APPROVED', sold('HP2', 19.9, { currency: 'USD' }))
  await s.work()
  await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP2' })
  await s.hotmart('PURCHASE_APPROVED', sold('HP3', 50, { product: { id: 9, name: 'Outro curso' } }))
  await s.work()
  const { list: purchases, more } = await list(s)
  expect(more).toBe(false)
  expect(
    purchases.map(({ product, outcome, amount, notices, email }) => [product, outcome, amount, notices, email]),
  ).toEqual([
    ['Outro curso', 'waiting', { cents: 5000, currency: 'BRL' }, 1, s.email],
    ['Curso Exemplo', 'left', { cents: 1990, currency: 'USD' }, 2, s.email],
    ['Curso Exemplo', 'entered', { cents: 9700, currency: 'BRL' }, 2, s.email],
  ])
})

it('shows all notices of a purchase with the telephone of its buyer, and of no other school', async () => {
  const { list: purchases } = await list(s)
  const { body } = await w.call(purchaseList.get, { as: s.as, params: { id: purchases[1]!.id } })
  expect(body.purchase).toEqual(purchases[1])
  expect(body.sales.map(({ event }) => event)).toEqual(['PURCHASE_REFUNDED', 'PURCHASE_APPROVED'])
  expect(body.phone_e164).toBe('+5511900000001')
  const outsider = await w.call(purchaseList.get, { as: w.northside.admin, params: { id: purchases[1]!.id } })
  expect(outsider.status).toBe(404)
})

it('finds purchases by state, words, account and days', async () => {
  const { body: accounts } = await w.call(salesAccounts.list, { as: s.as })
  const account_id = accounts.accounts[0]!.id
  expect(await transactionsOf(s, { state: 'unmatched' })).toEqual(['HP3'])
  expect(await transactionsOf(s, { state: 'refunded' })).toEqual(['HP2'])
  expect((await list(s, { state: 'ignored' })).list.map(({ event }) => event)).toEqual(['PURCHASE_BILLET_PRINTED'])
  expect(await transactionsOf(s, { search: 'hp1' })).toEqual(['HP1'])
  expect(await transactionsOf(s, { search: 'hp1', state: 'unmatched' })).toEqual([])
  expect(await transactionsOf(s, { account_id })).toEqual(['HP3', 'HP2', 'HP1'])
  expect(await transactionsOf(s, { account_id: '999999' })).toEqual([])
  const today = firstDayOf(1, new Date())
  expect(await transactionsOf(s, { from: today, until: today })).toEqual(['HP3', 'HP2', 'HP1'])
  expect(await transactionsOf(s, { until: firstDayOf(2, new Date()) })).toEqual([])
  const wrong = await w.call(purchaseList.list, { as: s.as, query: { from: '2026-13-01' } })
  expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['from']])
})

it('shows the end of a subscription with its charges, and by itself where none is kept', async () => {
  const t = await sellersOf(w).makeSeller()
  const subscriber = { subscriber: { code: 'AS1', email: t.email } }
  await t.hotmart('PURCHASE_APPROVED', { transaction: 'HP1', subscription: 'AS1' })
  await t.work()
  await t.hotmart('SUBSCRIPTION_CANCELLATION', { transaction: undefined, purchase: undefined, ...subscriber })
  await t.work()
  const { list: purchases } = await list(t)
  expect(purchases.map(({ event }) => event)).toEqual(['PURCHASE_APPROVED'])
  const { body } = await w.call(purchaseList.get, { as: t.as, params: { id: purchases[0]!.id } })
  expect(body.sales.map(({ event }) => event)).toEqual(['SUBSCRIPTION_CANCELLATION', 'PURCHASE_APPROVED'])
  await t.tx((db) => db.deleteFrom('sales').where('transaction_code', '=', 'HP1').execute())
  expect((await list(t)).list.map(({ event }) => event)).toEqual(['SUBSCRIPTION_CANCELLATION'])
})

it('sums what was first paid on this day and in seven, reais alone, and what was paid back', async () => {
  const t = await sellersOf(w).makeSeller()
  for (const [transaction, value, currency] of [
    ['HP1', 97, 'BRL'],
    ['HP2', 19.9, 'USD'],
    ['HP4', 30, 'BRL'],
    ['HP5', 500, 'BRL'],
  ] as const)
    await t.hotmart('PURCHASE_APPROVED', sold(transaction, value, { currency }))
  await t.hotmart('PURCHASE_APPROVED', { transaction: 'HP3' })
  await t.work()
  await moveBack(t, 'HP4', 3)
  await moveBack(t, 'HP5', 30)
  // HP5 was sold 30 days ago; that it is complete now makes it no sale of today.
  await t.hotmart('PURCHASE_COMPLETE', sold('HP5', 500))
  await t.hotmart('PURCHASE_REFUNDED', { transaction: 'HP4' })
  await t.work()
  const { today, week, refunds, accounts, waiting } = await summaryOf(t)
  expect(today).toEqual({ count: 3, cents: 9700, foreign: 1, unpriced: 1 })
  expect(week).toEqual({ count: 4, cents: 12_700, foreign: 1, unpriced: 1 })
  expect(refunds).toEqual({ count: 1, cents: 3000, foreign: 0, unpriced: 0 })
  expect(waiting).toEqual({ unmatched: 0, without_email: 0, not_understood: 0 })
  expect(accounts.map(({ title, fault, needs_mapping }) => [title, fault, needs_mapping])).toEqual([
    ['Hotmart', null, false],
  ])
  expect(accounts[0]!.utc_sold_on).not.toBeNull()
})

it("begins the present day at São Paulo's midnight", async () => {
  const t = await sellersOf(w).makeSeller()
  await t.hotmart('PURCHASE_APPROVED', sold('HP1', 97))
  await t.work()
  const midnight = dayStart(firstDayOf(1, new Date()))
  const set = (on: Date) => t.tx((db) => db.updateTable('purchase_facts').set({ utc_occurred_on: on }).execute())
  await set(midnight)
  expect((await summaryOf(t)).today.count).toBe(1)
  await set(new Date(midnight.getTime() - 1))
  expect((await summaryOf(t)).today.count).toBe(0)
  await set(new Date(midnight.getTime() - 6 * dayMs))
  expect((await summaryOf(t)).week.count).toBe(1)
  await set(new Date(midnight.getTime() - 6 * dayMs - 1))
  expect((await summaryOf(t)).week.count).toBe(0)
})

it('says of each account what is wrong with it', async () => {
  const t = await sellersOf(w).makeSeller()
  const { email: _, ...unread } = { email: t.email, transaction: 'HP1' }
  await t.hotmart('', unread)
  await t.work()
  expect((await summaryOf(t)).accounts.map(({ fault }) => fault)).toEqual(['unread'])
  expect((await summaryOf(t)).waiting.not_understood).toBe(1)
  const refuse = { state: 'failed' as const, reason: 'token_refused' }
  await t.tx((db) => db.updateTable('sales').set(refuse).execute())
  expect((await summaryOf(t)).accounts.map(({ fault }) => fault)).toEqual(['token'])
  await t.tx((db) => db.updateTable('sales').set({ state: 'done', reason: '' }).execute())
  await t.tx((db) => db.updateTable('sales_accounts').set({ utc_refused_on: new Date() }).execute())
  expect((await summaryOf(t)).accounts.map(({ fault }) => fault)).toEqual(['refused'])
})

it('goes on behind the last purchase of a page, and writes all of them into a file', async () => {
  const t = await sellersOf(w).makeSeller()
  const total = purchaseLimits.perPage + 2
  await t.hotmart('PURCHASE_APPROVED', sold('HP0', 97))
  await t.work()
  const older = Array.from({ length: total - 1 }, (_, at) => ({
    platform: 'hotmart',
    delivery_hash: `h${at}`,
    headers: '{}',
    query: '{}',
    body: '',
    state: 'done',
    transaction_code: `HX${at}`,
    buyer_name: `=Ana ${at}`,
    amount_cents: 1000 + at,
    currency: 'BRL',
    utc_received_on: new Date('2026-01-01T12:00:00Z'),
  }))
  await t.tx((db) => db.insertInto('sales').values(older).execute())
  const first = await list(t)
  expect([first.list.length, first.more]).toEqual([purchaseLimits.perPage, true])
  const next = await list(t, { after: first.list.at(-1)!.id })
  expect([next.list.length, next.more]).toEqual([2, false])
  expect(new Set([...first.list, ...next.list].map(({ id }) => id)).size).toBe(total)
  expect(await list(t, { after: '999999999' })).toEqual({ list: [], more: false })

  const file = await w.call(purchaseList.exportFile, { as: t.as, query: { until: '2026-01-01' } })
  const text = file.bytes.toString('utf8')
  const rows = (Papa.parse(text.slice(1).trim(), { delimiter: ';' }).data as string[][]).slice(1)
  expect(rows).toHaveLength(total - 1)
  expect(rows.at(-1)).toEqual(['01/01/2026', '09:00', "'=Ana 0", '', '', 'Hotmart', 'Sem acesso', '10,00', 'BRL'])
})
