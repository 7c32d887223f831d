import { createHmac, randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { neverStops, runPending } from '../../testing/jobs.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { forgetOldSales } from './kept-sales.service.ts'
import { readBy } from './platforms/delivery.testing.ts'
import { hotmart } from './platforms/hotmart.ts'
import { hubla } from './platforms/hubla.ts'
import { kirvano } from './platforms/kirvano.ts'
import { octapay } from './platforms/octapay.ts'
import { platforms } from './platforms/platforms.ts'
import { nextProduct, type Seller, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** Sells several products in one invoice of Eduzz. */
async function sell(
  s: Seller,
  productIds: string[],
  invoice: string = randomUUID().slice(0, 8),
  event = 'invoice_paid',
) {
  const body = JSON.stringify({
    id: randomUUID(),
    event: `myeduzz.${event}`,
    data: {
      id: invoice,
      buyer: { name: 'Ana Lima', email: s.email },
      items: productIds.map((id) => ({ productId: id })),
    },
  })
  const signature = createHmac('sha256', s.code).update(body).digest('hex')
  await shop.send({ path: `/webhook/${s.id}/eduzz`, headers: { 'x-signature': signature }, body })
  await s.work()
}

/** Sells a product by another class, and does what follows. @returns how many purchases waited for it */
async function offer(s: Seller, cohortId: string, ids: string) {
  const saved = await s.integrate(cohortId, { ids })
  await runPending(w, s, { only: [jobs.repeatSoldSales] })
  await s.work()
  return saved.body.waiting_sales
}

const setOfClass = async (s: Seller, id: string, ids: string[], is_of_class: boolean) => {
  const { status } = await w.call(sales.setOfClass, { as: s.as, params: { id }, body: { ids, is_of_class } })
  await s.work()
  return status
}

describe('a sale of several products of which one has no class', () => {
  it('is news until the item has a class, and is kept for as long as a sale without one', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const later = nextProduct()
    await sell(s, [s.productId, later])
    const news = () =>
      s.tx((db) => db.selectFrom('open_notices').where('kind', '=', 'sale_unmatched').select('subject_id').execute())
    expect(await news()).toHaveLength(1)
    const inAYear = new Date(Date.now() + 365 * dayMs)
    await forgetOldSales(s, { ...w.tools, now: () => inAYear }, neverStops)
    expect((await s.list()).unmatched).toBe(1)
    await offer(s, (await s.make.cohort()).id, later)
    expect(await news()).toEqual([])
    await forgetOldSales(s, { ...w.tools, now: () => inAYear }, neverStops)
    expect((await s.list()).sales.list).toEqual([])
  })

  it('says which one waits, counts, and is done again once a class sells it', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const later = nextProduct()
    await sell(s, [s.productId, later])
    expect(await s.members()).toEqual([s.email])
    const before = await s.list({ state: 'unmatched' })
    expect(before).toMatchObject({ unmatched: 1, sales: { list: [{ state: 'done', waiting_ids: [later] }] } })
    const second = await s.make.cohort()
    const asked = { params: { id: second.id }, body: { gateway: 'eduzz' as const, ids: later } }
    const { status, body } = await w.call(cohorts.forecastSales, { as: s.as, ...asked })
    expect([status, body]).toMatchObject([200, { sales: 1, mails: 1, cost: '0.00' }])
    expect(await offer(s, second.id, later)).toBe(1)
    expect(await s.members(second.id)).toEqual([s.email])
    expect(await s.list()).toMatchObject({ unmatched: 0, sales: { list: [{ state: 'done', waiting_ids: [] }] } })
    expect(await offer(s, second.id, later)).toBe(0)
  })

  it('gets its class by the choice of an administrator', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    await sell(s, [s.productId, nextProduct()])
    const [row] = (await s.list()).sales.list
    const second = await s.make.cohort()
    await w.call(sales.replay, { as: s.as, params: { id: row!.id }, body: { school_gateway_id: second.id } })
    await s.work()
    expect(await s.members(second.id)).toEqual([s.email])
  })

  it('waits no more once it is paid back', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    await sell(s, [s.productId, nextProduct()], 'F9')
    expect((await s.list()).unmatched).toBe(1)
    await sell(s, [s.productId], 'F9', 'invoice_refunded')
    await s.work()
    expect(await s.members()).toEqual([])
    expect((await s.list()).unmatched).toBe(0)
  })

  it('opens by what waited alone, and no class that sells the rest of it since', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const [bonus, later] = [nextProduct(), nextProduct()]
    await s.integrate(s.cohort.id, { ids: `${s.productId},${bonus}` })
    await sell(s, [s.productId, bonus, later])
    const [since, third] = [await s.make.cohort(), await s.make.cohort()]
    await offer(s, since.id, bonus)
    const { id } = (await s.list()).sales.list[0]!
    expect(await setOfClass(s, id, [later], false)).toBe(202)
    expect(await setOfClass(s, id, [later], true)).toBe(202)
    await offer(s, third.id, later)
    expect(await s.members(third.id)).toEqual([s.email])
    expect(await s.members(since.id)).toEqual([])
    expect((await s.list()).sales.list).toMatchObject([{ state: 'done', waiting_ids: [] }])
  })

  it('that was done whole, or before this was noted, opens nothing more', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const bonus = nextProduct()
    await s.integrate(s.cohort.id, { ids: `${s.productId},${bonus}` })
    await sell(s, [s.productId, bonus])
    const [since, older] = [await s.make.cohort(), await s.make.cohort()]
    await offer(s, since.id, bonus)
    const { id } = (await s.list()).sales.list[0]!
    expect(await setOfClass(s, id, [bonus], false)).toBe(202)
    expect(await s.members(since.id)).toEqual([])
    await s.tx((db) => db.updateTable('sales').set({ waiting_items: null }).execute())
    await setOfClass(s, id, [bonus], true)
    await offer(s, older.id, bonus)
    expect([await s.members(since.id), await s.members(older.id)]).toEqual([[], []])
  })
})

it('a product that is of no class waits for none, until that is taken back', async () => {
  const s = await shop.makeSeller({ gateway: 'eduzz' })
  const shirt = nextProduct()
  await sell(s, [s.productId, shirt], 'F1')
  await sell(s, [shirt], 'F2')
  expect((await s.list()).unmatched).toBe(2)
  const rowOf = async (transaction: string) =>
    (await s.list()).sales.list.find((sale) => sale.transaction === transaction)!
  const { id } = await rowOf('F1')
  expect(await setOfClass(s, id, ['outro'], false)).toBe(400)
  expect(await setOfClass(s, id, [shirt], false)).toBe(202)
  expect(await rowOf('F1')).toMatchObject({ state: 'done', waiting_ids: [], excluded_ids: [shirt] })
  expect(await rowOf('F2')).toMatchObject({ state: 'dismissed', reason: 'not_of_class' })
  await sell(s, [shirt], 'F3')
  expect(await s.list()).toMatchObject({ unmatched: 0 })
  expect(await setOfClass(s, id, [shirt], true)).toBe(202)
  expect(await rowOf('F1')).toMatchObject({ state: 'done', waiting_ids: [shirt], excluded_ids: [] })
  expect(await rowOf('F3')).toMatchObject({ state: 'unmatched' })
  expect((await s.list()).unmatched).toBe(3)
  const other = await shop.makeSeller({ gateway: 'eduzz' })
  const params = { id }
  expect(
    (await w.call(sales.setOfClass, { as: other.as, params, body: { ids: [shirt], is_of_class: false } })).status,
  ).toBe(404)
  expect(await s.members()).toEqual([s.email])
  const second = await s.make.cohort()
  await setOfClass(s, id, [shirt], false)
  expect(await offer(s, second.id, shirt)).toBe(3)
  expect(await s.members(second.id)).toEqual([s.email])
})

it('products are noted in one order, whichever way round they come', async () => {
  const s = await shop.makeSeller({ gateway: 'eduzz' })
  const [first, second] = [nextProduct(), nextProduct()]
  await sell(s, [s.productId, first, second], 'F1')
  const { id } = (await s.list()).sales.list[0]!
  await setOfClass(s, id, [first, second], false)
  const noted = (product: string) =>
    `select from sales_products where school_id = ${s.id} and product_id = '${product}' for update`
  const other = await openTransaction(w.databaseUrl, noted(first))
  const saved = setOfClass(s, id, [second, first], true)
  await untilWaiting(w.databaseUrl, 1, { on: other.pid })
  expect(await other.query(`${noted(second)} nowait`)).toMatchObject({ rowCount: 1 })
  await other.commit()
  expect(await saved).toBe(202)
})

it('an item waits for no class once its subscription has ended, which names no purchase', async () => {
  const s = await shop.makeSeller({ keeps: false })
  const products = [{ id: Number(s.productId) }, { id: Number(nextProduct()) }]
  const product = { id: Number(nextProduct()), name: 'Pacote', content: { products } }
  await s.hotmart('PURCHASE_APPROVED', { subscription: 'S1', product })
  await s.work()
  expect(await s.list()).toMatchObject({ unmatched: 1, sales: { list: [{ state: 'done' }] } })
  await s.hotmart('SUBSCRIPTION_CANCELLATION', { purchase: undefined, subscriber: { code: 'S1', email: s.email } })
  await s.work()
  await s.work()
  expect(await s.members()).toEqual([])
  expect((await s.list()).unmatched).toBe(0)
})

describe('items of a sale', () => {
  it.each([
    [
      'a bundle of Hotmart, whose class is that of each product in it',
      hotmart,
      { event: 'PURCHASE_APPROVED', data: { product: { id: 1, content: { products: [{ id: 2 }, { id: 3 }] } } } },
      [
        ['2', '1'],
        ['3', '1'],
      ],
    ],
    [
      'Kirvano, with their offers',
      kirvano,
      {
        event: 'SALE_APPROVED',
        sale_id: 'V',
        products: [
          { id: 'a', offer_id: 'oa' },
          { id: 'b', offer_id: 'ob' },
        ],
      },
      [
        ['a', 'oa'],
        ['b', 'ob'],
      ],
    ],
    [
      'Hubla',
      hubla,
      { type: 'customer.member_added', event: { products: [{ id: 'a', offers: [{ id: 'o' }] }, { id: 'b' }] } },
      [['a', 'o'], ['b']],
    ],
    [
      'OctaPay, with an additional plan',
      octapay,
      { transacao: 'P', codigo_produto: '1', codigo_plano: '2', plano_adicional1: { codigo: '3' } },
      [['1', '2'], ['3']],
    ],
    [
      'the obsolete channel of Eduzz',
      platforms.eduzz,
      {
        event_name: 'invoice_paid',
        trans_cod: '9',
        trans_status: '3',
        product_cod: '1',
        'trans_items[1][item_product_id]': '2',
      },
      [['1'], ['2']],
    ],
    [
      'a small platform',
      platforms.fornece,
      { evento: 'pago', produtos: [{ codigo: '1' }, { codigo: '2' }] },
      [['1'], ['2']],
    ],
    [
      'one product of several ids',
      platforms.fornece,
      { evento: 'pago', product: { id: '1', internal_id: '2' } },
      undefined,
    ],
  ])('are told by %s', async (_, platform, body, items) => {
    expect((await readBy(platform, body)).items).toEqual(items)
  })
})
