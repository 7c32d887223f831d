import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AskedExamQuestion,
  type AskedPlace,
  AttemptAnswer,
  answerFromAttempt,
  answerToAttempt,
  askQuestion,
  type ExamQuestionContent,
  ShownExamQuestion,
  type ShownKey,
  showQuestion,
} from './exam-attempt-wire.ts'
import { seedOf, surpriseMax, surpriseOf } from './exam-chances.testing.ts'
import type { ExamAnswer, ExamKey } from './exam-content.ts'
import { describeAnswer } from './exam-correction-texts.ts'
import { answerOfKey, asksTheSame, formOptionsOf, isSameAnswer, leftIdsOf, withAnswer } from './exam-corrections.ts'
import { markAnswer } from './exam-marks.ts'
import { WrittenKey } from './exam-question-rules.ts'
import { examQuestionTexts } from './exam-question-texts.ts'

type OrderKey = Extract<ExamKey, { kind: 'order' }>
type PairsKey = Extract<ExamKey, { kind: 'pairs' }>

const optionsOf = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: String(first + at), html: `<p>${'abcdefghij'[at]}</p>` }))
const orderOf = (count: number): OrderKey => {
  const options = optionsOf(count)
  return { kind: 'order', options, right: options.map(({ id }) => id) }
}
/** Left texts 1, 2… belong to the options 701, 702… in their order; further options belong to none. */
const pairsOf = (lefts: number, options = lefts): PairsKey => ({
  kind: 'pairs',
  lefts: optionsOf(lefts),
  options: optionsOf(options, 701),
  right: optionsOf(lefts).map(({ id }, at) => ({ left: id, option: String(701 + at) })),
})
const order = (...chosen: string[]): ExamAnswer => ({ kind: 'order', chosen })
const pairs = (...chosen: [string, string][]): ExamAnswer => ({
  kind: 'pairs',
  chosen: chosen.map(([left, option]) => ({ left, option })),
})
const contentOf = (key: ExamKey): ExamQuestionContent => ({
  html: '<p>Qual?</p>',
  explanation: '<p>Porque sim: segredo</p>',
  key,
  isShuffled: false,
})
const place = (attempt: number, number = 1): AskedPlace => ({ number, points: 150, seed: seedOf(attempt) })

describe('points', () => {
  it.each<[string, ExamKey, ExamAnswer, number]>([
    ['the right order', orderOf(4), order('1', '2', '3', '4'), 100],
    ['two neighbours of four the other way round', orderOf(4), order('2', '1', '3', '4'), 67],
    ['two neighbours of three the other way round', orderOf(3), order('1', '3', '2'), 33],
    ['the first one at the end, which turns as many round as it leaves', orderOf(4), order('2', '3', '4', '1'), 0],
    ['the first of five at the end', orderOf(5), order('2', '3', '4', '5', '1'), 20],
    ['the whole order the other way round', orderOf(4), order('4', '3', '2', '1'), 0],
    ['an order that lacks an item', orderOf(4), order('1', '2', '3'), 0],
    ['an order with one item twice', orderOf(4), order('1', '2', '3', '3'), 0],
    ['an order with an unknown item', orderOf(4), order('1', '2', '3', '9'), 0],
    ['an order with one item too many', orderOf(3), order('1', '2', '3', '3'), 0],
    ['an order for pairs', pairsOf(3), order('1', '2', '3'), 0],
    ['all pairs', pairsOf(3), pairs(['3', '703'], ['1', '701'], ['2', '702']), 100],
    ['one of three pairs', pairsOf(3), pairs(['1', '701'], ['2', '703'], ['3', '702']), 33],
    ['two of three pairs and no third', pairsOf(3), pairs(['1', '701'], ['2', '702']), 67],
    ['one option for all', pairsOf(3), pairs(['1', '701'], ['2', '701'], ['3', '701']), 33],
    ['a left text twice', pairsOf(3), pairs(['1', '701'], ['1', '702'], ['2', '702']), 0],
    ['an unknown left text', pairsOf(3), pairs(['1', '701'], ['9', '702']), 0],
    ['an unknown option beside right pairs', pairsOf(3), pairs(['1', '701'], ['2', '702'], ['3', '9']), 0],
  ])('%s', (_, key, answer, points) => expect(markAnswer(key, answer, 100)).toBe(points))

  const keys = fc.oneof(
    fc.integer({ min: 3, max: 10 }).map(orderOf),
    fc.tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 0, max: 3 })).map(([n, more]) => pairsOf(n, n + more)),
  )
  const ids = fc.constantFrom('1', '2', '3', '4', '701', '702', '703', '9', '', '__proto__')
  const answers: fc.Arbitrary<ExamAnswer> = fc.oneof(
    fc.array(ids).map((chosen) => order(...chosen)),
    fc.shuffledSubarray(['1', '2', '3', '4', '5'], { minLength: 3 }).map((chosen) => order(...chosen)),
    fc.array(fc.tuple(ids, ids)).map((chosen) => pairs(...chosen)),
  )

  it('are whole, never below zero or above the worth; the right answer has all, and no other one', () =>
    fc.assert(
      fc.property(keys, answers, fc.integer({ min: 100, max: 100_000 }), (key, answer, points) => {
        const mark = markAnswer(key, answer, points)
        expect(Number.isInteger(mark) && mark >= 0 && mark <= points).toBe(true)
        const right = { kind: key.kind, chosen: key.right } as ExamAnswer
        expect(markAnswer(key, right, points)).toBe(points)
        if (mark === points) expect(isSameAnswer(answerOfKey(key), toKeyAnswer(answer))).toBe(true)
      }),
    ))
  const toKeyAnswer = (answer: ExamAnswer) =>
    ({ kind: answer.kind, right: 'chosen' in answer ? answer.chosen : [] }) as ReturnType<typeof answerOfKey>

  it('of a blind order are a third at most, as a mean over all orders', () => {
    const permutations = (list: string[]): string[][] =>
      list.length === 0
        ? [[]]
        : list.flatMap((id) => permutations(list.filter((each) => each !== id)).map((rest) => [id, ...rest]))
    const meanOf = (count: number) => {
      const key = orderOf(count)
      const marks = permutations(key.right).map((chosen) => markAnswer(key, order(...chosen), 1000))
      return Math.round(marks.reduce((a, b) => a + b, 0) / marks.length)
    }
    expect([3, 4, 5].map(meanOf)).toEqual([278, 194, 163])
  })
})

const letters = (list: { html: string }[]) => list.map(({ html }) => html[3]!)

describe('what is sent', () => {
  it('has numbers alone, each once', () => {
    const asked = askQuestion(contentOf(pairsOf(3, 4)), place(1))
    expect(AskedExamQuestion.parse(asked)).toEqual(asked)
    expect(JSON.stringify(asked)).not.toMatch(/70\d|right|segredo/)
    if (asked.kind !== 'pairs') throw new Error('pairs are asked as pairs')
    expect(letters(asked.lefts).toSorted()).toEqual(['a', 'b', 'c'])
    expect(asked.options.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4])
  })

  it('is the same with another key, unless it would be the right one of either', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(orderOf(3).right, { minLength: 3 }), fc.nat(), (right, attempt) => {
        const [key, other] = [orderOf(3), { ...orderOf(3), right }]
        const [one, two] = [key, other].map((each) => askQuestion(contentOf(each), place(attempt)))
        const idsIn = (asked: AskedExamQuestion | undefined) =>
          'options' in asked! ? letters(asked.options).map((letter) => String('abc'.indexOf(letter) + 1)) : []
        const isOf = (asked: AskedExamQuestion | undefined, list: string[]) => idsIn(asked).join() === list.join()
        expect(isOf(one, key.right) || isOf(two, right)).toBe(false)
        if (!isOf(one, right) && !isOf(two, key.right)) expect(one).toEqual(two)
      }),
    ))

  /** Counts of what is seen over a thousand attempts at a question whose author wrote it in its right order. */
  function countShown(key: ExamKey, numbersOf: (asked: AskedExamQuestion) => string) {
    const [shown, numbers] = [new Map<string, number>(), new Map<string, number>()]
    const [lengths, fields] = [new Set<number>(), new Set<string>()]
    const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (let attempt = 0; attempt < 1000; attempt++) {
      const asked = askQuestion(contentOf(key), place(attempt, 1 + (attempt % 20)))
      if (asked.kind !== 'order' && asked.kind !== 'pairs') throw new Error('asked as another kind')
      const places =
        asked.kind === 'order'
          ? letters(asked.options)
          : letters(asked.lefts).map((letter) => letters(asked.options).indexOf(letter))
      add(shown, places.join(''))
      add(numbers, numbersOf(asked))
      lengths.add(JSON.stringify({ ...asked, number: 1 }).length)
      fields.add(
        Object.keys(asked)
          .concat(asked.options.flatMap((option) => Object.keys(option)))
          .join(),
      )
    }
    return { shown, numbers, lengths: lengths.size, fields: fields.size }
  }

  it.each([
    [3, 5],
    [4, 23],
  ])('of an order of %i is any of the %i wrong ones, with the same chance, whatever its numbers', (count, wrong) => {
    const { shown, numbers, lengths, fields } = countShown(orderOf(count), (asked) =>
      'options' in asked ? asked.options.map(({ number, html }) => html[3] === 'a' && number).join('') : '',
    )
    expect([...shown.keys()]).not.toContain('abcd'.slice(0, count))
    expect(shown.size).toBe(wrong)
    expect(surpriseOf([...shown.values()])).toBeLessThan(surpriseMax)
    const byNumber = new Map<string, number>()
    for (const [name, times] of numbers) {
      const number = /\d/.exec(name)![0]
      byNumber.set(number, (byNumber.get(number) ?? 0) + times)
    }
    expect(byNumber.size).toBe(count)
    expect(surpriseOf([...byNumber.values()])).toBeLessThan(surpriseMax)
    expect([lengths, fields]).toEqual([1, 1])
  })

  it.each([
    ['three pairs', pairsOf(3), 5, 9],
    ['two pairs and a further option', pairsOf(2, 3), 5, 6],
    ['three pairs and a further option', pairsOf(3, 4), 23, 12],
  ])('of %s has the options beside any of the others, whatever their numbers', (_, key, wrong, couples) => {
    const { shown, numbers, lengths, fields } = countShown(key, (asked) => {
      if (asked.kind !== 'pairs') return ''
      const numberOf = (list: { number: number; html: string }[]) => list.find(({ html }) => html[3] === 'a')!.number
      return `${numberOf(asked.lefts)} ${numberOf(asked.options)}`
    })
    expect([...shown.keys()]).not.toContain('0123'.slice(0, key.lefts.length))
    expect(shown.size).toBe(wrong)
    expect(surpriseOf([...shown.values()])).toBeLessThan(surpriseMax)
    expect(numbers.size).toBe(couples)
    expect(surpriseOf([...numbers.values()])).toBeLessThan(surpriseMax)
    expect([lengths, fields]).toEqual([1, 1])
  })

  it('of pairs that share their options, or two of which there are two, comes to an end', () => {
    const shared = { ...pairsOf(3, 2), right: optionsOf(3).map(({ id }) => ({ left: id, option: '701' })) }
    for (let attempt = 0; attempt < 50; attempt++)
      for (const key of [shared, pairsOf(2)])
        expect(askQuestion(contentOf(key), place(attempt))).toMatchObject({ kind: 'pairs' })
  })
})

describe('an answer', () => {
  const given = fc.oneof(
    fc
      .shuffledSubarray(orderOf(5).right, { minLength: 5 })
      .map((chosen): [ExamKey, ExamAnswer] => [orderOf(5), order(...chosen)]),
    fc
      .tuple(fc.shuffledSubarray(['1', '2', '3']), fc.shuffledSubarray(['701', '702', '703', '704'], { minLength: 3 }))
      .map(([lefts, options]): [ExamKey, ExamAnswer] => [
        pairsOf(3, 4),
        pairs(...lefts.map((left, at): [string, string] => [left, options[at]!])),
      ]),
  )
  it('finds its options in the bank, and the way back', () =>
    fc.assert(
      fc.property(given, fc.nat(), ([key, answer], attempt) => {
        const sent = answerToAttempt(contentOf(key), place(attempt), answer)!
        expect(JSON.stringify(sent)).not.toMatch(/"\d/)
        expect(answerFromAttempt(contentOf(key), place(attempt), AttemptAnswer.parse(sent))).toEqual(answer)
      }),
    ))

  it.each<[ExamKey, AttemptAnswer]>([
    [orderOf(3), { kind: 'order', chosen: [1, 2, 4] }],
    [orderOf(3), { kind: 'several', chosen: [1, 2, 3] }],
    [pairsOf(3), { kind: 'pairs', chosen: [{ left: 4, option: 1 }] }],
    [pairsOf(3), { kind: 'pairs', chosen: [{ left: 1, option: 4 }] }],
    [pairsOf(3), { kind: 'order', chosen: [1, 2, 3] }],
  ])('to %j is not %j', (key, answer) => expect(answerFromAttempt(contentOf(key), place(1), answer)).toBeUndefined())

  it.each([
    { kind: 'order', chosen: Array(11).fill(1) },
    { kind: 'order', chosen: 1 },
    { kind: 'pairs', chosen: [{ left: 1 }] },
    { kind: 'pairs', chosen: Array(11).fill({ left: 1, option: 1 }) },
    { kind: 'pairs', chosen: [{ left: 0, option: 1 }] },
  ])('is refused on the wire: %j', (answer) => expect(AttemptAnswer.safeParse(answer).success).toBe(false))

  it('that follows the shown key gets all points', () => {
    for (const key of [orderOf(5), pairsOf(3, 5)])
      for (let attempt = 0; attempt < 20; attempt++) {
        const shown = showQuestion(contentOf(key), place(attempt), { answer: undefined, earned: 0, showsKey: true })
        expect(ShownExamQuestion.parse(shown)).toEqual(shown)
        const { kind, right } = shown.solution!.key as Extract<ShownKey, { right: unknown }>
        const answer = answerFromAttempt(contentOf(key), place(attempt), { kind, chosen: right } as AttemptAnswer)
        expect(markAnswer(key, answer, 150)).toBe(150)
      }
  })
})

describe('a corrected key', () => {
  it('is another order, or other pairs, of the same texts', () => {
    const turned: ExamKey = { ...orderOf(3), right: ['3', '2', '1'] }
    expect(withAnswer(orderOf(3), answerOfKey(turned))).toEqual(turned)
    expect(asksTheSame(orderOf(3), turned)).toBe(true)
    expect(isSameAnswer(answerOfKey(orderOf(3)), answerOfKey(turned))).toBe(false)
    const { right } = pairsOf(3)
    const listed: ExamKey = { ...pairsOf(3), right: right.toReversed() }
    const swapped: ExamKey = { ...pairsOf(3), right: right.map(({ left }) => ({ left, option: '701' })) }
    expect(isSameAnswer(answerOfKey(pairsOf(3)), answerOfKey(listed))).toBe(true)
    expect(isSameAnswer(answerOfKey(pairsOf(3)), answerOfKey(swapped))).toBe(false)
    expect(asksTheSame(pairsOf(3), swapped)).toBe(true)
    expect(asksTheSame(pairsOf(3), { ...pairsOf(3), lefts: optionsOf(2) })).toBe(false)
  })

  it('is named by the places in the form', () => {
    const form = (key: ExamKey) => ({
      options: formOptionsOf(key).map(({ id }) => ({ id, words: '' })),
      lefts: leftIdsOf(key),
    })
    expect(describeAnswer({ kind: 'order', right: ['2', '1', '3'] }, form(orderOf(3)))).toBe('Itens na ordem 2, 1, 3')
    const answer = answerOfKey({ ...pairsOf(3), right: pairsOf(3).right.toReversed() })
    expect(describeAnswer(answer, form(pairsOf(3)))).toBe('1 com A, 2 com B, 3 com C')
  })
})

it.each<[string, ExamKey, string]>([
  ['an order of two', orderOf(2), examQuestionTexts.orderFew],
  ['an order that lacks an item', { ...orderOf(4), right: ['1', '2', '3'] }, examQuestionTexts.orderIncomplete],
  ['an order with one item twice', { ...orderOf(3), right: ['1', '2', '2'] }, examQuestionTexts.orderIncomplete],
  ['a left text without its option', { ...pairsOf(3), right: [] }, examQuestionTexts.pairsIncomplete],
  [
    'equal left texts',
    { ...pairsOf(3), lefts: [...optionsOf(2), { id: '3', html: '<p>a</p>' }] },
    examQuestionTexts.optionRepeated,
  ],
  ['two pairs without a further option', pairsOf(2), examQuestionTexts.pairsFew],
])('an author can not write %s', (_, key, reason) =>
  expect(WrittenKey.safeParse(key).error?.issues.map(({ message }) => message)).toEqual([reason]),
)

it('an author may write pairs of two kinds of things, and two pairs with a further option', () => {
  const sorted: ExamKey = {
    ...pairsOf(4, 2),
    right: optionsOf(4).map(({ id }, at) => ({ left: id, option: String(701 + (at % 2)) })),
  }
  for (const key of [sorted, pairsOf(2, 3), orderOf(10), pairsOf(10)]) expect(WrittenKey.parse(key)).toEqual(key)
})
