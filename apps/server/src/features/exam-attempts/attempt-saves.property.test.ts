import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import type { ExamAnswer } from '@escola/contract/exam-content'
import { markAttempt } from '@escola/contract/exam-marks'
import {
  type AttemptAnswers,
  applySave,
  beginAnswers,
  handIn as handInModel,
  openAnswers,
} from '@escola/contract/exam-saves'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSchool, type School } from '../../core/scope.ts'
import { dieAtEachStep } from '../../testing/dying-worker.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { Outlines } from '../learning/outlines.service.ts'
import { beginAttempt } from './beginning.service.ts'
import { handIn, openAttempt, saveAnswers } from './exam-attempts.service.ts'
import { keys, makeExamSchool, options, point } from './exam-attempts.testing.ts'

const place = fc.integer({ min: 0, max: keys.length - 1 })
const step = fc.oneof(
  /** An answer: right, another, or withdrawn. A lost save arrives with a later one or with the hand-in, or never. */
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('answer' as const),
      at: place,
      choice: fc.constantFrom('right', 'wrong', 'none'),
      isLost: fc.boolean(),
      isKilled: fc.boolean(),
    }),
  },
  /** Saves of this device arrive again, or late, the newest first. */
  { weight: 3, arbitrary: fc.record({ act: fc.constant('repeat' as const), back: fc.nat(5), isKilled: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('move' as const), isKilled: fc.boolean() }) },
)

const right: ExamAnswer[] = [
  { kind: 'one', chosen: '1' },
  { kind: 'truth', chosen: true },
  { kind: 'number', typed: '78,5' },
  { kind: 'text', typed: 'autólise' },
]
const wrong: ExamAnswer[] = [
  { kind: 'one', chosen: '2' },
  { kind: 'truth', chosen: false },
  { kind: 'number', typed: '12' },
  { kind: 'text', typed: 'sova' },
]

/** An answer in the attempt's own option numbers. */
const toAttempt = (question: AskedExamQuestion, answer: ExamAnswer): AttemptAnswer => {
  if (answer.kind === 'several') throw new Error('no question of the fixture has several right options')
  if (answer.kind !== 'one' || question.kind !== 'one') return answer as AttemptAnswer
  const { html } = options.find(({ id }) => id === answer.chosen)!
  return { kind: 'one', chosen: question.options.find((option) => option.html === html)!.number }
}

it('gives the score that the model gives, whatever is lost, repeated, out of order or killed', async () => {
  const { database, tools } = await world()
  const fixture = await makeExamSchool()
  const { school, enroll, attemptsOf } = fixture
  const limit = { take: async () => ({ waitMs: 0, count: 1 }) }
  const attemptTools = { ...tools, limit, outlines: new Outlines() }
  const open = (id: string) => openSchool(database, id, 'kept')
  const play = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    const person = await enroll()
    const attended = (as: School) => ({ ...makeAttended(as, person), idempotencyKey: `k-${person.userId}` })
    /** Runs an act once, or repeatedly on connections that die before and after its commits. */
    const act = async (isKilled: boolean, work: (as: School) => Promise<void>) => {
      if (!isKilled) return work(open(school.id))
      expect(await dieAtEachStep(open, (dying) => work(dying(school.id)))).toBeGreaterThanOrEqual(2)
    }
    let attempt = (await beginAttempt(attended(open(school.id)), { contentId: fixture.lesson.id }, attemptTools))
      .attempt
    await act(true, async (as) => {
      attempt = (await beginAttempt(attended(as), { contentId: fixture.lesson.id }, attemptTools)).attempt
    })
    let model: AttemptAnswers<ExamAnswer> = { ...beginAnswers<ExamAnswer>(keys.length), epoch: attempt.epoch }
    const running = { isOver: false, isExercise: false }
    type Save = { question: number; number: number; answer: ExamAnswer | null }
    let device: Save[] = []
    const toWire = ({ answer, ...save }: Save) => ({
      ...save,
      answer: answer && toAttempt(attempt.questions[save.question - 1]!, answer),
    })
    const send = (saves: Save[], isKilled: boolean) => {
      for (const save of saves) model = applySave(model, { ...save, epoch: attempt.epoch }, running).answers
      const body = { attemptId: attempt.id, epoch: attempt.epoch, saves: saves.map(toWire) }
      return act(isKilled, async (as) => void (await saveAnswers(attended(as), body, attemptTools)))
    }
    for (const each of steps) {
      if (each.act === 'answer') {
        const { at, choice } = each
        const answer = choice === 'none' ? null : (choice === 'right' ? right : wrong)[at]!
        const save = { question: at + 1, number: device.length + 1, answer }
        device.push(save)
        if (!each.isLost) await send([save], each.isKilled)
      } else if (each.act === 'repeat') {
        const again = device.slice(-each.back - 1).toReversed()
        if (again.length > 0) await send(again, each.isKilled)
      } else {
        const before = attempt.epoch
        await act(each.isKilled, async (as) => {
          attempt = (await openAttempt(attended(as), { attemptId: attempt.id }, attemptTools)).attempt
        })
        for (let epoch = before; epoch < attempt.epoch; epoch++) model = openAnswers(model)
        device = []
      }
    }
    const all = { epoch: attempt.epoch, saves: device }
    const { answers } = handInModel(
      model,
      { ...all, saves: device.map((save) => ({ ...save, epoch: all.epoch })) },
      running,
    )
    const expected = markAttempt(
      keys.map((key) => ({ key, points: point })),
      (question) => answers.counted.get(question)?.answer ?? undefined,
    )
    const body = { attemptId: attempt.id, epoch: attempt.epoch, saves: device.map(toWire) }
    await act(true, async (as) => void (await handIn(attended(as), body, attemptTools)))
    expect(await attemptsOf(person)).toMatchObject([{ ...expected.mark, handed_in_how: 'student' }])
    expect(await fixture.markOf(person)).toMatchObject({ ...expected.mark, attempts: 1 })
  })
  await fc.assert(play, { numRuns: runsOf(8), endOnFailure: true })
})
