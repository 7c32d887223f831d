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
  showQuestion,
} from './exam-attempt-wire.ts'
import { seedOf, surpriseMax, surpriseOf } from './exam-chances.testing.ts'
import type { ExamAnswer, ExamKey } from './exam-content.ts'
import { markAnswer } from './exam-marks.ts'

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(700 + at), html: `<p>${'abcdefghij'[at]}</p>` }))
const contentOf = (key: ExamKey, isShuffled = true): ExamQuestionContent => ({
  html: '<p>Qual?</p>',
  explanation: '<p>Porque sim: segredo</p>',
  key,
  isShuffled,
})
const place = (attempt: number, number = 1): AskedPlace => ({ number, points: 150, seed: seedOf(attempt) })
const one = (right: string, count = 4): ExamKey => ({ kind: 'one', options: optionsOf(count), right })
const several = (right: string[], count = 4): ExamKey => ({ kind: 'several', options: optionsOf(count), right })
const optionsIn = (asked: AskedExamQuestion) => ('options' in asked ? asked.options : [])

describe('a question to be answered', () => {
  it.each<[ExamKey, AskedExamQuestion]>([
    [
      { kind: 'truth', right: true },
      { kind: 'truth', number: 1, points: 150, html: '<p>Qual?</p>' },
    ],
    [
      { kind: 'number', right: '3', tolerance: '1', unit: 'kg' },
      { kind: 'number', number: 1, points: 150, html: '<p>Qual?</p>', unit: 'kg' },
    ],
    [
      { kind: 'text', right: ['a'] },
      { kind: 'text', number: 1, points: 150, html: '<p>Qual?</p>' },
    ],
    [
      { kind: 'open', guide: '<p>Segredo</p>' },
      { kind: 'open', number: 1, points: 150, html: '<p>Qual?</p>' },
    ],
  ])('of %j has nothing else', (key, asked) => {
    expect(askQuestion(contentOf(key), place(1))).toEqual(asked)
    expect(AskedExamQuestion.parse(asked)).toEqual(asked)
  })

  it('has each option once, under numbers from 1, and no id of the bank', () => {
    const asked = askQuestion(contentOf(one('700')), place(1))
    expect(
      optionsIn(asked)
        .map(({ number }) => number)
        .toSorted(),
    ).toEqual([1, 2, 3, 4])
    expect(
      optionsIn(asked)
        .map(({ html }) => html)
        .toSorted(),
    ).toEqual(optionsOf(4).map(({ html }) => html))
    expect(JSON.stringify(asked)).not.toMatch(/70\d/)
    expect(AskedExamQuestion.parse(asked)).toEqual(asked)
  })

  it('keeps the order of the options where the question says so, under random numbers all the same', () => {
    const asked = [1, 2, 3].map((attempt) => optionsIn(askQuestion(contentOf(one('700'), false), place(attempt))))
    for (const options of asked) expect(options.map(({ html }) => html)).toEqual(optionsOf(4).map(({ html }) => html))
    expect(new Set(asked.map((options) => options.map(({ number }) => number).join())).size).toBeGreaterThan(1)
  })

  it('is the same at each reading, and differs between attempts and places', () => {
    const ask = (attempt: number, number: number) =>
      optionsIn(askQuestion(contentOf(one('700', 10)), place(attempt, number)))
    expect(ask(1, 1)).toEqual(ask(1, 1))
    expect(ask(1, 1)).not.toEqual(ask(2, 1))
    expect(ask(1, 1)).not.toEqual(ask(1, 2))
  })
})

describe('the key', () => {
  const ids = optionsOf(5).map(({ id }) => id)
  /** Pairs of keys of the same question, of which either may be the right one. */
  const twoKeys: fc.Arbitrary<[ExamKey, ExamKey]> = fc.oneof(
    fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
      .map(([a, b]): [ExamKey, ExamKey] => [one(a, 5), one(b, 5)]),
    fc
      .tuple(fc.shuffledSubarray(ids, { minLength: 1 }), fc.shuffledSubarray(ids, { minLength: 1 }))
      .map(([a, b]): [ExamKey, ExamKey] => [several(a, 5), several(b, 5)]),
    fc.constant<[ExamKey, ExamKey]>([
      { kind: 'truth', right: true },
      { kind: 'truth', right: false },
    ]),
    fc.constant<[ExamKey, ExamKey]>([
      { kind: 'number', right: '1', tolerance: '0', unit: 'kg' },
      { kind: 'number', right: '-123456.789', tolerance: '12.5', unit: 'kg' },
    ]),
    fc.constant<[ExamKey, ExamKey]>([
      { kind: 'text', right: ['a'] },
      { kind: 'text', right: ['um texto mais longo', 'outro'] },
    ]),
  )

  it('changes not one byte of the question that is asked', () =>
    fc.assert(
      fc.property(
        twoKeys,
        fc.nat(),
        fc.integer({ min: 1, max: 500 }),
        fc.boolean(),
        (keys, attempt, number, isShuffled) => {
          const [a, b] = keys.map((key, at) =>
            JSON.stringify(
              askQuestion({ ...contentOf(key, isShuffled), explanation: 'x'.repeat(at * 9) }, place(attempt, number)),
            ),
          )
          expect(a).toBe(b)
          expect(a).not.toMatch(/right|tolerance|key|explanation|segredo/)
        },
      ),
    ))

  it('correlates with no position, number, id, length or field over a thousand attempts', () => {
    const tables = {
      position: [0, 0, 0, 0],
      number: [0, 0, 0, 0],
      both: Array<number>(16).fill(0),
      before: [0, 0],
    }
    const lengths = new Set<number>()
    const fields = new Set<string>()
    // The author wrote the right option first in each question, as many do.
    for (let attempt = 0; attempt < 1000; attempt++) {
      const asked = askQuestion(contentOf(one('700')), place(attempt, 1 + (attempt % 20)))
      const options = optionsIn(asked)
      const position = options.findIndex(({ html }) => html === '<p>a</p>')
      const { number } = options[position]!
      tables.position[position]!++
      tables.number[number - 1]!++
      tables.both[position * 4 + number - 1]!++
      tables.before[Number(options.findIndex(({ html }) => html === '<p>b</p>') < position)]!++
      lengths.add(JSON.stringify({ ...asked, number: 1 }).length)
      fields.add(
        Object.keys(asked)
          .concat(options.flatMap((option) => Object.keys(option)))
          .join(),
      )
    }
    for (const counts of Object.values(tables)) expect(surpriseOf(counts)).toBeLessThan(surpriseMax)
    expect([lengths.size, fields.size]).toEqual([1, 1])
  })

  it('is told by neither the numbers nor the places of several right options', () => {
    const [numbers, positions] = [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]
    for (let attempt = 0; attempt < 1000; attempt++)
      for (const [position, { html, number }] of optionsIn(
        askQuestion(contentOf(several(['700', '701'], 5)), place(attempt)),
      ).entries())
        if ('<p>a</p><p>b</p>'.includes(html)) {
          numbers[number - 1]!++
          positions[position]!++
        }
    expect(surpriseOf(numbers)).toBeLessThan(surpriseMax)
    expect(surpriseOf(positions)).toBeLessThan(surpriseMax)
  })

  it('is told by no other question of the attempt', () => {
    const pairs = Array<number>(16).fill(0)
    for (let attempt = 0; attempt < 1000; attempt++) {
      const [a, b] = [1, 2].map((number) =>
        optionsIn(askQuestion(contentOf(one('700')), place(attempt, number))).findIndex(
          ({ html }) => html === '<p>a</p>',
        ),
      )
      pairs[a! * 4 + b!]!++
    }
    expect(surpriseOf(pairs)).toBeLessThan(surpriseMax)
  })
})

describe('an answer', () => {
  it('finds its options in the bank, and the way back', () =>
    fc.assert(
      fc.property(
        fc.shuffledSubarray(optionsOf(5).map(({ id }) => id)),
        fc.nat(),
        fc.boolean(),
        (chosen, attempt, isShuffled) => {
          const content = contentOf(several(['700'], 5), isShuffled)
          const sent = answerToAttempt(content, place(attempt), { kind: 'several', chosen })!
          expect(answerFromAttempt(content, place(attempt), AttemptAnswer.parse(sent))).toEqual({
            kind: 'several',
            chosen,
          })
        },
      ),
    ))

  it('that chooses what is seen to be right gets the points', () => {
    for (let attempt = 0; attempt < 50; attempt++) {
      const content = contentOf(one('702'))
      const { number } = optionsIn(askQuestion(content, place(attempt))).find(({ html }) => html === '<p>c</p>')!
      const answer = answerFromAttempt(content, place(attempt), { kind: 'one', chosen: number })
      expect(markAnswer(content.key, answer, 150)).toBe(150)
    }
  })

  it.each<[ExamKey, AttemptAnswer]>([
    [one('700'), { kind: 'one', chosen: 5 }],
    [one('700'), { kind: 'several', chosen: [1] }],
    [several(['700']), { kind: 'several', chosen: [1, 5] }],
    [several(['700']), { kind: 'one', chosen: 1 }],
    [
      { kind: 'truth', right: true },
      { kind: 'text', typed: 'sim' },
    ],
    [
      { kind: 'text', right: ['1'] },
      { kind: 'number', typed: '1' },
    ],
  ])('to %j is not %j', (key, answer) => expect(answerFromAttempt(contentOf(key), place(1), answer)).toBeUndefined())

  it.each([
    { kind: 'one', chosen: 0 },
    { kind: 'one', chosen: 11 },
    { kind: 'one', chosen: '1' },
    { kind: 'several', chosen: Array(11).fill(1) },
    { kind: 'number', typed: '1'.repeat(61) },
    { kind: 'text', typed: 'a'.repeat(201) },
    { kind: 'essay', typed: 'a' },
  ])('is refused on the wire: %j', (answer) => expect(AttemptAnswer.safeParse(answer).success).toBe(false))

  it.each<[ExamKey, ExamAnswer]>([
    [one('700'), { kind: 'one', chosen: '999' }],
    [several(['700']), { kind: 'several', chosen: ['700', '999'] }],
    [one('700'), { kind: 'text', typed: 'a' }],
  ])('to %j that is kept and not of the question is shown as none: %j', (key, answer) =>
    expect(showQuestion(contentOf(key), place(1), { answer, earned: 0, showsKey: false }).answer).toBeNull(),
  )
})

describe('a question that is shown', () => {
  it('has the answer and its points, and the key only where it may', () => {
    const content = contentOf(several(['700', '702']))
    const answer: ExamAnswer = { kind: 'several', chosen: ['700'] }
    const verdict = showQuestion(content, place(3), { answer, earned: 75, showsKey: false })
    expect(verdict.solution).toBeNull()
    expect(JSON.stringify(verdict)).not.toMatch(/segredo|70\d/)
    const shown = showQuestion(content, place(3), { answer, earned: 75, showsKey: true })
    expect(ShownExamQuestion.parse(shown)).toEqual(shown)
    expect(shown.question).toEqual(askQuestion(content, place(3)))
    expect(shown.earned).toBe(75)
    const htmlOf = new Map(optionsIn(shown.question).map(({ number, html }) => [number, html]))
    const key = shown.solution!.key as { right: number[] }
    expect(key.right.map((number) => htmlOf.get(number)).toSorted()).toEqual(['<p>a</p>', '<p>c</p>'])
    expect(htmlOf.get((shown.answer as { chosen: number[] }).chosen[0]!)).toBe('<p>a</p>')
  })

  it.each<[ExamKey, ExamAnswer, unknown]>([
    [
      { kind: 'truth', right: false },
      { kind: 'truth', chosen: true },
      { kind: 'truth', right: false },
    ],
    [
      { kind: 'number', right: '3', tolerance: '0.5', unit: 'kg' },
      { kind: 'number', typed: '3,2' },
      { kind: 'number', right: '3', tolerance: '0.5' },
    ],
    [
      { kind: 'text', right: ['a', 'b'] },
      { kind: 'text', typed: 'B' },
      { kind: 'text', right: ['a', 'b'] },
    ],
  ])('of %j', (key, answer, solution) => {
    const shown = showQuestion(contentOf(key), place(1), { answer, earned: 0, showsKey: true })
    expect([shown.answer, shown.solution!.key]).toEqual([answer, solution])
    expect(ShownExamQuestion.parse(shown)).toEqual(shown)
  })

  it('of one right option names it by its number, and no answer is null', () => {
    const content = contentOf(one('701'))
    const shown = showQuestion(content, place(1), { answer: undefined, earned: 0, showsKey: true })
    expect(shown.answer).toBeNull()
    const { number } = optionsIn(shown.question).find(({ html }) => html === '<p>b</p>')!
    expect(shown.solution!.key).toEqual({ kind: 'one', right: number })
  })
})

it('shows an open question with its explanation and what was said of the answer, and never the guide', () => {
  const content = contentOf({ kind: 'open', guide: '<p>Orientação</p>' })
  const byHand = { is_waiting: false, comment: 'Bom!' }
  const answer: ExamAnswer = { kind: 'open', typed: 'Um\ntexto' }
  const shown = showQuestion(content, place(1), { answer, earned: 75, byHand, showsKey: true })
  expect(shown).toMatchObject({ answer, earned: 75, by_hand: byHand, solution: { key: { kind: 'open' } } })
  expect(JSON.stringify(shown)).not.toContain('Orientação')
})
