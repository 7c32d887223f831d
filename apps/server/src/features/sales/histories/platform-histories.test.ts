import { createHmac } from 'node:crypto'
import { dayMs, minuteMs } from '@escola/contract/durations'
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

describe('a sale on a platform', () => {
  interface Dates {
    at: number
    until: number
  }
  type MakeBody = (s: Seller, kind: 'paid' | 'refunded' | 'ended', dates: Dates) => object
  const iso = (at: number) => new Date(at).toISOString()
  const makeBody: Record<'kiwify' | 'hubla' | 'cakto' | 'ticto' | 'kirvano', MakeBody> = {
    kiwify: (s, kind, { at, until }) => ({
      webhook_event_type: { paid: 'order_approved', refunded: 'order_refunded', ended: 'subscription_canceled' }[kind],
      order_id: 'T1',
      approved_date: iso(at),
      subscription_id: 'S1',
      Subscription: { customer_access: { access_until: iso(until) } },
      Product: { product_id: s.productId },
      Customer: { full_name: 'Ana Lima', email: s.email },
    }),
    hubla: (s, kind) => ({
      type: { paid: 'customer.member_added', refunded: 'invoice.refunded', ended: 'customer.member_removed' }[kind],
      event: {
        product: { id: s.productId },
        subscription: { id: 'S1' },
        user: { firstName: 'Ana', lastName: 'Lima', email: s.email },
      },
    }),
    cakto: (s, kind, { at, until }) => ({
      secret: s.code,
      event: { paid: 'purchase_approved', refunded: 'refund', ended: 'subscription_canceled' }[kind],
      data: [
        {
          id: 'T1',
          product: { id: s.productId },
          customer: { name: 'Ana Lima', email: s.email },
          paidAt: iso(at),
          refundedAt: iso(at),
          subscription: { id: 'S1', next_payment_date: iso(until), canceledAt: iso(at) },
        },
        { id: 'T2', product: { id: 'outro' }, customer: { email: s.email } },
      ],
    }),
    ticto: (s, kind, { at, until }) => ({
      version: '2.0',
      token: s.code,
      status: { paid: 'authorized', refunded: 'refunded', ended: 'subscription_canceled' }[kind],
      status_date: iso(at),
      transaction: { hash: 'T1' },
      order: { hash: 'O1' },
      item: { product_id: s.productId },
      customer: { name: 'Ana Lima', email: s.email },
      subscriptions: [{ id: 1, next_charge: iso(until) }],
    }),
    kirvano: (s, kind) => ({
      event: { paid: 'SALE_APPROVED', refunded: 'SALE_REFUNDED', ended: 'SUBSCRIPTION_EXPIRED' }[kind],
      sale_id: 'T1',
      products: [{ id: s.productId }],
      customer: { name: 'Ana Lima', email: s.email },
    }),
  }
  const names = Object.keys(makeBody) as (keyof typeof makeBody)[]
  const send = (s: Seller, gateway: keyof typeof makeBody, sent: object, code = s.code) => {
    const body = JSON.stringify(sent)
    const signature = gateway === 'kiwify' ? `?signature=${createHmac('sha1', code).update(body).digest('hex')}` : ''
    const headers = { 'x-hubla-token': code, 'security-token': code }
    return shop.send({ path: `/webhook/${s.id}/${gateway}${signature}`, headers, body })
  }

  it.each(names)('%s: paid and paid back in any order, told twice, ends without a student', async (gateway) => {
    const nowMs = Date.now()
    const until = nowMs + 20 * dayMs
    for (const order of [['paid', 'refunded'] as const, ['refunded', 'paid'] as const]) {
      const s = await shop.makeSeller({ gateway })
      for (const kind of [...order, ...order]) {
        const at = nowMs - (kind === 'paid' ? 2 : 1) * minuteMs
        expect((await send(s, gateway, makeBody[gateway](s, kind, { at, until }))).body).toEqual({ received: true })
        await s.work()
      }
      expect(await s.members()).toEqual([])
      for (const { id } of (await s.list()).sales.list)
        await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
      await s.work()
      expect(await s.members(), 'done again').toEqual([])
    }
  })

  it.each(names)('%s: an access that ends lasts as long as it was paid, where that is told', async (gateway) => {
    const s = await shop.makeSeller({ gateway })
    const nowMs = Date.now()
    const until = nowMs + 20 * dayMs
    await send(s, gateway, makeBody[gateway](s, 'paid', { at: nowMs - 2000, until }))
    await s.work()
    expect(await s.members()).toEqual([s.email])
    const forged = { ...s, code: 'outro' }
    expect((await send(forged, gateway, makeBody[gateway](forged, 'refunded', { at: nowMs, until }))).status).toBe(401)
    const ended = makeBody[gateway](s, 'ended', { at: nowMs - 1000, until })
    await send(s, gateway, ended)
    await s.work()
    const keeps = gateway !== 'hubla' && gateway !== 'kirvano'
    expect(await s.members()).toEqual(keeps ? [s.email] : [])
    await s.endDue(new Date(nowMs + 21 * dayMs))
    expect(await s.members()).toEqual([])
  })

  it('ends with the term that Ticto gives it, without a grace, and its student is told before', async () => {
    const s = await shop.makeSeller({ gateway: 'ticto' })
    const soldOn = Date.now() - minuteMs
    const sale = { ...makeBody.ticto(s, 'paid', { at: soldOn, until: soldOn }), subscriptions: undefined }
    await send(s, 'ticto', { ...sale, item: { product_id: s.productId, days_of_access: 30 } })
    await s.work()
    const readEnds = () =>
      s.tx((db) =>
        db
          .selectFrom('enrollment_grants')
          .select(['utc_ends_on', 'is_last_charge'])
          .where('cohort_id', '=', s.cohort.id)
          .execute(),
      )
    const expected = [{ utc_ends_on: new Date(soldOn + 30 * dayMs), is_last_charge: true }]
    expect(await readEnds()).toEqual(expected)
    // Its fact says so when the body is gone, and what is done again changes nothing.
    await s.tx((db) => db.updateTable('sales').set({ sealed_body: null }).execute())
    for (const { id } of (await s.list()).sales.list) await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    expect(await readEnds()).toEqual(expected)
    await s.endDue(new Date(soldOn + 30 * dayMs + minuteMs))
    expect(await s.members()).toEqual([])
  })

  it('of Hubla that was paid back is open again once a later month is paid', async () => {
    const s = await shop.makeSeller({ gateway: 'hubla' })
    const deliver = async (type: string, status: string, day: number) => {
      const when = new Date(Date.now() - (60 - day) * dayMs).toISOString()
      const invoice = { id: `F${day}`, subscriptionId: 'S1', payer: { email: s.email }, statusAt: [{ status, when }] }
      await send(s, 'hubla', { type, event: { product: { id: s.productId }, invoice } })
      await s.work()
      return s.members()
    }
    expect(await deliver('invoice.payment_succeeded', 'paid', 1)).toEqual([s.email])
    expect(await deliver('invoice.refunded', 'refunded', 5)).toEqual([])
    expect(await deliver('invoice.payment_succeeded', 'paid', 31)).toEqual([s.email])
    // A refund that was sent again, or late, is the same.
    expect(await deliver('invoice.refunded', 'refunded', 6)).toEqual([s.email])
  })

  it('keeps the orders of one delivery apart', async () => {
    const s = await shop.makeSeller({ gateway: 'cakto' })
    await send(s, 'cakto', makeBody.cakto(s, 'paid', { at: Date.now(), until: Date.now() + dayMs }))
    await s.work()
    const states = (await s.list()).sales.list.map(({ transaction, state }) => [transaction, state])
    expect(states.sort()).toEqual([
      ['T1', 'done'],
      ['T2', 'unmatched'],
    ])
  })
})
