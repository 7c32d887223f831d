import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Annulment, ExamAnswer, ExamKey } from './exam-content.ts'
import { divideHalfUp, markAnswer, markAttempt, markQuestion, sumEarned } from './exam-marks.ts'

const optionsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at + 1), html: '' }))
const one: ExamKey = { kind: 'one', options: optionsOf(3), right: '2' }
const several = (count: number, right: string[]): ExamKey => ({ kind: 'several', options: optionsOf(count), right })
const number = (right: string, tolerance = '0', unit = ''): ExamKey => ({ kind: 'number', right, tolerance, unit })
const text = (...right: string[]): ExamKey => ({ kind: 'text', right })
const choose = (...chosen: string[]): ExamAnswer => ({ kind: 'several', chosen })

it('one right option, true and false are all or nothing', () => {
  expect(markAnswer(one, { kind: 'one', chosen: '2' }, 150)).toBe(150)
  expect(markAnswer(one, { kind: 'one', chosen: '3' }, 150)).toBe(0)
  expect(markAnswer({ kind: 'truth', right: false }, { kind: 'truth', chosen: false }, 1)).toBe(1)
  expect(markAnswer({ kind: 'truth', right: false }, { kind: 'truth', chosen: true }, 1)).toBe(0)
})

describe('several right options', () => {
  it.each([
    ['all right ones', 4, ['1', '2'], ['2', '1'], 100],
    ['half of the right ones', 4, ['1', '2'], ['1'], 50],
    ['a right and a wrong one', 4, ['1', '2'], ['1', '3'], 0],
    ['both right ones and one of two wrong ones', 4, ['1', '2'], ['1', '2', '3'], 50],
    ['every option', 4, ['1', '2'], ['1', '2', '3', '4'], 0],
    ['no option', 4, ['1', '2'], [], 0],
    ['wrong ones alone', 4, ['1', '2'], ['3', '4'], 0],
    ['a third, rounded down', 6, ['1', '2', '3'], ['1'], 33],
    ['two thirds, rounded up', 6, ['1', '2', '3'], ['1', '3'], 67],
    ['a third of the options, where none is wrong', 3, ['1', '2', '3'], ['3'], 33],
    ['all options, where none is wrong', 3, ['1', '2', '3'], ['1', '2', '3'], 100],
    ['an option that comes twice', 4, ['1', '2'], ['1', '1'], 0],
    ['an unknown option beside the right ones', 4, ['1', '2'], ['1', '2', '9'], 0],
    ['right options that the question no longer has', 2, ['8', '9'], ['1'], 0],
    ['the right option that is left of two', 3, ['1', '9'], ['1'], 100],
    ['a right option that the key names twice', 3, ['1', '1', '2'], ['1', '2'], 100],
  ])('%s', (_, count, right, chosen, points) =>
    expect(markAnswer(several(count, right), choose(...chosen), 100)).toBe(points),
  )

  it('rounds half a hundredth up', () => {
    expect(markAnswer(several(4, ['1', '2']), choose('1'), 1)).toBe(1)
    expect(markAnswer(several(4, ['1', '2']), choose('1'), 5)).toBe(3)
  })

  it('is the exact share in fractions', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }).chain((count) => {
          const ids = optionsOf(count).map(({ id }) => id)
          return fc.record({
            count: fc.constant(count),
            right: fc.subarray(ids, { minLength: 1 }),
            chosen: fc.shuffledSubarray(ids),
          })
        }),
        fc.integer({ min: 1, max: 100_000 }),
        ({ count, right, chosen }, points) => {
          const wrong = count - right.length
          const hits = BigInt(chosen.filter((id) => right.includes(id)).length)
          const misses = BigInt(chosen.length) - hits
          const [all, others] = [BigInt(right.length), BigInt(wrong || 1)]
          const share = hits * others - misses * all
          const doubled = 2n * BigInt(points) * (share > 0n ? share : 0n) + all * others
          expect(markAnswer(several(count, right), choose(...chosen), points)).toBe(
            Number(doubled / (2n * all * others)),
          )
        },
      ),
    ))
})

describe('numbers', () => {
  it.each([
    ['12,5', '12.5', true],
    ['12.50', '12.5', true],
    ['  12,5 ', '12.5', true],
    ['+12,5', '12.5', true],
    ['- 3', '-3', true],
    ['−3', '-3', true],
    ['–3', '-3', true],
    [',5', '0.5', true],
    ['5,', '5', true],
    ['007', '7', true],
    ['-0', '0', true],
    ['1.234,5', '1234.5', true],
    ['1,234.5', '1234.5', true],
    ['1 234,5', '1234.5', true],
    ['12\u200b,5', '12.5', true],
    ['1\u00a0234', '1234', true],
    ['1\u202f234.5', '1234.5', true],
    ['1.234.567', '1234567', true],
    ['1,234,567', '1234567', true],
    ['1.234', '1.234', true],
    ['1.234', '1234', false],
    ['1,234', '1.234', true],
    ['12.34,5', '1234.5', false],
    ['1.2345,6', '12345.6', false],
    ['1.234,5,6', '1234.5', false],
    ['1 2', '12', false],
    ['12 345 6', '123456', false],
    ['--3', '3', false],
    ['1e3', '1000', false],
    ['10^3', '1000', false],
    ['1/2', '0.5', false],
    ['0x10', '16', false],
    ['१२', '12', false],
    ['Infinity', '1', false],
    ['', '0', false],
    ['-', '0', false],
    [',', '0', false],
    [' ', '0', false],
    ['0'.repeat(60), '0', true],
    ['0'.repeat(61), '0', false],
  ])('%j for %s', (typed, right, isRight) =>
    expect(markAnswer(number(right), { kind: 'number', typed }, 10)).toBe(isRight ? 10 : 0),
  )

  it.each([
    ['12,5 kg', 'kg', true],
    ['12,5KG', 'kg', true],
    ['12,5 g', 'kg', false],
    ['R$ 12,5', 'R$', true],
    ['12,5', 'm2', true],
    ['12,5 m2', 'm2', true],
    ['12,5 %', '%', true],
    ['kg', 'kg', false],
    ['12,5', '5', true],
  ])('%j with the unit %s', (typed, unit, isRight) =>
    expect(markAnswer(number('12.5', '0', unit), { kind: 'number', typed }, 10)).toBe(isRight ? 10 : 0),
  )

  it('a tolerance includes its ends, exactly', () => {
    const mark = (typed: string, right: string, tolerance: string) =>
      markAnswer(number(right, tolerance), { kind: 'number', typed }, 1)
    expect(mark('0,3', '0.1', '0.2')).toBe(1)
    expect(mark('-0,1', '0.1', '0.2')).toBe(1)
    expect(mark('0,300001', '0.1', '0.2')).toBe(0)
    expect(mark('0,30000000000000000000000001', '0.1', '0.2')).toBe(0)
    expect(mark('999999999,999999', '999999999.999998', '0.000001')).toBe(1)
    expect(mark('3', '3', '-1')).toBe(1)
    expect(mark('4', '3', '-1')).toBe(0)
  })
})

describe('short texts', () => {
  it.each([
    ['fermentação', 'FERMENTACAO', true],
    ['fermentac\u0327a\u0303o', 'fermentação', true],
    ['  massa   madre\n', 'Massa madre', true],
    ['massa\u00a0madre', 'massa madre', true],
    ['mas\u200bsa madre', 'massa madre', true],
    ['massamadre', 'massa madre', false],
    ['copo d’água', "copo d'agua", true],
    ['STRASSE', 'Straße', true],
    ['ὈΔΟΣ', 'οδος', true],
    ['', '', false],
    ['´', ' ', false],
    [' ', '\u0301', false],
  ])('%j for %j', (typed, right, isRight) => {
    expect(markAnswer(text('outra', right), { kind: 'text', typed }, 10)).toBe(isRight ? 10 : 0)
  })
})

it('an answer of another kind, or none, is worth nothing', () => {
  const keys = [one, several(3, ['2']), { kind: 'truth', right: true }, number('2'), text('2')] as ExamKey[]
  const answers = [
    { kind: 'one', chosen: '2' },
    choose('2'),
    { kind: 'truth', chosen: true },
    { kind: 'number', typed: '2' },
    { kind: 'text', typed: '2' },
  ] as ExamAnswer[]
  for (const key of keys) {
    expect(markAnswer(key, undefined, 10)).toBe(0)
    expect(answers.filter((answer) => markAnswer(key, answer, 10) > 0).map(({ kind }) => kind)).toEqual([key.kind])
  }
})

it('no answer throws, or is worth less than nothing or more than the points', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(
        one,
        several(4, ['1', '2']),
        { kind: 'truth', right: true } as ExamKey,
        number('2', '1'),
        text('a'),
      ),
      fc.oneof(
        fc.record({ kind: fc.constantFrom('number', 'text'), typed: fc.string({ unit: 'grapheme' }) }),
        fc.record({ kind: fc.constant('several'), chosen: fc.array(fc.constantFrom('1', '2', '3', '9', '')) }),
        fc.record({ kind: fc.constant('one'), chosen: fc.constantFrom('1', '2', '', '__proto__') }),
      ) as fc.Arbitrary<ExamAnswer>,
      fc.integer({ min: 1, max: 100_000 }),
      (key, answer, points) => {
        const mark = markAnswer(key, answer, points)
        expect(Number.isInteger(mark) && mark >= 0 && mark <= points).toBe(true)
      },
    ),
  ))

it('an attempt has the points of each question and their sum', () => {
  const questions = [
    { key: one, points: 150 },
    { key: several(4, ['1', '2']), points: 100 },
    { key: text('a'), points: 50 },
  ]
  const answers: (ExamAnswer | undefined)[] = [undefined, { kind: 'one', chosen: '2' }, choose('1'), undefined]
  expect(markAttempt(questions, (question) => answers[question])).toEqual({
    earned: [150, 50, 0],
    mark: { points: 200, total: 300 },
    waiting: 0,
  })
  expect(markAttempt([], () => undefined)).toEqual({ earned: [], mark: { points: 0, total: 0 }, waiting: 0 })
})

it('gives no mark to an open answer that waits, and the given points, within its worth, to one that was corrected', () => {
  const open = (points: number) => ({ key: { kind: 'open', guide: '<p>Segredo</p>' } as ExamKey, points })
  const questions = [{ key: one, points: 100 }, open(100), open(100), open(0)]
  const written = (typed: string): ExamAnswer => ({ kind: 'open', typed })
  const answers = [undefined, { kind: 'one', chosen: '2' } as const, written('Um'), written(' \n'), written('Treino')]
  const mark = (given?: number) =>
    markAttempt(
      questions,
      (question) => answers[question],
      (question) => (question === 2 ? given : undefined),
    )
  expect(mark()).toEqual({ earned: [100, 0, 0, 0], mark: { points: 100, total: 300 }, waiting: 1 })
  expect(mark(0)).toMatchObject({ mark: { points: 100 }, waiting: 0 })
  expect(mark(40)).toMatchObject({ earned: [100, 40, 0, 0], waiting: 0 })
  expect(mark(900)).toMatchObject({ earned: [100, 100, 0, 0], waiting: 0 })
})

it('gives the points of an annulled question to all, or takes it out of the total', () => {
  const attemptWith = (...annulled: (Annulment | undefined)[]) =>
    markAttempt(
      annulled.map((each, at) => ({ key: text('a'), points: 100 * (at + 1), annulled: each })),
      (question) => (question === 1 ? { kind: 'text', typed: 'a' } : undefined),
    )
  expect(attemptWith(undefined, 'all')).toMatchObject({ earned: [100, 200], mark: { points: 300, total: 300 } })
  expect(attemptWith(undefined, 'out', undefined)).toMatchObject({
    earned: [100, null, 0],
    mark: { points: 100, total: 400 },
  })
  // No question is left that counts: students must not lose by what the author took out.
  expect(attemptWith('out', 'out')).toMatchObject({ earned: [null, null], mark: { points: 300, total: 300 } })
})

it('marking one question after the other gives what marking all at once gives, in any order of annulments and undos', () => {
  const way = fc.constantFrom<Annulment | undefined>('all', 'out', undefined)
  const change = fc.record({ at: fc.nat(2), way })
  fc.assert(
    fc.property(fc.array(change), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (changes, right) => {
      const worths = [100, 50, 175]
      const questions = worths.map((points) => ({
        key: text('a'),
        points,
        annulled: undefined as Annulment | undefined,
      }))
      const answerOf = (question: number): ExamAnswer => ({ kind: 'text', typed: right[question - 1] ? 'a' : 'b' })
      const unchanged = markAttempt(questions, answerOf)
      let { earned, mark } = unchanged
      const waiting = 0
      for (const { at, way } of changes) {
        questions[at]!.annulled = way
        for (const _ of ['once', 'twice']) {
          earned = earned.with(at, markQuestion(questions[at]!, answerOf(at + 1), undefined)!)
          mark = sumEarned(earned, worths)
        }
        expect({ earned, mark, waiting }).toEqual(markAttempt(questions, answerOf))
        expect(mark.total > 0 && mark.points <= mark.total).toBe(true)
      }
      for (const at of [0, 1, 2])
        earned = earned.with(at, markQuestion({ ...questions[at]!, annulled: undefined }, answerOf(at + 1), undefined)!)
      expect({ earned, mark: sumEarned(earned, worths), waiting }).toEqual(unchanged)
    }),
  )
})

it('divides exactly', () => {
  for (const [dividend, divisor, quotient] of [
    [0, 7, 0],
    [7, 2, 4],
    [5, 3, 2],
    [4, 3, 1],
    [2 ** 52 - 1, 1, 2 ** 52 - 1],
  ] as const)
    expect(divideHalfUp(dividend, divisor)).toBe(quotient)
})
