import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Charge, decideCharges, endOfCharge, type Fact, findSchoolDecision } from './purchase-decision.ts'

const start = Date.UTC(2026, 0, 1)
const day = (n: number) => new Date(start + n * dayMs)
const withGrace = (n: number) => day(n + salesLimits.chargeGraceDays)

const fact = (kind: Fact['kind'], on: number, more: Partial<Fact> = {}): Fact => ({
  kind,
  purchase: kind === 'paid' || kind === 'canceled' || kind === 'refunded' ? 'HP1' : '',
  subscription: null,
  line: '',
  itemIds: kind === 'paid' ? ['7'] : [],
  droppedIds: [],
  userId: kind === 'paid' ? '1' : null,
  occurredOn: day(on),
  isStated: true,
  endsOn: null,
  ...more,
})
const only = (facts: Fact[]): Charge => {
  const charges = decideCharges(facts)
  expect(charges).toHaveLength(1)
  return charges[0]!
}
const endOf = (charge: Charge | undefined) => charge && endOfCharge(charge, { keepsPaidPeriod: true })

describe('a purchase', () => {
  it.each([
    ['a refused card before it was paid', [fact('canceled', 1), fact('paid', 2)], 'paid'],
    ['a cancellation after it was paid', [fact('paid', 1), fact('canceled', 2)], 'canceled'],
    ['a refund', [fact('paid', 1), fact('refunded', 2)], 'refunded'],
    ['a refund of the same moment', [fact('paid', 1), fact('refunded', 1)], 'refunded'],
    ['a dispute that was won', [fact('paid', 1), fact('refunded', 2), fact('paid', 3)], 'paid'],
    [
      'a refund, and a payment without a moment',
      [fact('refunded', 2), fact('paid', 3, { isStated: false })],
      'refunded',
    ],
    [
      'a refused card, and a payment without a moment',
      [fact('canceled', 2), fact('paid', 3, { isStated: false })],
      'paid',
    ],
    ['a payment told again after its refund', [fact('paid', 1), fact('refunded', 2), fact('paid', 1)], 'refunded'],
  ])('with %s', (_, facts, state) => {
    expect(only(facts).state).toBe(state)
    expect(only(facts.toReversed()).state).toBe(state)
  })

  it('is canceled line by line', () => {
    const lineOf = (line: string) => ({ line, itemIds: [line] })
    const charges = decideCharges([
      fact('paid', 1, lineOf('A')),
      fact('paid', 1, lineOf('B')),
      fact('canceled', 2, lineOf('B')),
    ])
    expect(charges.map(({ line, state }) => [line, state])).toEqual([
      ['A', 'paid'],
      ['B', 'canceled'],
    ])
    const all = decideCharges([fact('paid', 1, lineOf('A')), fact('paid', 1, lineOf('B')), fact('refunded', 2)])
    expect(all.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  })
})

it('with the term of its seller ends on that day, and no other payment is awaited', () => {
  const ends = (isTerm: boolean) => {
    const charge = only([fact('paid', 1), fact('paid', 1, { endsOn: day(31), isTerm })])
    return [endOf(charge), charge.isLast, charge.subscriptionEnd]
  }
  expect(ends(true)).toEqual([day(31), true, null])
  expect(ends(false)).toEqual([withGrace(31), false, null])
})

it('belongs to the student of the latest decision of the school, in whatever order its facts are, and to none after a removal', () => {
  const given = (userId: string, on: number) => fact('given', on, { purchase: 'HP1', userId })
  const removed = (on: number) => fact('removed', on, { purchase: 'HP1', userId: '9' })
  const cases: [Fact[], string | undefined][] = [
    [[fact('paid', 5)], undefined],
    [[given('1', 1), given('2', 2), fact('paid', 9)], '2'],
    [[given('1', 1), removed(2), given('3', 3)], '3'],
    [[given('1', 2), removed(2)], 'nobody'],
  ]
  for (const [facts, who] of cases)
    for (const each of [facts, facts.toReversed(), [...facts.slice(1), facts[0]!]]) {
      const decision = findSchoolDecision(each)
      expect(decision?.kind === 'removed' ? 'nobody' : decision?.userId).toBe(who)
    }
})

it('of before facts, whose items are not known, is ended by a line that it had', () => {
  const end = fact('canceled', 2, { line: 'A', itemIds: ['A', 'all'] })
  for (const itemIds of [[''], ['A'], ['', 'all']])
    expect(only([fact('paid', 1, { itemIds }), end]).state).toBe('canceled')
  expect(only([fact('paid', 1, { itemIds: ['A', 'B'] }), end]).state).toBe('paid')
})

describe('a subscription', () => {
  const paid = (code: string, on: number, more: Partial<Fact> = {}) =>
    fact('paid', on, { purchase: code, subscription: 'S', endsOn: day(on + 30), ...more })
  const ofSubscription = (kind: Fact['kind'], on: number, more: Partial<Fact> = {}) =>
    fact(kind, on, { subscription: 'S', ...more })

  it('opens each charge until the next one, and some days more', () => {
    const charges = decideCharges([paid('HP2', 30), paid('HP1', 0)])
    expect(charges.map(endOf)).toEqual([withGrace(30), withGrace(60)])
  })

  it('keeps the end of a charge that is told of again after the next one', () => {
    const again = paid('HP1', 40, { endsOn: day(60) })
    expect(decideCharges([again, paid('HP1', 0), paid('HP2', 30)]).map(endOf)).toEqual([withGrace(30), withGrace(60)])
  })

  it('has no end where the platform names none', () => {
    expect(endOf(only([paid('HP1', 0, { endsOn: null })]))).toBeNull()
  })

  it('moves the day of its latest charge alone', () => {
    const moved = ofSubscription('charge_moved', 35, { endsOn: day(75) })
    const charges = decideCharges([paid('HP1', 0), paid('HP2', 30), moved, paid('HP3', 75)])
    expect(charges.map(endOf)).toEqual([withGrace(30), withGrace(75), withGrace(105)])
  })

  it('ends its first charge on the day that its contract named before', () => {
    const contract = ofSubscription('charge_moved', 0, { endsOn: day(30) })
    expect(endOf(only([contract, paid('HP1', 1, { endsOn: null })]))).toEqual(withGrace(30))
    expect(endOf(only([contract, paid('HP1', 40, { endsOn: null })]))).toBeNull()
  })

  it('ends when it is canceled, or when what was paid ends', () => {
    const ended = ofSubscription('subscription_ended', 10, { endsOn: day(30) })
    const charge = only([paid('HP1', 0), ended])
    expect(endOf(charge)).toEqual(day(30))
    expect(endOfCharge(charge, { keepsPaidPeriod: false })).toEqual(day(10))
    // A charge after it is another's beginning.
    expect(decideCharges([paid('HP1', 0), ended, paid('HP2', 40)]).map(endOf)).toEqual([day(30), withGrace(70)])
  })

  it('that is canceled without a day keeps what its charge has paid, without the grace, and what is over at once ends at once', () => {
    const ended = (on: number, more: Partial<Fact> = {}) => ofSubscription('subscription_ended', on, more)
    expect(endOf(only([paid('HP1', 0), ended(10)]))).toEqual(day(30))
    expect(endOfCharge(only([paid('HP1', 0), ended(10)]), { keepsPaidPeriod: false })).toEqual(day(10))
    expect(endOf(only([paid('HP1', 0), ended(10, { endsOn: day(10) })]))).toEqual(day(10))
    // Canceled in its grace it ends at that moment.
    expect(endOf(only([paid('HP1', 0), ended(31)]))).toEqual(day(31))
    // It keeps a month of its payment when no day is known.
    expect(endOf(only([paid('HP1', 0, { endsOn: null }), ended(0)]))).toEqual(day(31))
    expect(endOf(only([paid('HP1', 0, { endsOn: null }), ended(40)]))).toEqual(day(40))
    const last = [paid('HP1', 0, { endsOn: null }), paid('HP2', 30, { endsOn: null }), ended(40)]
    expect(decideCharges(last).map(endOf)).toEqual([day(40), day(61)])
    const moved = ofSubscription('charge_moved', 5, { endsOn: day(45) })
    expect(endOf(only([paid('HP1', 0), moved, ended(10)]))).toEqual(day(45))
    const resumed = ofSubscription('subscription_resumed', 11)
    expect(endOf(only([paid('HP1', 0), ended(10), resumed, ended(12)]))).toEqual(day(30))
    expect(decideCharges([paid('HP1', 0), paid('HP2', 30), ended(40)]).map(endOf)).toEqual([withGrace(30), day(60)])
  })

  it('that goes on has no end until its next charge', () => {
    const facts = [paid('HP1', 0), ofSubscription('subscription_ended', 10, { endsOn: day(30) })]
    const resumed = [...facts, ofSubscription('subscription_resumed', 20)]
    expect(endOf(only(resumed))).toBeNull()
    expect(decideCharges([...resumed, paid('HP2', 30)]).map(endOf)).toEqual([withGrace(30), withGrace(60)])
  })

  it('opens the plan that was switched to, and not the one that was left', () => {
    const facts = [
      paid('HP1', 0, { itemIds: ['7', 'basico'] }),
      ofSubscription('plan_switched', 10, { itemIds: ['vip'], droppedIds: ['basico'] }),
    ]
    expect(only(facts)).toMatchObject({ itemIds: ['7', 'vip'], droppedIds: ['basico'] })
    expect(decideCharges([...facts, paid('HP2', 30, { itemIds: ['7', 'basico'] })])[1]).toMatchObject({
      itemIds: ['7', 'basico'],
      droppedIds: [],
    })
  })
})

const kinds = ['paid', 'canceled', 'refunded'] as const
const anyEvents = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    on: fc.integer({ min: 0, max: 4 }),
    code: fc.constantFrom('HP1', 'HP2'),
  }),
  { minLength: 1, maxLength: 7 },
)

/** Model: the events of a purchase in the order in which they happened; at one moment a payment comes first. */
const stateOf = (events: { kind: (typeof kinds)[number]; on: number }[]) => {
  let state: string | undefined
  for (const { kind } of events.toSorted((a, b) => a.on - b.on || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))) {
    // A refund is more than a refused card.
    state = kind === 'canceled' && state === 'refunded' ? state : kind
  }
  return state
}

it('any order and any repetition of what was said leads to what the last of it says', () => {
  fc.assert(
    fc.property(anyEvents, fc.infiniteStream(fc.nat()), (events, numbers) => {
      const facts = events.map(({ kind, on, code }) => fact(kind, on, { purchase: code }))
      const shuffled = [...facts, ...facts.slice(0, 3)]
        .map((each) => ({ each, at: numbers.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each)
      for (const code of ['HP1', 'HP2']) {
        const own = events.filter((event) => event.code === code)
        const expected = own.some(({ kind }) => kind === 'paid') ? stateOf(own) : undefined
        expect(decideCharges(shuffled).find(({ purchase }) => purchase === code)?.state).toBe(expected)
      }
    }),
    { numRuns: 500 },
  )
})
