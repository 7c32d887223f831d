import { randomUUID } from 'node:crypto'
import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { saveTexts } from '@escola/contract/exam-texts'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { keys, makeExamSchool, options, point, rightSave, rightSaves } from './exam-attempts.testing.ts'

const all = keys.length * point

it('says what is ahead, and begins an attempt that asks every question without its key', async () => {
  const { state, begin, attemptsOf } = await makeExamSchool({ settings: { attempts: 2, limit_minutes: 30 } })
  const ahead = await state()
  expect(ahead).toMatchObject({
    questions: 4,
    points: all,
    refusal: null,
    attempts_left: 2,
    running: null,
    past: [],
    mark: null,
    has_passed: false,
  })
  const attempt = await begin()
  expect(attempt.questions.map(({ kind }) => kind)).toEqual(['one', 'truth', 'number', 'text'])
  expect(Date.parse(attempt.utc_ends_on!) - (await attemptsOf())[0]!.utc_begun_on.getTime()).toBe(30 * minuteMs)
  const wire = JSON.stringify(attempt)
  for (const secret of ['right', 'Autólise', '78.5', 'tolerance', 'Explica', 'seed', 'version'])
    expect(wire).not.toContain(secret)
  expect(await state()).toMatchObject({ running: { id: attempt.id }, attempts_left: 1 })
})

it('never sends the key of a running attempt, whatever is asked and saved', async () => {
  const { begin, open, save, state, result } = await makeExamSchool()
  const { id, questions } = await begin()
  const opened = await open(id)
  const saved = await save(id, { epoch: 2, saves: rightSaves(questions) })
  const asked = await result(id)
  expect(asked).toMatchObject({ status: 409, error: { code: 'attempt_running' } })
  for (const answer of [opened.body, saved.body, await state(), asked.error])
    for (const secret of ['"right"', 'Autólise', '78.5', 'Explica', 'earned'])
      expect(JSON.stringify(answer)).not.toContain(secret)
})

it('marks what is handed in, shows what may be shown, and keeps the mark', async () => {
  const { begin, handIn, state, markOf } = await makeExamSchool()
  const { id, epoch, questions } = await begin()
  const { status, body } = await handIn(id, { epoch, saves: rightSaves(questions, 3) })
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    attempt: { number: 1, handed_in_how: 'student', shows: 'key', mark: { points: 3 * point, total: all } },
    is_passing: true,
    has_passed: true,
  })
  expect(body.result.questions.map(({ earned }) => earned)).toEqual([point, point, point, 0])
  const [first] = body.result.questions
  expect(first!.solution).toMatchObject({ explanation: '<p>Explicação 1</p>' })
  const { right } = first!.solution!.key as { right: number }
  const asked = first!.question
  expect(asked.kind === 'one' && asked.options.find(({ number }) => number === right)!.html).toBe(options[0]!.html)
  expect(await state()).toMatchObject({ mark: { points: 3 * point, total: all }, has_passed: true, running: null })
  expect(await markOf()).toMatchObject({ points: 3 * point, total: all, attempts: 1 })
})

const tomorrow = new Date(Date.now() + dayMs).toISOString()

it.each([
  ['nothing', { shows: 'nothing' as const }, { shows: 'nothing', mark: null }, 0, null],
  ['the score', { shows: 'score' as const }, { shows: 'score', mark: { points: 0, total: all } }, 0, null],
  ['right and wrong', { shows: 'answers' as const }, { shows: 'answers' }, 4, null],
  [
    'nothing before passing',
    { shows_when: 'passed' as const },
    { shows: 'nothing', mark: null },
    0,
    { shows: 'key' as const, utc_on: null },
  ],
  [
    'nothing before its moment',
    { shows_when: 'moment' as const, utc_shows_on: tomorrow },
    { shows: 'nothing', mark: null },
    0,
    { shows: 'key' as const, utc_on: tomorrow },
  ],
])('shows %s', async (_, settings, attempt, count, later) => {
  const { begin, handIn, result, state } = await makeExamSchool({ settings })
  const { id, epoch } = await begin()
  const { body } = await handIn(id, { epoch, saves: [] })
  expect(body.result).toMatchObject({ attempt, later, late: 0 })
  expect(body.result.questions).toHaveLength(count)
  expect(body.result.questions.every(({ solution }) => solution === null)).toBe(true)
  expect((await result(id)).body).toEqual(body)
  expect((await state()).past[0]).toMatchObject(attempt)
})

it('orders saves by their numbers, and a newer device ends what an older one saves', async () => {
  const { begin, open, save, handIn } = await makeExamSchool()
  const { id, questions } = await begin()
  const [first] = questions
  const wrong = { question: 1, number: 2, answer: null }
  expect((await save(id, { epoch: 1, saves: [wrong] })).body.verdicts).toEqual([
    { question: 1, number: 2, verdict: 'counted' },
  ])
  expect((await save(id, { epoch: 1, saves: [rightSave(first!, 1)] })).body.verdicts[0]!.verdict).toBe('repeated')
  expect((await save(id, { epoch: 1, saves: [rightSave(first!, 3)] })).body.verdicts[0]!.verdict).toBe('counted')
  const { attempt } = (await open(id)).body
  expect(attempt).toMatchObject({ epoch: 2, answers: [{ question: 1, answer: rightSave(first!).answer }] })
  expect(attempt.questions).toEqual(questions)
  expect(await save(id, { epoch: 1, saves: [wrong] })).toMatchObject({
    status: 409,
    error: { code: 'attempt_taken_over' },
  })
  expect(await handIn(id, { epoch: 1, saves: [] })).toMatchObject({
    status: 409,
    error: { code: 'attempt_taken_over' },
  })
  expect((await handIn(id, { epoch: 2, saves: [] })).body.result.attempt.mark).toEqual({ points: point, total: all })
})

it.each([
  ['an epoch that no device has', 7, { question: 1, number: 1, answer: null }, 'epoch'],
  ['a question that is not asked', 1, { question: 5, number: 1, answer: null }, 'saves'],
  [
    'an answer of another kind',
    1,
    { question: 1, number: 1, answer: { kind: 'truth' as const, chosen: true } },
    'saves',
  ],
  ['an option that there is not', 1, { question: 1, number: 1, answer: { kind: 'one' as const, chosen: 9 } }, 'saves'],
])('refuses %s', async (_, epoch, sent, field) => {
  const { begin, save } = await makeExamSchool()
  const { id } = await begin()
  expect(await save(id, { epoch, saves: [sent] })).toMatchObject({
    status: 400,
    error: { fields: { [field]: saveTexts.unknown } },
  })
})

it('keeps what comes after the grace apart, and hands in what was there', async () => {
  const { begin, save, age, result, school } = await makeExamSchool({ settings: { limit_minutes: 10 } })
  const { id, questions } = await begin()
  await save(id, { epoch: 1, saves: [rightSave(questions[0]!)] })
  await age(id, 11 * minuteMs)
  const late = await save(id, { epoch: 1, saves: [rightSave(questions[1]!), rightSave(questions[0]!, 2)] })
  expect(late.body.verdicts.map(({ verdict }) => verdict)).toEqual(['late', 'late'])
  const { attempt, late: count } = (await result(id)).body.result
  expect(attempt).toMatchObject({ handed_in_how: 'time_over', mark: { points: point, total: all } })
  expect(count).toBe(2)
  const kept = await school.tx((db) => db.selectFrom('exam_answers').select('is_late').orderBy('is_late').execute())
  expect(kept.map(({ is_late }) => is_late)).toEqual([false, true, true])
})

it('takes answers in the grace behind the end', async () => {
  const { begin, save, age, handIn } = await makeExamSchool({ settings: { limit_minutes: 10 } })
  const { id, questions } = await begin()
  await age(id, 10 * minuteMs + 1000)
  const saved = await save(id, { epoch: 1, saves: [rightSave(questions[0]!)] })
  expect(saved.body.verdicts[0]!.verdict).toBe('counted')
  const { attempt } = (await handIn(id, { epoch: 1, saves: [rightSave(questions[1]!)] })).body.result
  expect(attempt).toMatchObject({ handed_in_how: 'student', mark: { points: 2 * point } })
})

it('refuses a further attempt while one runs, in the pause, and once all are used', async () => {
  const { begin, tryBegin, handIn, age, school } = await makeExamSchool({
    settings: { attempts: 2, pause_minutes: 60 },
  })
  const reason = async () => (await tryBegin()).error?.fields?.attempt
  const { id } = await begin()
  expect(await reason()).toContain('em andamento')
  await handIn(id, { epoch: 1, saves: [] })
  expect(await reason()).toContain('a partir de')
  await school.tx((db) =>
    db
      .updateTable('exam_attempts')
      .set({ utc_handed_in_on: new Date(Date.now() - 2 * hourMs) })
      .execute(),
  )
  await age(id, 3 * hourMs)
  const second = await begin()
  await handIn(second.id, { epoch: 1, saves: [] })
  expect(await reason()).toContain('as 2 tentativas')
})

it.each([
  ['before it opens', { utc_opens_on: new Date(Date.now() + dayMs).toISOString() }, 'Abre em'],
  ['after it has closed', { utc_closes_on: new Date(Date.now() - dayMs).toISOString() }, 'fechou em'],
])('begins nothing %s', async (_, settings, words) => {
  const { tryBegin, state } = await makeExamSchool({ settings })
  expect((await state()).refusal).toContain(words)
  expect(await tryBegin()).toMatchObject({ status: 409, error: { code: 'attempt_refused' } })
})

it('begins once under one key, and opens the attempt again for a call that is repeated', async () => {
  const { tryBegin, attemptsOf, student } = await makeExamSchool()
  const key = randomUUID()
  const [first, second] = [await tryBegin(student, key), await tryBegin(student, key)]
  expect(second.body.attempt.id).toBe(first.body.attempt.id)
  expect([first.body.attempt.epoch, second.body.attempt.epoch]).toEqual([1, 2])
  expect(await attemptsOf()).toHaveLength(1)
})

it('draws unseen questions first, and none twice', async () => {
  const questions = Array.from({ length: 6 }, () => ({ kind: 'truth' as const, right: true }))
  const { begin, handIn, school } = await makeExamSchool({
    questions,
    partsOf: (ids) => [
      { kind: 'draw', pool: ids.map((question) => ({ question, version: 1 })), count: 3, points: point },
    ],
  })
  for (let time = 0; time < 2; time++) {
    const { id, epoch } = await begin()
    await handIn(id, { epoch, saves: [] })
  }
  const rows = await school.tx((db) => db.selectFrom('exam_attempts').select('asked').execute())
  const asked = rows.flatMap((row) => (row.asked as { question: string }[]).map(({ question }) => question))
  expect(new Set(asked).size).toBe(6)
})

it('shows the key after each answer of an exercise, which then stays', async () => {
  const { begin, save, open } = await makeExamSchool({ settings: { kind: 'exercise' } })
  const { id, questions } = await begin()
  const wrong = { question: 2, number: 1, answer: { kind: 'truth' as const, chosen: false } }
  const { shown } = (await save(id, { epoch: 1, saves: [wrong] })).body
  expect(shown).toMatchObject([{ earned: 0, solution: { key: { right: true } } }])
  const again = await save(id, { epoch: 1, saves: [rightSave(questions[1]!, 2)] })
  expect(again.body).toMatchObject({ verdicts: [{ verdict: 'key_shown' }], shown: [] })
  const opened = (await open(id)).body.attempt
  expect(opened.shown).toEqual(shown)
})

it('lets no other student and no administrator into an attempt', async () => {
  const { call } = await world()
  const { begin, school, lesson, enroll } = await makeExamSchool()
  const { id: attemptId, epoch } = await begin()
  const other = await enroll()
  const body = { epoch, saves: [] }
  for (const [as, status] of [
    [other, 404],
    [school.admin, 403],
  ] as const) {
    const params = { attemptId }
    const answers = await Promise.all([
      call(examAttempts.open, { as, params }),
      call(examAttempts.save, { as, params, body }),
      call(examAttempts.handIn, { as, params, body }),
      call(examAttempts.result, { as, params }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status))
  }
  const outsider = await school.make.student()
  const params = { contentId: lesson.id }
  expect((await call(examAttempts.begin, { as: outsider, params })).error.code).toBe('degree_forbidden')
})

it('holds an attempt to the settings that it began with', async () => {
  const { begin, publish, handIn } = await makeExamSchool({ settings: { shows: 'key' } })
  const { id, epoch } = await begin()
  await publish({ shows: 'nothing', pass_percent: 100 }, 2)
  expect((await handIn(id, { epoch, saves: [] })).body.result.attempt.shows).toBe('key')
})
