import { dayMs, hourMs } from '@escola/contract/durations'
import { sales } from '@escola/contract/sales.contract'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { runFactor } from '../../../testing/property-runs.ts'
import { type World, world } from '../../../testing/world.ts'
import { sellersOf } from '../sales.testing.ts'
import type { PurchaseKind } from './made-deliveries.testing.ts'
import { channels } from './platform-channels.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** An event of a purchase, at an hour of its own. */
interface Event {
  kind: PurchaseKind
  hour: number
}
const on = (...kinds: PurchaseKind[]): Event[] => kinds.map((kind, hour) => ({ kind, hour }))
const histories = [
  on('paid'),
  on('canceled', 'paid'),
  on('paid', 'canceled'),
  on('paid', 'refunded'),
  on('paid', 'refunded', 'paid'),
  on('paid', 'paid', 'refunded'),
  on('canceled', 'paid', 'refunded'),
  // A refund and a payment of the same moment.
  [...on('paid'), { kind: 'refunded' as const, hour: 0 }],
]

/**
 * Model of a purchase: what happened to it last counts. An event whose moment is not told happened when its delivery came first; such a payment may be the
 * one that was paid back.
 */
function isPaid(arrivals: Event[], stated: PurchaseKind[]): boolean {
  const ranks = { paid: 0, canceled: 1, refunded: 2 }
  const isStated = ({ kind }: Event) => stated.includes(kind)
  const momentOf = (event: Event, arrival: number) => (isStated(event) ? event.hour : 1000 + arrival)
  const happened = arrivals
    .map((event, arrival) => ({ ...event, isStated: isStated(event), moment: momentOf(event, arrival) }))
    .sort((a, b) => a.moment - b.moment || ranks[a.kind] - ranks[b.kind])
  let state: PurchaseKind | undefined
  for (const event of happened)
    if (event.kind !== 'paid') state = state === 'refunded' ? state : event.kind
    else if (state !== 'refunded' || event.isStated) state = 'paid'
  return state === 'paid'
}

const names = Object.keys(channels)

it.each(names)('%s: whatever order a purchase is told in, and told again, its last event counts', async (name) => {
  const { gateway, words, stated, make } = channels[name]!
  const seller = await shop.makeSeller({ gateway })
  const possible = histories.filter((history) => history.every(({ kind }) => words[kind]))
  const orders = [
    // Events as they happened or backwards, by turns of the platforms, with one a second time. All other orders are tried without a database.
    ...possible.map((history, at) =>
      (at + names.indexOf(name)) % 2 === 0 ? [...history, history.at(-1)!] : [...history.toReversed(), history[0]!],
    ),
    ...fc.sample(
      fc
        .constantFrom(...possible)
        .chain((history) => fc.array(fc.constantFrom(...history), { minLength: 1, maxLength: 7 })),
      10 * (runFactor - 1),
    ),
  ].map((arrivals, n) => ({ arrivals, purchase: `T${n}`, email: `${n}.${seller.email}` }))
  const begunMs = Date.now() - dayMs
  // One event of each purchase after the other, so that those of one purchase come at moments of their own.
  for (let turn = 0; turn < Math.max(...orders.map(({ arrivals }) => arrivals.length)); turn++)
    for (const { arrivals, purchase, email } of orders) {
      const event = arrivals[turn]
      if (!event) continue
      const at = new Date(begunMs + event.hour * hourMs)
      const sent = make(seller, words[event.kind]!, { purchase, email, at, turn })
      expect(await shop.send(sent), name).toEqual({ status: 200, body: { received: true } })
    }
  await seller.work()
  const expected = orders.filter(({ arrivals }) => isPaid(arrivals, stated)).map(({ email }) => email)
  const listMembers = async () =>
    (
      await seller.tx((db) =>
        db
          .selectFrom('living_enrollments as e')
          .innerJoin('memberships as m', 'm.user_id', 'e.user_id')
          .where('e.cohort_id', '=', seller.cohort.id)
          .select('m.email')
          .execute(),
      )
    )
      .map(({ email }) => email)
      .sort()
  expect(await listMembers()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(orders.length)
  const rows = await seller.tx((db) =>
    db.selectFrom('sales').select(['id', 'transaction_code']).orderBy('delivery_hash').execute(),
  )
  const ofPurchases = [...Map.groupBy(rows, (row) => row.transaction_code).values()]
  // Purchases have nothing to do with each other: of each, one row is done again at a time.
  for (let turn = 0; turn < Math.max(...ofPurchases.map((each) => each.length)); turn++) {
    for (const { id } of ofPurchases.flatMap((each) => each[turn] ?? []))
      await w.call(sales.replay, { as: seller.as, params: { id }, body: {} })
    await seller.work()
    expect(await listMembers(), `done again, row ${turn}`).toEqual(expected)
  }
})
