import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExamKey } from './exam-content.ts'
import { type AnsweredQuestion, addToSums, noSums, questionStatistics } from './exam-statistics.ts'

const options = ['1', '2', '3', '4'].map((id) => ({ id, html: '' }))
const one: ExamKey = { kind: 'one', options, right: '2' }
const several: ExamKey = { kind: 'several', options, right: ['1', '2'] }
/** Attempt at an exam of 1000 hundredths, of which this question has 100 and all others `rest` of 900. */
const answered = (chosen: string | undefined, rest: number): AnsweredQuestion => {
  const earned = chosen === '2' ? 100 : 0
  return {
    answer: chosen === undefined ? undefined : { kind: 'one', chosen },
    earned,
    points: 100,
    attempt: { points: rest + earned, total: 1000 },
  }
}
const statisticsOf = (list: AnsweredQuestion[], key: ExamKey = one) =>
  questionStatistics(key, list.reduce(addToSums, noSums))
const repeat = <T>(count: number, of: (at: number) => T) => Array.from({ length: count }, (_, at) => of(at))

it('says nothing without attempts', () =>
  expect(statisticsOf([])).toEqual({ rightShare: undefined, mostChosenWrong: undefined, discrimination: undefined }))

it('counts an attempt without an answer as not right', () =>
  expect(statisticsOf([answered('2', 0), answered(undefined, 0), answered('1', 0), answered('2', 0)]).rightShare).toBe(
    0.5,
  ))

describe('the wrong option that most chose', () => {
  it('is none while all are right', () => expect(statisticsOf([answered('2', 0)]).mostChosenWrong).toBeUndefined())

  it('is the first of two that are equal', () => {
    const list = ['3', '1', '3', '1', '2', '2', '2'].map((chosen) => answered(chosen, 0))
    expect(statisticsOf(list).mostChosenWrong).toEqual({ option: '1', attempts: 2 })
    expect(statisticsOf([...list, answered('3', 0)]).mostChosenWrong).toEqual({ option: '3', attempts: 3 })
  })

  it('counts an attempt once, and options that the question has not never', () => {
    const list: AnsweredQuestion[] = ['4', '9'].map((id) => ({
      ...answered(undefined, 0),
      answer: { kind: 'several', chosen: [id, id, '1'] },
    }))
    expect(statisticsOf(list, several).mostChosenWrong).toEqual({ option: '4', attempts: 1 })
  })

  it('is none for kinds without options', () => {
    const list: AnsweredQuestion[] = [{ ...answered(undefined, 0), answer: { kind: 'truth', chosen: false } }]
    expect(statisticsOf(list, { kind: 'truth', right: true }).mostChosenWrong).toBeUndefined()
  })
})

describe('discrimination', () => {
  it('is known from 30 attempts on', () => {
    const list = repeat(30, (at) => answered(at < 15 ? '2' : '1', at < 15 ? 900 : 0))
    expect(statisticsOf(list.slice(1)).discrimination).toBeUndefined()
    expect(statisticsOf(list).discrimination).toBe(1)
  })

  it('is below zero where good students get it wrong', () => {
    expect(statisticsOf(repeat(30, (at) => answered(at < 15 ? '2' : '1', at < 15 ? 0 : 900))).discrimination).toBe(-1)
    expect(
      statisticsOf(repeat(40, (at) => answered(at % 2 ? '2' : '1', at % 2 ? 300 : 400 + at))).discrimination,
    ).toBeLessThan(-0.9)
  })

  it('is none where all were right, none was, all were alike elsewhere, or there is nothing else', () => {
    expect(statisticsOf(repeat(30, (at) => answered('2', at))).discrimination).toBeUndefined()
    expect(statisticsOf(repeat(30, (at) => answered('1', at))).discrimination).toBeUndefined()
    expect(statisticsOf(repeat(30, (at) => answered(at % 2 ? '1' : '2', 450))).discrimination).toBeUndefined()
    const alone = repeat(30, (at) => ({
      ...answered(at % 2 ? '1' : '2', 0),
      attempt: { points: at % 2 ? 0 : 100, total: 100 },
    }))
    expect(statisticsOf(alone).discrimination).toBeUndefined()
  })

  it('is zero, not below, where being right says nothing', () => {
    const list = repeat(40, (at) => answered(at % 2 ? '2' : '1', at % 4 < 2 ? 0 : 900))
    expect(Object.is(statisticsOf(list).discrimination, 0)).toBe(true)
    const almost = repeat(1000, (at) => answered(at % 2 ? '2' : '1', at % 4 < 2 || at === 3 ? 0 : 900))
    expect(Object.is(statisticsOf(almost).discrimination, 0)).toBe(true)
  })

  it('is the correlation of Pearson, in any order of attempts', () => {
    const attempt = fc.tuple(fc.boolean(), fc.nat(9)).map(([isRight, rest]) => answered(isRight ? '2' : '1', rest * 90))
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 30, maxLength: 60 }), (list) => {
        const pairs = list.map(({ earned, attempt: { points } }) => [earned! / 100, (points - earned!) / 900] as const)
        const mean = (of: (pair: readonly [number, number]) => number) =>
          pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
        const [x, y] = [mean(([a]) => a), mean(([, b]) => b)]
        const spread = Math.sqrt(mean(([a]) => (a - x) ** 2) * mean(([, b]) => (b - y) ** 2))
        const found = statisticsOf(list).discrimination
        expect(statisticsOf(list.toReversed()).discrimination).toBe(found)
        if (spread < 1e-9) expect(found).toBeUndefined()
        else expect(Math.abs(found! - mean(([a, b]) => (a - x) * (b - y)) / spread)).toBeLessThanOrEqual(0.0051)
      }),
    )
  })
})
