import { hourMs } from '@escola/contract/durations'
import type { SalesPlatformName } from '@escola/contract/sales'
import { expect, it } from 'vitest'
import { readingOf } from '../deliveries/sale-readings.ts'
import type { Sale } from '../platforms/platform.ts'
import { decideCharges, endOfCharge, type Fact } from '../purchases/purchase-decision.ts'
import { paidUntil, type SpokenWord, spokenWords } from './platform-words.testing.ts'
import { type Happening, PurchaseModel, type WordKind } from './purchase-model.testing.ts'

const longest = 5
/** Number of orders up to which the longest sequences are tried, too. */
const mostOrders = 60_000

const begunMs = Date.UTC(2026, 0, 1)
const momentOf = (order: number) => new Date(begunMs + order * hourMs)
/** Deliveries arrive after all that they tell of. */
const arrivalOf = (turn: number) => new Date(begunMs + (100 + turn) * hourMs)

/** A word about a moment, which arrives as one of some deliveries. */
interface Said {
  fact: Fact
  happening: Happening
}

const sequencesOf = (most: number, length: number): number[][] =>
  length === 0
    ? [[]]
    : sequencesOf(most, length - 1).flatMap((rest) => Array.from({ length: most }, (_, n) => [...rest, n]))

/** Orders in which some deliveries may have happened: up to three with all ties, and more with none, or at one moment. */
const ordersOf = (length: number): number[][] =>
  sequencesOf(length, length).filter((order) => {
    const moments = new Set(order).size
    return length < 4 || moments === length || Math.max(...order) === 0
  })

function listen(spoken: SpokenWord, { gateway, sale, at }: { gateway: SalesPlatformName; sale: Sale; at: Date }) {
  return (turn: number): Said => {
    const arrived = arrivalOf(turn)
    const told = { utc_received_on: arrived, utc_counts_on: null }
    const row = { platform: gateway, delivery_hash: String(turn), ...told, corrected_email: '' }
    const moment = (spoken.moment === 'told' ? at : arrived).getTime()
    const until = spoken.kind === 'stopped' ? moment : spoken.hasEnd ? paidUntil(at).getTime() : null
    const { isTerm, kind } = spoken
    return {
      fact: readingOf(sale, row, arrived).fact,
      happening: { kind: kind as WordKind, moment, isStated: spoken.moment !== 'arrival', until, isTerm },
    }
  }
}

/** Decides a purchase as the server does, for classes that keep paid periods, and for classes that don't. */
function decide(facts: Fact[]): Judged[] {
  const [charge] = decideCharges(facts)
  return [true, false].map((keepsPaidPeriod) => {
    if (charge?.state !== 'paid') return charge && { state: charge.state }
    return { state: charge.state, end: endOfCharge(charge, { keepsPaidPeriod })?.getTime() ?? null }
  })
}

type Judged = ReturnType<PurchaseModel['judge']>
const isSame = (a: Judged, b: Judged) => a?.state === b?.state && a?.end === b?.end

it.each(Object.keys(spokenWords))(
  '%s: every sequence of its words ends as the model says, whatever order they are told in',
  async (name) => {
    const { gateway, words } = spokenWords[name]!
    const effective = words.filter(({ kind }) => kind !== 'nothing')
    for (const spoken of words.filter((each) => !effective.includes(each)))
      expect((await spoken.readAt(momentOf(0))).action, spoken.word).toBe('ignore')
    const turns = Array.from({ length: longest }, (_, turn) => turn)
    const sayAt = async (spoken: SpokenWord, at: Date) =>
      turns.map(listen(spoken, { gateway, sale: await spoken.readAt(at), at }))
    const said = await Promise.all(
      effective.map((spoken) => Promise.all(turns.map((order) => sayAt(spoken, momentOf(order))))),
    )
    const faults: string[] = []
    for (let length = 1; length <= longest; length++) {
      const [sequences, orders] = [sequencesOf(effective.length, length), ordersOf(length)]
      if (length === longest && sequences.length * orders.length > mostOrders) break
      for (const sequence of sequences)
        for (const order of orders) {
          const played = sequence.map((word, turn) => said[word]![order[turn]!]![turn]!)
          const model = new PurchaseModel(played.map(({ happening }) => happening))
          const judged = [model.judge(true), model.judge(false)]
          const decided = decide(played.map(({ fact }) => fact))
          if (!decided.every((each, index) => isSame(each, judged[index])))
            faults.push(
              JSON.stringify({ played: sequence.map((word) => effective[word]!.word), order, decided, judged }),
            )
        }
    }
    expect(faults.slice(0, 5)).toEqual([])
  },
)
