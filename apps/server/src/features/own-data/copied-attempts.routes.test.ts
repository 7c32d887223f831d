import { hourMs } from '@escola/contract/durations'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { ownData } from '@escola/contract/own-data.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { type ExamSchool, makeExamSchool, options, rightSaves } from '../exam-attempts/exam-attempts.testing.ts'

interface CopiedSchool {
  id: string
  exam_attempts: { points: number | null; total: number | null }[]
  exam_marks: { points: number | null; total: number | null; utc_passed_on: string | null }[]
  exam_answers: { place: number; answer: unknown }[]
}

async function copyOf({ student, school }: ExamSchool) {
  const { call } = await world()
  const { body } = await call(ownData.copy, { as: student })
  return (body as unknown as { schools: CopiedSchool[] }).schools.find(({ id }) => id === school.id)!
}

const hours = (count: number) => new Date(Date.now() + count * hourMs).toISOString()
const all = [400, 400, 400, 400]
it.each<[string, Partial<ExamSettings>, (number | null)[]]>([
  ['show nothing', { shows: 'nothing' }, [null, 400, null, null]],
  ['wait for a moment', { shows_when: 'moment', utc_shows_on: hours(1) }, [null, 400, null, null]],
  ['have waited for a moment', { shows_when: 'moment', utc_shows_on: hours(-1) }, all],
  ['show the score', { shows: 'score' }, all],
  ['show it to those who have passed', { shows_when: 'passed' }, all],
  ['are those of an exercise', { kind: 'exercise', shows: 'nothing' }, all],
])('a copy of one’s own data tells no points before the lesson does: settings that %s', async (_, settings, told) => {
  const fixture = await makeExamSchool({ settings })
  const { id, questions } = await fixture.begin()
  expect((await copyOf(fixture)).exam_attempts.map(({ points, total }) => [points, total])).toEqual([[null, null]])
  await fixture.handIn(id, { epoch: 1, saves: rightSaves(questions) })
  const { exam_attempts, exam_marks } = await copyOf(fixture)
  expect([...exam_attempts, ...exam_marks].flatMap(({ points, total }) => [points, total])).toEqual(told)
})

it('a copy of one’s own data has answers in words, and no ids that tell the order of the bank', async () => {
  const several = { kind: 'several' as const, options, right: ['1'] }
  const order = { kind: 'order' as const, options, right: ['1', '2', '3'] }
  const right = options.map(({ id }) => ({ left: id, option: id }))
  const pairs = { kind: 'pairs' as const, lefts: options, options, right }
  const fixture = await makeExamSchool({
    questions: [{ kind: 'one', options, right: '1' }, several, { kind: 'truth', right: true }, order, pairs],
  })
  const { id, questions } = await fixture.begin()
  const [one, two] = questions
  const [ordered, paired] = questions.slice(3)
  const numbersOf = (question: typeof one) => ('options' in question! ? question.options : [])
  const chosen = numbersOf(one)[0]!
  const both = numbersOf(two).slice(0, 2)
  const turned = numbersOf(ordered).toReversed()
  const left = paired?.kind === 'pairs' ? paired.lefts[2]! : undefined
  const option = numbersOf(paired)[0]!
  await fixture.save(id, {
    epoch: 1,
    saves: [
      { question: 1, number: 1, answer: { kind: 'one', chosen: chosen.number } },
      { question: 2, number: 1, answer: { kind: 'several', chosen: both.map(({ number }) => number) } },
      { question: 3, number: 1, answer: { kind: 'truth', chosen: false } },
      { question: 4, number: 1, answer: { kind: 'order', chosen: turned.map(({ number }) => number) } },
      {
        question: 5,
        number: 1,
        answer: { kind: 'pairs', chosen: [{ left: left!.number, option: option.number }] },
      },
    ],
  })
  const answers = (await copyOf(fixture)).exam_answers.map(({ answer }) => answer)
  expect(answers).toEqual([
    { kind: 'one', chosen: [chosen.html] },
    { kind: 'several', chosen: expect.arrayContaining(both.map(({ html }) => html)) },
    { kind: 'truth', chosen: false },
    { kind: 'order', chosen: turned.map(({ html }) => html) },
    { kind: 'pairs', chosen: [{ left: left!.html, option: option.html }] },
  ])
  await fixture.save(id, { epoch: 1, saves: [{ question: 2, number: 2, answer: { kind: 'several', chosen: [] } }] })
  expect((await copyOf(fixture)).exam_answers[1]!.answer).toEqual({ kind: 'several', chosen: [] })
})
