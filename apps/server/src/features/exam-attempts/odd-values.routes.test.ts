import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import type { ExamKey } from '@escola/contract/exam-content'
import { newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import { refusals } from '@escola/contract/refusals'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { makeExamSchool, options } from './exam-attempts.testing.ts'

/** Texts that PostgreSQL doesn't store: a NUL, and halves of an emoji. */
const unstorable = ['78,5\0', '\ud83d78,5', '78,5\ude00']

it('keeps an answer that no keyboard types, and stores it without what a database refuses', async () => {
  const { begin, save, open } = await makeExamSchool()
  const { id } = await begin()
  for (const [at, typed] of unstorable.entries()) {
    const saves = (['number', 'text'] as const).map((kind, place) => ({
      question: place + 3,
      number: at + 1,
      answer: { kind, typed },
    }))
    const { status, body } = await save(id, { epoch: 1, saves })
    expect([status, body.verdicts?.map(({ verdict }) => verdict)]).toEqual([200, ['counted', 'counted']])
  }
  const { answers } = (await open(id)).body.attempt
  expect(answers.map(({ answer }) => 'typed' in answer && answer.typed)).toEqual(['78,5\ufffd', '78,5\ufffd'])
})

it('marks an order or pairs that no screen gives as wrong, and takes no option that is unknown', async () => {
  const ids = options.map(({ id }) => id)
  const right = ids.map((id) => ({ left: id, option: id }))
  const questions: ExamKey[] = [
    { kind: 'order', options, right: ids },
    { kind: 'pairs', lefts: options, options, right },
    { kind: 'order', options, right: ids },
  ]
  const { begin, save, handIn } = await makeExamSchool({ questions })
  const { id } = await begin()
  const saveOf = (question: number, answer: AttemptAnswer) => ({
    epoch: 1,
    saves: [{ question, number: question, answer }],
  })
  const unknown: [number, AttemptAnswer][] = [
    [1, { kind: 'order', chosen: [1, 2, 4] }],
    [2, { kind: 'pairs', chosen: [{ left: 4, option: 1 }] }],
    [2, { kind: 'order', chosen: [1, 2, 3] }],
  ]
  for (const [question, answer] of unknown) expect((await save(id, saveOf(question, answer))).status).toBe(400)
  const pair = { left: 1, option: 1 }
  const odd: [number, AttemptAnswer][] = [
    [1, { kind: 'order', chosen: [1, 1, 1] }],
    [2, { kind: 'pairs', chosen: [pair, pair, pair] }],
    [3, { kind: 'order', chosen: [] }],
  ]
  for (const [question, answer] of odd) expect((await save(id, saveOf(question, answer))).status).toBe(200)
  const { body } = await handIn(id, { epoch: 1, saves: [] })
  expect(body.result.attempt.mark).toEqual({ points: 0, total: 300 })
})

const filter = { tag: '', kind: '', difficulty: '', degree: '' } as const

it('looks for odd tags and finds nothing', async () => {
  const { call } = await world()
  const { school, course } = await makeExamSchool()
  const as = school.admin
  const params = { lessonId: course.lessons[1]!.id }
  for (const tag of unstorable) {
    const { exam } = (await call(exams.get, { as, params })).body
    const parts = [{ kind: 'draw' as const, id: 'a', filter: { ...filter, tag }, count: 1, points: 100 }]
    const plan = { settings: newExamSettings, parts }
    const saved = await call(exams.save, { as, params, body: { version: exam?.version ?? null, plan } })
    expect([saved.status, saved.body.exam?.draws]).toEqual([200, [{ part: 'a', found: 0, has_open: false }]])
    expect((await call(examQuestions.list, { as, query: { page: 1, search: '', ...noFilter, tag } })).status).toBe(200)
  }
})
const noFilter = { ...filter, used: '', state: '' } as const

it('refuses moments of a plan from which no later one could be told', async () => {
  const { call } = await world()
  const { school, course } = await makeExamSchool()
  const params = { lessonId: course.lessons[1]!.id }
  for (const field of ['utc_opens_on', 'utc_closes_on', 'utc_shows_on'])
    for (const utc of ['9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z']) {
      const plan = { settings: { ...newExamSettings, [field]: utc }, parts: [] }
      const { error } = await call(exams.save, { as: school.admin, params, body: { version: null, plan } })
      expect(error.fields).toEqual({ [`plan.settings.${field}`]: refusals.farMoment })
    }
})
