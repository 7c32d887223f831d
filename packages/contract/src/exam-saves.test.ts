import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExamAnswer, ExamKey } from './exam-content.ts'
import { markAttempt } from './exam-marks.ts'
import {
  type AnswerSave,
  type AttemptAnswers,
  applySave,
  beginAnswers,
  handIn,
  offeredAnswers,
  openAnswers,
  type SaveVerdict,
} from './exam-saves.ts'

const save = (epoch: number, number: number, question: number, answer: string | null): AnswerSave<string> => ({
  epoch,
  number,
  question,
  answer,
})
const running = { isOver: false, isExercise: false }
const over = { isOver: true, isExercise: false }
const begin = () => beginAnswers<string>(3)

/** Applies saves one after another and gives what was answered to each. */
function applyAll(answers: AttemptAnswers<string>, saves: AnswerSave<string>[], circumstances = running) {
  const verdicts: SaveVerdict[] = []
  const end = saves.reduce((before, each) => {
    const { answers: after, verdict } = applySave(before, each, circumstances)
    verdicts.push(verdict)
    return after
  }, answers)
  return { answers: end, verdicts }
}
const textsOf = (map: ReadonlyMap<number, AnswerSave<string>>) =>
  Object.fromEntries([...map].map(([question, { answer }]) => [question, answer]))

describe('a save', () => {
  it('counts where it is newer than what its question has', () => {
    const { answers, verdicts } = applyAll(begin(), [
      save(1, 1, 1, 'a'),
      save(1, 3, 1, 'c'),
      save(1, 2, 1, 'b'),
      save(1, 3, 1, 'c'),
    ])
    expect(verdicts).toEqual(['counted', 'counted', 'repeated', 'repeated'])
    expect(textsOf(answers.counted)).toEqual({ 1: 'c' })
  })

  it('takes an answer back, and an older one does not bring it again', () => {
    const { answers } = applyAll(begin(), [save(1, 2, 1, null), save(1, 1, 1, 'a')])
    expect(textsOf(answers.counted)).toEqual({ 1: null })
  })

  it('of an older epoch is refused, and one of the new epoch counts with any number', () => {
    const first = applyAll(begin(), [save(1, 8, 1, 'a')]).answers
    const { answers, verdicts } = applyAll(openAnswers(first), [
      save(1, 9, 1, 'b'),
      save(1, 10, 2, 'b'),
      save(2, 1, 1, 'c'),
    ])
    expect(verdicts).toEqual(['older_epoch', 'older_epoch', 'counted'])
    expect(textsOf(answers.counted)).toEqual({ 1: 'c' })
  })

  it.each([
    ['an epoch to come', save(2, 1, 1, 'a')],
    ['no epoch', save(0, 1, 1, 'a')],
    ['a question behind the last', save(1, 1, 4, 'a')],
    ['a question before the first', save(1, 1, 0, 'a')],
  ])('of %s is unknown', (_, each) => {
    const { answers, verdicts } = applyAll(begin(), [each])
    expect([answers, verdicts]).toEqual([begin(), ['unknown']])
  })

  it('after the end is kept apart, in its order, and counts for nothing', () => {
    const first = applyAll(begin(), [save(1, 1, 1, 'a'), save(1, 2, 2, 'b')]).answers
    const { answers, verdicts } = applyAll(
      first,
      [save(1, 5, 1, 'd'), save(1, 4, 1, 'c'), save(1, 2, 2, 'b'), save(1, 3, 3, 'e')],
      over,
    )
    expect(verdicts).toEqual(['late', 'repeated', 'repeated', 'late'])
    expect(textsOf(answers.counted)).toEqual({ 1: 'a', 2: 'b' })
    expect(textsOf(answers.late)).toEqual({ 1: 'd', 3: 'e' })
    expect(applyAll(openAnswers(first), [save(1, 5, 1, 'd')], over).verdicts).toEqual(['older_epoch'])
  })

  it('of an exercise stays as it was when its key was shown', () => {
    const exercise = { isOver: false, isExercise: true }
    const { answers, verdicts } = applyAll(
      begin(),
      [save(1, 1, 1, null), save(1, 2, 1, 'a'), save(1, 3, 1, 'b'), save(1, 2, 1, 'a')],
      exercise,
    )
    expect(verdicts).toEqual(['counted', 'counted', 'key_shown', 'repeated'])
    expect(textsOf(answers.counted)).toEqual({ 1: 'a' })
  })
})

describe('handing in', () => {
  const saves = [save(1, 1, 1, 'a'), save(1, 2, 2, 'b')]

  it('brings the saves that it overtook, which are then repeated', () => {
    const { answers: after, verdict } = handIn(begin(), { epoch: 1, saves }, running)
    expect(verdict).toBe('handed_in')
    expect([after.isHandedIn, textsOf(after.counted)]).toEqual([true, { 1: 'a', 2: 'b' }])
    const { answers, verdicts } = applyAll(after, [...saves, save(1, 3, 3, 'c')])
    expect(verdicts).toEqual(['repeated', 'repeated', 'late'])
    expect(textsOf(answers.counted)).toEqual({ 1: 'a', 2: 'b' })
  })

  it('twice is once', () => {
    const { answers: once } = handIn(begin(), { epoch: 1, saves }, running)
    for (const circumstances of [running, over])
      expect(handIn(once, { epoch: 1, saves }, circumstances)).toEqual({ answers: once, verdict: 'over_before' })
  })

  it.each([
    [1, 'older_epoch'],
    [3, 'unknown'],
    [0, 'unknown'],
  ])('from epoch %i, while another device has epoch 2, changes nothing', (epoch, verdict) => {
    const other = openAnswers(begin())
    expect(handIn(other, { epoch, saves }, running)).toEqual({ answers: other, verdict })
  })

  it('after the end keeps what came late', () => {
    const { answers, verdict } = handIn(begin(), { epoch: 1, saves }, over)
    expect([answers.isHandedIn, verdict]).toEqual([false, 'over_before'])
    expect([answers.counted.size, textsOf(answers.late)]).toEqual([0, { 1: 'a', 2: 'b' }])
  })
})

it('a device offers its newest answers to questions that have none', () => {
  const { answers } = applyAll(openAnswers(begin()), [save(2, 1, 1, 'x'), save(2, 2, 2, null)])
  const refused = [save(1, 1, 1, 'a'), save(1, 3, 2, 'c'), save(1, 2, 2, 'b'), save(1, 4, 3, 'd'), save(1, 5, 3, null)]
  expect(offeredAnswers(refused, answers.counted)).toEqual([save(1, 3, 2, 'c')])
})

describe('the score', () => {
  const keys: { key: ExamKey; points: number }[] = [
    { key: { kind: 'text', right: ['a'] }, points: 100 },
    { key: { kind: 'number', right: '1', tolerance: '0', unit: '' }, points: 250 },
    { key: { kind: 'truth', right: true }, points: 75 },
  ]
  const someAnswer: fc.Arbitrary<ExamAnswer | null> = fc.constantFrom(
    { kind: 'text', typed: 'a' },
    { kind: 'text', typed: 'b' },
    { kind: 'number', typed: '1' },
    { kind: 'truth', chosen: true },
    null,
  )
  const someSaves = fc.array(fc.record({ question: fc.integer({ min: 1, max: 3 }), answer: someAnswer }), {
    maxLength: 8,
  })
  const numbered = (epoch: number, list: { question: number; answer: ExamAnswer | null }[]): AnswerSave<ExamAnswer>[] =>
    list.map((each, at) => ({ ...each, epoch, number: at + 1 }))
  const scoreOf = (answers: AttemptAnswers<ExamAnswer>) =>
    markAttempt(keys, (question) => answers.counted.get(question)?.answer ?? undefined).mark.points
  /** The model: the last answer that a student gave to each question, in the order in which they were given. */
  const modelScore = (given: { question: number; answer: ExamAnswer | null }[]) => {
    const last = new Map(given.map(({ question, answer }) => [question, answer]))
    return markAttempt(keys, (question) => last.get(question) ?? undefined).mark.points
  }
  /** Messages in any order, some of them several times and some never. */
  const someOrder = fc.array(fc.nat(30), { maxLength: 30 })
  const deliver = (
    answers: AttemptAnswers<ExamAnswer>,
    sent: AnswerSave<ExamAnswer>[],
    order: number[],
    circumstances = running,
  ) => order.reduce((before, at) => (sent[at] ? applySave(before, sent[at], circumstances).answers : before), answers)

  it('is that of the answers given, whatever order, repetition or loss the saves meet before and after the hand-in', () =>
    fc.assert(
      fc.property(someSaves, someOrder, someOrder, fc.integer({ min: 1, max: 3 }), (given, before, after, times) => {
        const sent = numbered(1, given)
        let answers = deliver(beginAnswers<ExamAnswer>(3), sent, before)
        for (let time = 0; time < times; time++) {
          answers = handIn(answers, { epoch: 1, saves: sent }, time > 0 ? over : running).answers
          answers = deliver(answers, sent, after, time > 1 ? over : running)
        }
        expect(scoreOf(answers)).toBe(modelScore(given))
        expect(answers.late.size).toBe(0)
      }),
    ))

  it('is that of what came before the end, by the order in which it was given', () =>
    fc.assert(
      fc.property(someSaves, someOrder, someOrder, (given, before, after) => {
        const sent = numbered(1, given)
        const answers = deliver(deliver(beginAnswers<ExamAnswer>(3), sent, before), sent, after, over)
        expect(scoreOf(answers)).toBe(modelScore(given.filter((_, at) => before.includes(at))))
      }),
    ))

  it('is that of devices one after another, where a device that lost the attempt changes nothing', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someSaves, someOrder), { minLength: 1, maxLength: 4 }),
        someOrder,
        (devices, strays) => {
          let answers = beginAnswers<ExamAnswer>(3)
          const counted: { question: number; answer: ExamAnswer | null }[] = []
          devices.forEach(([given, order], index) => {
            if (index > 0) answers = openAnswers(answers)
            const older = devices.slice(0, index).flatMap(([other], at) => numbered(at + 1, other))
            answers = deliver(answers, older, strays)
            answers = deliver(answers, numbered(index + 1, given), order)
            answers = deliver(answers, older, strays)
            counted.push(...given.filter((_, at) => order.includes(at)))
          })
          expect(scoreOf(answers)).toBe(modelScore(counted))
        },
      ),
    ))

  it('marked again is the same, and follows a corrected key once', () => {
    const answers = new Map<number, ExamAnswer>([
      [1, { kind: 'text', typed: 'b' }],
      [3, { kind: 'truth', chosen: true }],
    ])
    const before = markAttempt(keys, (question) => answers.get(question))
    expect(before).toEqual({ earned: [0, 0, 75], mark: { points: 75, total: 425 }, waiting: 0 })
    const corrected = keys.with(0, { key: { kind: 'text', right: ['b'] }, points: 100 })
    const after = markAttempt(corrected, (question) => answers.get(question))
    expect(after).toEqual({ earned: [100, 0, 75], mark: { points: 175, total: 425 }, waiting: 0 })
    expect(markAttempt(corrected, (question) => answers.get(question))).toEqual(after)
  })
})
