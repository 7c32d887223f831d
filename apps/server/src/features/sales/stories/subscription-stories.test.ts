import { createHmac, randomUUID } from 'node:crypto'
import { type SalesPlatformName, salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, type Sent, sellersOf } from '../sales.testing.ts'

const dayMs = 86_400_000

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

type Kind = 'paid' | 'ended' | 'resumed' | 'moved'
interface Told {
  at: number
  until: number
}
const iso = (at: number) => new Date(at).toISOString()

/** Platforms that tell more of a subscription than its payments, in their own words. */
const tellers: Record<string, { words: Partial<Record<Kind, string>>; tell(s: Seller, word: string, t: Told): Sent }> =
  {
    hotmart: {
      words: {
        paid: 'PURCHASE_APPROVED',
        ended: 'SUBSCRIPTION_CANCELLATION',
        moved: 'UPDATE_SUBSCRIPTION_CHARGE_DATE',
      },
      tell: (s, event, { at, until }) => ({
        headers: { 'x-hotmart-hottok': s.code },
        body: {
          id: randomUUID(),
          event,
          creation_date: at,
          data: {
            product: { id: Number(s.productId) },
            buyer: { email: s.email },
            ...(event === 'PURCHASE_APPROVED' && { purchase: { transaction: 'T1', date_next_charge: until } }),
            subscription: { subscriber: { code: 'S1' }, date_next_charge: until },
          },
        },
      }),
    },
    eduzz: {
      words: { paid: 'invoice_paid', ended: 'canceled', resumed: 'reactivation', moved: 'upToDate' },
      tell: (s, word, { at, until }) => {
        const status = word === 'canceled' ? word : 'upToDate'
        const contract = { id: 'S1', status, recurrence: { nextDue: iso(until) } }
        const isPayment = word === 'invoice_paid'
        const body = JSON.stringify({
          id: randomUUID(),
          event: `myeduzz.${isPayment ? word : 'contract_updated'}`,
          sentDate: iso(at),
          data: {
            ...(isPayment && { id: 'T1' }),
            contract,
            items: [{ productId: s.productId }],
            student: { email: s.email },
            ...(word === 'reactivation' && { reason: word }),
          },
        })
        const signature = createHmac('sha256', s.code).update(body).digest('hex')
        return { path: `/webhook/${s.id}/eduzz`, headers: { 'x-signature': signature }, body }
      },
    },
    ticto: {
      words: { paid: 'authorized', ended: 'subscription_canceled', resumed: 'uncanceled', moved: 'extended' },
      tell: (s, status, { at, until }) => ({
        path: `/webhook/${s.id}/ticto`,
        body: {
          version: '2.0',
          token: s.code,
          status,
          status_date: iso(at),
          transaction: { hash: 'T1' },
          order: { hash: 'O1' },
          item: { product_id: s.productId },
          customer: { email: s.email },
          subscriptions: [{ id: 'S1', next_charge: iso(until) }],
        },
      }),
    },
  }

const permutationsOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

/** Moments of a story, one hour after the other, and the end of the access: undefined where there is none, and null for an access without end. */
const stories: { kinds: Kind[]; endsOn: 'paid' | 'moved' | null }[] = [
  { kinds: ['paid', 'ended'], endsOn: 'paid' },
  { kinds: ['paid', 'ended', 'resumed'], endsOn: null },
  { kinds: ['paid', 'moved'], endsOn: 'moved' },
  { kinds: ['paid', 'ended', 'resumed', 'moved'], endsOn: 'moved' },
]

it.each(Object.keys(tellers))(
  '%s: whatever order a subscription is told in, its latest word counts',
  async (gateway) => {
    const { words, tell } = tellers[gateway]!
    const began = Math.floor(Date.now() / dayMs - 1) * dayMs
    const ends = { paid: began + 20 * dayMs, moved: began + 50 * dayMs }
    for (const { kinds, endsOn } of stories.filter((story) => story.kinds.every((kind) => words[kind])))
      for (const order of permutationsOf(kinds)) {
        const s = await shop.makeSeller({ gateway: gateway as SalesPlatformName })
        for (const kind of order) {
          const told = { at: began + kinds.indexOf(kind) * 3_600_000, until: kind === 'moved' ? ends.moved : ends.paid }
          expect((await shop.send(tell(s, words[kind]!, told))).body).toEqual({ received: true })
        }
        const readEnds = () =>
          s.tx((db) =>
            db.selectFrom('living_enrollments').where('cohort_id', '=', s.cohort.id).select('utc_ends_on').execute(),
          )
        const graceMs = kinds.at(-1) === 'ended' ? 0 : salesLimits.chargeGraceDays * dayMs
        const expected = [{ utc_ends_on: endsOn && new Date(ends[endsOn] + graceMs) }]
        await s.work()
        expect(await readEnds(), order.join()).toEqual(expected)
        for (const { id } of (await s.list()).sales.list)
          await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
        await s.work()
        expect(await readEnds(), `${order.join()}, done again`).toEqual(expected)
      }
  },
)
