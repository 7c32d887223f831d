import { randomUUID } from 'node:crypto'
import type { SalesPlatformName } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

type Told = [event: string, key?: string]

/** Body of an event without a moment, as a platform sends it: the same event has the same bytes. */
function tell(s: Seller, gateway: SalesPlatformName, [event, key = '']: Told) {
  if (gateway === 'hubla')
    return shop.send({
      path: `/webhook/${s.id}/hubla`,
      headers: { 'x-hubla-token': s.code, ...(key && { 'x-hubla-idempotency': key }) },
      body: {
        type: event,
        version: '2.0.0',
        event: {
          product: { id: s.productId },
          subscription: { id: 'SUB1' },
          user: { email: s.email, firstName: 'Ana' },
        },
      },
    })
  if (gateway === 'eduzz')
    return shop.send({
      body: {
        type: event,
        fields: {
          ...{ edz_fat_cod: '90000001', edz_cnt_cod: s.productId, edz_cli_email: s.email, edz_con_cod: key },
          edz_cli_origin_secret: s.code,
        },
      },
    })
  const sale = { token: s.code, transaction: 'V1', product_id: s.productId, email: s.email }
  return shop.send({ path: '/webhook?provider=bravapay', body: { ...sale, event, ...(key && { event_id: key }) } })
}

/** Tells events one after the other. @returns whether the student is in the class after each of them */
async function tellAll(s: Seller, gateway: SalesPlatformName, events: Told[]) {
  const isIn: boolean[] = []
  for (const event of events) {
    expect((await tell(s, gateway, event)).status).toBe(200)
    await s.work()
    isIn.push((await s.members()).length > 0)
  }
  return isIn
}

describe('equal bytes are news', () => {
  it('where a key of the event stands beside them, and the same key again is a repetition', async () => {
    const s = await shop.makeSeller({ gateway: 'hubla' })
    const [added, removed] = ['customer.member_added', 'customer.member_removed']
    const events: Told[] = [
      [added, 'a'],
      [removed, 'b'],
      [added, 'c'],
      [added, 'c'],
      [removed, 'd'],
      [added, 'a'],
    ]
    expect(await tellAll(s, 'hubla', events)).toEqual([true, false, true, true, false, false])
    const { list } = (await s.list()).sales
    expect(list.map(({ event, times }) => [event, times])).toEqual([
      [removed, 1],
      [added, 2],
      [removed, 1],
      [added, 2],
    ])
  })

  it.each<[string, SalesPlatformName, string, string, string]>([
    ['an invoice of Eduzz’s custom delivery', 'eduzz', 'create', 'remove', ''],
    ['a contract of Eduzz’s custom delivery', 'eduzz', 'create', 'remove', 'CON1'],
    ['an access of another platform', 'bravapay', 'Product_Access_Started', 'Product_Access_Ended', ''],
  ])('where they turn %s on and off', async (_, gateway, on, off, key) => {
    const s = await shop.makeSeller({ gateway })
    const events: Told[] = [on, off, on, on, off, off, on].map((event) => [event, key])
    expect(await tellAll(s, gateway, events)).toEqual([true, false, true, true, false, false, true])
    const { list } = (await s.list()).sales
    expect(list.map(({ times }) => times).toSorted()).toEqual([3, 4])
  })

  it('of an access that was turned off before a student had it', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    expect(await tellAll(s, 'eduzz', [['remove'], ['create'], ['remove']])).toEqual([false, true, false])
  })
})

describe('equal bytes are a repetition', () => {
  it('of an access with an id of the event', async () => {
    const s = await shop.makeSeller({ gateway: 'bravapay' })
    const [on, off] = ['Product_Access_Started', 'Product_Access_Ended']
    const events: Told[] = [
      [on, 'e1'],
      [off, 'e2'],
      [on, 'e1'],
      [on, 'e3'],
    ]
    expect(await tellAll(s, 'bravapay', events)).toEqual([true, false, false, true])
  })

  it('of a payment, until an administrator does it again; a refund stands against that', async () => {
    const s = await shop.makeSeller({ gateway: 'bravapay' })
    expect(await tellAll(s, 'bravapay', [['paid'], ['canceled'], ['paid'], ['paid']])).toEqual([
      true,
      false,
      false,
      false,
    ])
    const paid = (await s.list()).sales.list.find(({ event }) => event === 'paid')!
    expect(paid).toMatchObject({ state: 'done', times: 3 })
    const replay = async () => {
      await w.call(sales.replay, { as: s.as, params: { id: paid.id }, body: {} })
      await s.work()
      return (await s.members()).length > 0
    }
    expect(await replay()).toBe(true)
    expect(await tellAll(s, 'bravapay', [['refunded'], ['paid']])).toEqual([false, false])
    expect(await replay()).toBe(false)
  })

  it('of a payment whose delivery is kept no longer', async () => {
    const s = await shop.makeSeller({ gateway: 'bravapay' })
    await tellAll(s, 'bravapay', [['paid'], ['canceled']])
    await s.tx((db) => db.deleteFrom('sales').execute())
    expect(await tellAll(s, 'bravapay', [['paid']])).toEqual([false])
  })

  it('at once: each is counted, and one job does it', async () => {
    const s = await shop.makeSeller({ gateway: 'hubla' })
    const key = randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => tell(s, 'hubla', ['customer.member_added', key])))
    await s.workAtOnce()
    expect((await s.list()).sales.list).toMatchObject([{ state: 'done', times: 8 }])
    expect(await s.members()).toEqual([s.email])
  })
})
