import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingRules } from './exam-plan.ts'
import {
  certificateMark,
  correctedAttempts,
  courseMark,
  isPassing,
  type MarkedAttempt,
  markOf,
  passedOn,
} from './exam-results.ts'

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 12))
const attempt = (day: number, points: number, total = 1000): MarkedAttempt => ({ points, total, handedInOn: on(day) })

it('passes at exactly the pass mark, and one hundredth below it does not', () => {
  expect(isPassing({ points: 700, total: 1000 }, 70)).toBe(true)
  expect(isPassing({ points: 699, total: 1000 }, 70)).toBe(false)
  expect(isPassing({ points: 67, total: 100 }, 67)).toBe(true)
  expect(isPassing({ points: 2, total: 3 }, 67)).toBe(false)
  expect(isPassing({ points: 29, total: 100 }, 29)).toBe(true)
  expect(isPassing({ points: 0, total: 0 }, 70)).toBe(false)
})

describe('the attempt that counts', () => {
  const attempts = [attempt(3, 500), attempt(1, 400), attempt(2, 901)]
  it.each([
    ['best', 901],
    ['last', 500],
    ['mean', 600],
  ] as const)('%s', (counting, points) => expect(markOf(attempts, counting)).toEqual({ points, total: 1000 }))

  it('is none without an attempt', () => {
    for (const counting of countingRules) expect(markOf([], counting)).toBeUndefined()
  })

  it('a mean is rounded half up to hundredths of a point', () => {
    expect(markOf([attempt(1, 699), attempt(2, 700)], 'mean')).toEqual({ points: 700, total: 1000 })
    expect(markOf([attempt(1, 1), attempt(2, 0), attempt(3, 0)], 'mean')).toEqual({ points: 0, total: 1000 })
  })

  it('attempts of other totals count by their share', () => {
    expect(markOf([attempt(1, 900, 1000), attempt(2, 1700, 2000)], 'best')).toEqual({ points: 900, total: 1000 })
    expect(markOf([attempt(1, 1, 3), attempt(2, 2, 3), attempt(3, 0, 700)], 'mean')).toEqual({
      points: 233,
      total: 700,
    })
  })

  it('two equal shares: the earlier one is the best', () => {
    expect(markOf([attempt(2, 1000, 2000), attempt(1, 500, 1000)], 'best')).toEqual({ points: 500, total: 1000 })
  })
})

describe('passing', () => {
  it.each([
    ['best', [attempt(1, 690), attempt(2, 700), attempt(3, 100)], 2],
    ['last', [attempt(1, 690), attempt(2, 700), attempt(3, 100)], 2],
    ['mean', [attempt(1, 600), attempt(2, 700), attempt(3, 800), attempt(4, 0)], 3],
    ['mean', [attempt(1, 600), attempt(2, 700), attempt(3, 700)], undefined],
    ['best', [attempt(1, 699)], undefined],
    ['last', [], undefined],
    ['last', [attempt(3, 700), attempt(2, 800)], 2],
  ] as const)('%s of %j', (counting, attempts, day) =>
    expect(passedOn([...attempts], counting, 70)).toEqual(day && on(day)),
  )

  const marks = fc.array(
    fc.record({ points: fc.integer({ min: 0, max: 300 }), total: fc.constantFrom(300, 300, 400) }),
    { maxLength: 8 },
  )
  const percents = fc.integer({ min: 1, max: 100 })
  const datedOf = (list: { points: number; total: number }[]) =>
    list.map((each, at) => ({ ...each, handedInOn: on(at + 1) }))

  it('is the first attempt after which the mark of those so far passes', () =>
    fc.assert(
      fc.property(marks, percents, fc.constantFrom(...countingRules), (list, pass, counting) => {
        const attempts = datedOf(list)
        const first = attempts.find((_, at) => isPassing(markOf(attempts.slice(0, at + 1), counting)!, pass))
        expect(passedOn(attempts, counting, pass)).toEqual(first?.handedInOn)
      }),
    ))

  it('stays, whatever attempts follow, in whatever order they are listed', () =>
    fc.assert(
      fc.property(marks, marks, percents, fc.constantFrom(...countingRules), (before, after, pass, counting) => {
        const attempts = datedOf([...before, ...after])
        const early = passedOn(attempts.slice(0, before.length), counting, pass)
        if (early) expect(passedOn(attempts.toReversed(), counting, pass)).toEqual(early)
      }),
    ))

  it('by the best attempt is passing in one attempt', () =>
    fc.assert(
      fc.property(marks, percents, (list, pass) => {
        const first = datedOf(list).find((each) => isPassing(each, pass))
        expect(passedOn(datedOf(list), 'best', pass)).toEqual(first?.handedInOn)
      }),
    ))
})

describe('the mark of a course', () => {
  it('weighs its exams by their points', () => {
    expect(
      courseMark([
        { total: 1000, mark: { points: 1000, total: 1000 } },
        { total: 3000, mark: { points: 1500, total: 3000 } },
      ]),
    ).toEqual({ points: 2500, total: 4000 })
  })

  it('counts an exam without an attempt as zero, and is none without exams', () => {
    expect(
      courseMark([
        { total: 1000, mark: { points: 900, total: 1000 } },
        { total: 1000, mark: undefined },
      ]),
    ).toEqual({
      points: 900,
      total: 2000,
    })
    expect(courseMark([{ total: 1000, mark: undefined }])).toEqual({ points: 0, total: 1000 })
    expect(courseMark([])).toBeUndefined()
  })

  it('is brought to ten points for a certificate, as the mean of its courses, and rounded down', () => {
    expect(certificateMark([{ points: 19_00, total: 20_00 }])).toEqual({ points: 950, total: 1000 })
    expect(certificateMark([{ points: 2, total: 3 }])).toEqual({ points: 666, total: 1000 })
    expect(certificateMark([{ points: 6999, total: 10_000 }])).toEqual({ points: 699, total: 1000 })
    // A long course counts as a short one, and one without exams not at all.
    expect(certificateMark([{ points: 2, total: 3 }, undefined, { points: 100, total: 300 }])).toEqual({
      points: 500,
      total: 1000,
    })
    expect(certificateMark([undefined])).toBeUndefined()
  })

  it('rounds the sum once, so that two thirds and a third are a half', () => {
    const exams = [
      { total: 700, mark: { points: 2, total: 3 } },
      { total: 700, mark: { points: 1, total: 3 } },
    ]
    expect(courseMark(exams)).toEqual({ points: 700, total: 1400 })
    expect(courseMark(exams.toReversed())).toEqual({ points: 700, total: 1400 })
  })
})

it.each([
  ['best', [60, 90]],
  ['last', [60, 90]],
  // Without the second attempt the mean would be 75, which the final one may not reach.
  ['mean', [60]],
] as const)('counts corrected attempts under the rule %s while one waits', (counting, counted) => {
  const attempts = [60, null, 90].map((points, at) => ({
    handedInOn: new Date(at),
    mark: points === null ? null : { points, total: 100 },
  }))
  expect(correctedAttempts(attempts.toReversed(), counting).map(({ points }) => points)).toEqual(counted)
})
