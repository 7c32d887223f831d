import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { type World, world } from '../../../testing/world.ts'
import { forgetOldSales } from '../kept-sales.service.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'
import { sealBody } from './delivery-bodies.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const send = (s: Seller, body: string, code = s.code) =>
  shop.send({ path: `/webhook/${s.id}/hotmart`, headers: { 'x-hotmart-hottok': code }, body })
const paid = ({ productId, email }: Seller) =>
  JSON.stringify({
    event: 'PURCHASE_APPROVED',
    data: { product: { id: Number(productId) }, buyer: { name: 'João', email }, purchase: { transaction: 'HP1' } },
  })
const broken = '<venda><email>ana@example.com</email></venda>'
const forget = (s: Seller, now: Date) => forgetOldSales(s, { ...w.tools, now: () => now }, neverStops)

describe('a delivery that is proven and can’t be read', () => {
  it('waits with its body, is counted, and goes after a month; without a proof it is refused', async () => {
    const s = await shop.makeSeller()
    expect((await send(s, broken, 'outro')).status).toBe(400)
    expect((await shop.send({ body: broken })).status).toBe(400)
    expect(await send(s, broken)).toEqual({ status: 200, body: { received: true } })
    await s.work()
    const read = await s.list({ state: 'failed' })
    expect(read).toMatchObject({ not_understood: 1, sales: { list: [{ reason: 'not_understood' }] } })
    const params = { id: read.sales.list[0]!.id }
    expect((await w.call(sales.readDelivery, { as: s.as, params })).body).toMatchObject({ state: 'unread', body: {} })
    await forget(s, new Date(Date.now() + (salesLimits.unreadDays - 1) * dayMs))
    expect((await s.list()).sales.total).toBe(1)
    await forget(s, new Date(Date.now() + (salesLimits.unreadDays + 1) * dayMs))
    expect((await s.list()).sales.total).toBe(0)
  })

  it('waits too where it names no event; what has a name that is not known is ignored', async () => {
    const s = await shop.makeSeller()
    await send(s, '{"data":{"purchase":{"transaction":"HP1"}}}')
    await send(s, '{"event":"PURCHASE_OF_TOMORROW","data":{}}')
    await s.work()
    const reasons = (await s.list()).sales.list.map(({ state, reason }) => [state, reason])
    expect(reasons.toSorted()).toEqual([
      ['failed', 'no_event'],
      ['ignored', 'unknown_event'],
    ])
  })

  it('is done by the daily job once it can be read', async () => {
    const s = await shop.makeSeller()
    await send(s, broken)
    await s.work()
    // A later release reads what this one can't.
    const sealed_body = sealBody(s, Buffer.from(paid(s)).toString('base64'), w.tools)
    await s.tx((db) => db.updateTable('sales').set({ sealed_body }).execute())
    await forget(s, new Date())
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await s.list()).toMatchObject({ not_understood: 0, sales: { list: [{ state: 'done' }] } })
  })

  it('of an account that sends very many is kept no more that day', async () => {
    const s = await shop.makeSeller()
    await send(s, broken)
    await s.work()
    await s.tx(async (db) => {
      const { id: _, folded: _folded, ...row } = await db.selectFrom('sales').selectAll().executeTakeFirstOrThrow()
      const rows = Array.from({ length: salesLimits.unreadPerDay - 1 }, (_, place) => ({
        ...row,
        ...{ headers: '{}', query: '{}', delivery_hash: `cópia ${place}` },
      }))
      await db.insertInto('sales').values(rows).execute()
    })
    await send(s, `${broken} `)
    await send(s, `${broken}<mais/>`)
    await s.work()
    const [newest] = (await s.list()).sales.list
    expect(newest).toMatchObject({ state: 'ignored', reason: 'not_understood' })
    expect((await s.list()).not_understood).toBe(salesLimits.unreadPerDay)
    // One that was kept is not lost by being done again on a day with very many.
    const { id } = await s.tx((db) => db.selectFrom('sales').select('id').orderBy('id').executeTakeFirstOrThrow())
    await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    expect((await s.list()).not_understood).toBe(salesLimits.unreadPerDay)
  })
})

it('what a tool has wrapped, and Latin-1, enrol the student', async () => {
  const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
  await send(s, JSON.stringify([{ headers: { host: 'n8n' }, query: {}, body: JSON.parse(paid(s)) }]))
  await shop.send({
    path: `/webhook/${other.id}/hotmart`,
    headers: { 'x-hotmart-hottok': other.code },
    body: Buffer.from(paid(other), 'latin1'),
  })
  for (const each of [s, other]) {
    await each.work()
    expect(await each.members()).toEqual([each.email])
    expect((await each.list()).sales.list).toMatchObject([{ name: 'João' }])
  }
})
