import { dayMs, hourMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, expect, it } from 'vitest'
import { runFactor } from '../../../testing/property-runs.ts'
import { type World, world } from '../../../testing/world.ts'
import { sellersOf } from '../sales.testing.ts'
import { currentChannels, makeDelivery, type SalesChannel } from './made-deliveries.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** Platforms that tell more of a subscription than its payments. */
const platforms = ['hotmart', 'eduzz', 'ticto'] as const
type Kind = 'paid' | 'ended' | 'resumed' | 'moved'

const permutationsOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

/** Moments of a history, one hour after the other, and the end of the access: undefined where there is none, and null for an access without end. */
const histories: { kinds: Kind[]; endsOn: 'paid' | 'moved' | null }[] = [
  { kinds: ['paid', 'ended'], endsOn: 'paid' },
  { kinds: ['paid', 'ended', 'resumed'], endsOn: null },
  { kinds: ['paid', 'moved'], endsOn: 'moved' },
  { kinds: ['paid', 'ended', 'resumed', 'moved'], endsOn: 'moved' },
]

it.each(platforms)('%s: whatever order a subscription is told in, its latest word counts', async (gateway) => {
  const { words }: SalesChannel = currentChannels[gateway]
  const began = Math.floor(Date.now() / dayMs - 1) * dayMs
  const ends = { paid: began + 20 * dayMs, moved: began + 50 * dayMs }
  for (const { kinds, endsOn } of histories.filter((history) => history.kinds.every((kind) => words[kind]))) {
    const s = await shop.makeSeller({ gateway })
    // Subscriptions have nothing to do with each other, so each order is that of a subscription of its own. The two platforms that tell of all four
    // events share their orders, and `pnpm stress tests` tries all on both.
    const isOurs = (n: number) => runFactor > 1 || kinds.length < 4 || n % 2 === platforms.indexOf(gateway) % 2
    const orders = permutationsOf(kinds)
      .map((order, n) => ({ order, n, email: `${n}.${s.email}` }))
      .filter(({ n }) => isOurs(n))
    for (const { order, n, email } of orders)
      for (const kind of order) {
        const sold = {
          kind,
          // Ticto names the charge with each of its events.
          purchase: kind === 'paid' || gateway === 'ticto' ? `T${n}` : null,
          subscription: `S${n}`,
          email,
          at: new Date(began + kinds.indexOf(kind) * hourMs),
          until: new Date(kind === 'moved' ? ends.moved : ends.paid),
        }
        expect((await shop.send(makeDelivery(gateway, sold, s))).body).toEqual({ received: true })
      }
    const readEnds = async () => {
      const rows = await s.tx((db) =>
        db
          .selectFrom('living_enrollments as e')
          .innerJoin('memberships as m', 'm.user_id', 'e.user_id')
          .where('e.cohort_id', '=', s.cohort.id)
          .select(['m.email', 'e.utc_ends_on'])
          .execute(),
      )
      return new Map(rows.map((row) => [row.email, row.utc_ends_on]))
    }
    const graceMs = kinds.at(-1) === 'ended' ? 0 : salesLimits.chargeGraceDays * dayMs
    const end = endsOn && new Date(ends[endsOn] + graceMs)
    const expectEnds = async (done: string) => {
      const found = await readEnds()
      expect(found.size, done).toBe(orders.length)
      for (const { order, email } of orders) expect(found.get(email), `${order.join()}${done}`).toEqual(end)
    }
    await s.work()
    await expectEnds('')
    for (const { id } of await s.tx((db) => db.selectFrom('sales').select('id').orderBy('id').execute()))
      await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    await expectEnds(', done again')
  }
})
