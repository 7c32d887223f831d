import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedOf, surpriseMax, surpriseOf } from './exam-chances.testing.ts'
import { countAsked, drawQuestions, type ExamPart, totalOf, unfillableParts } from './exam-draws.ts'
import { seededRandom } from './exam-random.ts'

const fixed = (question: string, points = 100): ExamPart => ({ kind: 'fixed', question, points })
const draw = (count: number, pool: string, points = 100): ExamPart => ({ kind: 'draw', count, pool: [...pool], points })
const drawWith = (parts: ExamPart[], number: number, seen: Iterable<string> = [], shuffled = false) =>
  drawQuestions(parts, { seen: new Set(seen), shuffled, random: seededRandom(seedOf(number), 0) })
const idsOf = (asked: { question: string }[]) => asked.map(({ question }) => question)

const ids = [...'abcdefg']
const pools = fc.subarray(ids, { minLength: 1 })
const somePart: fc.Arbitrary<ExamPart> = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), question: fc.constantFrom(...ids), points: fc.constant(100) }),
  fc.record({
    kind: fc.constant('draw' as const),
    count: fc.integer({ min: 1, max: 3 }),
    pool: pools,
    points: fc.constant(50),
  }),
)
const someParts = fc.array(somePart, { minLength: 1, maxLength: 4 })

it('asks in the order of the parts, with the points of each', () => {
  const parts = [draw(1, 'ab', 250), fixed('x', 100), draw(2, 'cd', 50)]
  const asked = drawWith(parts, 1)
  expect(asked.map(({ points }) => points)).toEqual([250, 100, 50, 50])
  expect(asked[1]!.question).toBe('x')
  expect(totalOf(parts)).toBe(450)
  expect(countAsked(parts)).toBe(4)
})

it('leaves out of the total what is annulled and must be asked, as the marking does', () => {
  const parts = [draw(2, 'abc', 250), fixed('x', 100)]
  const totals = ['', 'a', 'ab', 'x', 'abx', 'abcx'].map((out) => totalOf(parts, new Set(out)))
  expect(totals).toEqual([600, 600, 350, 500, 250, 600])
})

it('draws annulled questions last, and keeps annulled fixed ones', () => {
  const parts = [fixed('x'), draw(2, 'abcd')]
  const drawn = (annulled: string, seen = '', number = 1) =>
    idsOf(
      drawQuestions(parts, {
        seen: new Set(seen),
        annulled: new Set(annulled),
        shuffled: false,
        random: seededRandom(seedOf(number), 0),
      }),
    )
  for (let number = 0; number < 20; number++) {
    expect(drawn('xab', '', number).toSorted()).toEqual(['c', 'd', 'x'])
    expect(drawn('xab', 'cd', number).toSorted(), 'a seen one before an annulled one').toEqual(['c', 'd', 'x'])
    expect(drawn('abc', '', number)).toContain('d')
    expect(drawn('abcd', '', number)).toHaveLength(3)
  }
})

it('takes fixed questions out of every pool, also of draws before them', () => {
  for (let number = 0; number < 20; number++)
    expect(idsOf(drawWith([draw(1, 'ab'), fixed('a')], number))).toEqual(['b', 'a'])
})

it('a pool that names a question twice gives it no second chance and no second place', () => {
  expect(unfillableParts([draw(2, 'aa')])).toEqual([{ part: 0, reason: 'draw_short', count: 2, left: 1 }])
  for (let number = 0; number < 20; number++)
    expect(idsOf(drawWith([draw(2, 'aab')], number)).toSorted()).toEqual(['a', 'b'])
})

describe('publishing', () => {
  it.each<[string, ExamPart[], ReturnType<typeof unfillableParts>]>([
    ['a pool that is just enough', [draw(3, 'abc')], []],
    ['a pool that is too small', [draw(3, 'ab')], [{ part: 0, reason: 'draw_short', count: 3, left: 2 }]],
    ['an empty pool', [draw(1, '')], [{ part: 0, reason: 'draw_short', count: 1, left: 0 }]],
    [
      'a pool that a fixed question makes too small',
      [draw(2, 'ab'), fixed('a')],
      [{ part: 0, reason: 'draw_short', count: 2, left: 1 }],
    ],
    [
      'a wide draw that may take all of a narrow one',
      [draw(1, 'ab'), draw(1, 'a')],
      [{ part: 1, reason: 'draw_short', count: 1, left: 0 }],
    ],
    ['the narrow draw first', [draw(1, 'a'), draw(1, 'ab')], []],
    ['two draws that take from a third together', [draw(1, 'ab'), draw(1, 'bc'), draw(2, 'abcd')], []],
    [
      'two draws that may take one question too many of a third',
      [draw(1, 'ab'), draw(1, 'bc'), draw(2, 'abc')],
      [{ part: 2, reason: 'draw_short', count: 2, left: 1 }],
    ],
    [
      'two draws that fight for the one question that both share with a third',
      [draw(1, 'ax'), draw(1, 'ay'), draw(1, 'ab')],
      [],
    ],
    ['a fixed question that comes twice', [fixed('a'), fixed('b'), fixed('a')], [{ part: 2, reason: 'fixed_twice' }]],
  ])('%s', (_, parts, faults) => expect(unfillableParts(parts)).toEqual(faults))

  /** Fewest questions that each part may find, over every choice that the draws before it can make. */
  function fewestLeft(parts: ExamPart[]): (number | undefined)[] {
    const fewest = parts.map((): number | undefined => undefined)
    const follow = (at: number, taken: Set<string>) => {
      const part = parts[at]
      if (!part) return
      if (part.kind === 'fixed') return follow(at + 1, taken)
      const free = part.pool.filter((question) => !taken.has(question))
      fewest[at] = Math.min(fewest[at] ?? Number.POSITIVE_INFINITY, free.length)
      if (free.length < part.count) return
      for (const chosen of subsets(free, part.count)) follow(at + 1, new Set([...taken, ...chosen]))
    }
    follow(0, new Set(parts.flatMap((part) => (part.kind === 'fixed' ? [part.question] : []))))
    return fewest
  }
  function subsets(list: string[], count: number): string[][] {
    if (count === 0) return [[]]
    return list.flatMap((first, at) => subsets(list.slice(at + 1), count - 1).map((rest) => [first, ...rest]))
  }

  it('refuses a draw exactly where some choice of the draws before leaves it too few', () =>
    fc.assert(
      fc.property(someParts, (parts) => {
        const fewest = fewestLeft(parts)
        const short = parts.findIndex((part, at) => part.kind === 'draw' && (fewest[at] ?? 99) < part.count)
        expect(unfillableParts(parts).filter(({ reason }) => reason === 'draw_short')).toEqual(
          short < 0
            ? []
            : [
                {
                  part: short,
                  reason: 'draw_short',
                  count: (parts[short] as { count: number }).count,
                  left: fewest[short],
                },
              ],
        )
      }),
      { numRuns: 400 },
    ))

  it('judges fifty draws of one large pool', () => {
    const pool = Array.from({ length: 500 }, (_, at) => String(at))
    const parts = Array.from({ length: 50 }, (): ExamPart => ({ kind: 'draw', count: 10, pool, points: 1 }))
    expect(unfillableParts(parts)).toEqual([])
    expect(unfillableParts([...parts, { kind: 'draw', count: 1, pool, points: 1 }])).toEqual([
      { part: 50, reason: 'draw_short', count: 1, left: 0 },
    ])
  })
})

describe('a drawn attempt', () => {
  it('has each question of a publishable exam once, whatever was seen', () =>
    fc.assert(
      fc.property(someParts, fc.subarray(ids), fc.boolean(), fc.nat(), (parts, seen, shuffled, number) => {
        fc.pre(unfillableParts(parts).length === 0)
        const asked = idsOf(drawWith(parts, number, seen, shuffled))
        expect(asked).toHaveLength(countAsked(parts))
        expect(new Set(asked).size).toBe(asked.length)
        for (const part of parts) if (part.kind === 'fixed') expect(asked).toContain(part.question)
      }),
    ))

  it('prefers unseen questions, and asks seen ones only where the others are used up', () =>
    fc.assert(
      fc.property(pools, fc.subarray(ids), fc.integer({ min: 1, max: 7 }), fc.nat(), (pool, seen, count, number) => {
        fc.pre(count <= pool.length)
        const asked = idsOf(drawWith([{ kind: 'draw', pool, count, points: 1 }], number, seen))
        const unseen = pool.filter((question) => !seen.includes(question))
        expect(asked.filter((question) => !seen.includes(question))).toHaveLength(Math.min(count, unseen.length))
      }),
    ))

  it('gives each question of a pool the same chance, at each place', () => {
    const counts = new Map<string, number>()
    const pairs = new Map<string, number>()
    const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
    for (let number = 0; number < 6000; number++) {
      const asked = idsOf(drawWith([fixed('x'), draw(2, 'abcde')], number)).slice(1)
      for (const question of asked) count(counts, question)
      count(pairs, asked.join(''))
    }
    expect([counts.size, pairs.size]).toEqual([5, 20])
    expect(surpriseOf([...counts.values()])).toBeLessThan(surpriseMax)
    expect(surpriseOf([...pairs.values()])).toBeLessThan(surpriseMax)
  })

  it('gives the same chance among the unseen, and among the seen ones that fill up', () => {
    const [unseen, seen] = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    for (let number = 0; number < 3000; number++) {
      unseen['abc'.indexOf(idsOf(drawWith([draw(1, 'abcdef')], number, 'def'))[0]!)]!++
      seen['def'.indexOf(idsOf(drawWith([draw(4, 'abcdef')], number, 'def'))[3]!)]!++
    }
    expect(surpriseOf(unseen)).toBeLessThan(surpriseMax)
    expect(surpriseOf(seen)).toBeLessThan(surpriseMax)
  })

  it('has each order with the same chance where the order is drawn, and the order of the parts elsewhere', () => {
    const orders = new Map<string, number>()
    for (let number = 0; number < 3000; number++) {
      const order = idsOf(drawWith([fixed('a'), fixed('b'), fixed('c')], number, [], true)).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
      expect(idsOf(drawWith([fixed('a'), fixed('b'), fixed('c')], number))).toEqual(['a', 'b', 'c'])
    }
    expect(orders.size).toBe(6)
    expect(surpriseOf([...orders.values()])).toBeLessThan(surpriseMax)
  })

  it('throws where publishing was not refused', () => {
    expect(() => drawWith([draw(2, 'a')], 1)).toThrow()
  })
})
