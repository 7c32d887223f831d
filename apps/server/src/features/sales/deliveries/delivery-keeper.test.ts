import { beforeAll, expect, it } from 'vitest'
import { currentCaller, runAs } from '../../../core/current-caller.ts'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'
import { DeliveryKeeper } from './delivery-keeper.ts'
import type { NewSale } from './kept-deliveries.queries.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

it('deliveries of several schools that come together are kept and queued once each, however often each comes', async () => {
  const sellers = [await shop.makeSeller(), await shop.makeSeller()]
  const deliver = (s: Seller, transaction: string) =>
    shop.send({
      headers: { 'x-hotmart-hottok': s.code },
      body: {
        event: 'PURCHASE_APPROVED',
        version: '2.0.0',
        data: { product: { id: Number(s.productId) }, buyer: { email: s.email }, purchase: { transaction } },
      },
    })
  const codes = ['HP1', 'HP2', 'HP3', 'HP1', 'HP2', 'HP3']
  const sent = codes.flatMap((transaction) => sellers.map((s) => deliver(s, transaction)))
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]))
  for (const s of sellers) {
    const ids = (await s.list()).sales.list.map(({ id }) => id)
    const queued = (await s.pendingJobs()).filter(([name]) => name === 'sales.process')
    expect(ids).toHaveLength(3)
    expect(queued.map(([, payload]) => (payload as { saleId: string }).saleId).toSorted()).toEqual(ids.toSorted())
  }
})

it('a delivery that is refused keeps no other out', async () => {
  const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
  await s.hotmart('PURCHASE_APPROVED')
  const { sealed_body, ...known } = await s.tx((db) =>
    db
      .selectFrom('sales')
      .select(['platform', 'sealed_body', 'account_id', 'utc_received_on'])
      .executeTakeFirstOrThrow(),
  )
  const sale = {
    ...{ ...known, platform: 'hotmart' as const, account_id: known.account_id!, sealed_body: sealed_body! },
    ...{ delivery_hash: 'outra', headers: '{}', query: '{}', integration_id: null, is_switch: false },
  }
  let notices = 0
  const keeper = new DeliveryKeeper(w.database, { notify: () => void notices++ })
  const broken = { ...sale, delivery_hash: 'torta', headers: '{' }
  const kept = [keeper.keep(other.id, broken), keeper.keep(s.id, sale), keeper.keep(s.id, broken)]
  const ended = (await Promise.allSettled(kept)).map(({ status }) => status)
  expect(ended).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect([(await s.list()).sales.total, notices]).toEqual([2, 1])
})

it('keeps in no caller’s name: what many share waits for no turn of the caller who came first', async () => {
  const callers: unknown[] = []
  const note = async () => void callers.push(currentCaller())
  const keeper = new DeliveryKeeper({ writeSchools: note }, { notify: () => void note() })
  await runAs({ key: '203.0.113.1' }, () => keeper.keep('1', { delivery_hash: 'uma' } as NewSale))
  await expect.poll(() => callers).toEqual([undefined, undefined])
})
