import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { examResults } from '@escola/contract/exam-results.contract'
import { learning } from '@escola/contract/learning.contract'
import { notifications } from '@escola/contract/notifications.contract'
import { expect, it } from 'vitest'
import { openTransaction } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { killWaiting, point } from '../exam-attempts/exam-attempts.testing.ts'
import { makeOpenSchool } from './exam-open-answers.testing.ts'

it('has no mark, no pass and nothing to show until all of an attempt is corrected', async () => {
  const { attempt, result, correct, state, markOf, attemptsOf, call, student, course } = await makeOpenSchool({
    settings: { pass_percent: 60 },
  })
  const id = await attempt(['Glúten.\nE água.', 'Sal.'])
  const before = (await result(id)).body.result
  expect(before).toMatchObject({
    attempt: { shows: 'nothing', mark: null, is_waiting: true },
    is_passing: null,
    has_passed: false,
    questions: [],
    later: null,
  })
  expect(await markOf()).toMatchObject({ points: null, attempts: 1, utc_passed_on: null })
  const lessonNow = async () =>
    (await call(learning.course, { as: student, params: { degreeLink: course.link } })).body.degree.modules[0]!
      .content[0]!
  expect(await lessonNow()).toMatchObject({ is_waiting: true })
  expect((await correct(id, 2, 80, 'Bom!')).status).toBe(200)
  expect((await attemptsOf())[0]).toMatchObject({ points: null, total: 3 * point })
  expect((await markOf())?.points).toBeNull()
  await correct(id, 3, 55)
  const after = (await result(id)).body.result
  expect(after).toMatchObject({
    attempt: { shows: 'key', mark: { points: 235, total: 300 }, is_waiting: false },
    is_passing: true,
    has_passed: true,
  })
  expect(after.questions[1]).toMatchObject({
    answer: { kind: 'open', typed: 'Glúten.\nE água.' },
    earned: 80,
    by_hand: { is_waiting: false, comment: 'Bom!' },
  })
  expect(JSON.stringify(after)).not.toContain('Fale do glúten')
  expect((await state()).mark).toEqual({ points: 235, total: 300 })
  expect(await lessonNow()).toMatchObject({ mark: '2,35 de 3' })
  // Changed later: the mark follows, and passing stays.
  await correct(id, 2, 0)
  expect((await result(id)).body.result).toMatchObject({ attempt: { mark: { points: 155 } }, has_passed: true })
})

it('lets an answer that was left empty earn nothing, and waits for no person', async () => {
  const { attempt, result, list } = await makeOpenSchool()
  const id = await attempt([' \n', ''])
  expect((await result(id)).body.result.attempt).toMatchObject({ mark: { points: 100 }, is_waiting: false })
  expect((await list()).open_answers.total).toBe(0)
})

it('lists what waits, the oldest first, by course, assessment and question, and leads from one to the next', async () => {
  const { attempt, list, get, correct, enroll, questionIds, lesson, course, school } = await makeOpenSchool()
  const other = await enroll('Bia')
  const [first, second] = [await attempt(['Um', 'Dois']), await attempt(['Três'], { as: other })]
  const { open_answers, questions } = await list()
  expect(open_answers.list.map(({ attempt_id, number }) => [attempt_id, number])).toEqual([
    [first, 2],
    [first, 3],
    [second, 2],
  ])
  expect(questions.map(({ question_id, answers }) => [question_id, answers])).toEqual([
    [questionIds[1], 2],
    [questionIds[2], 1],
  ])
  const totals = [{ degree: course.id }, { lesson: lesson.id }, { question: questionIds[2]! }, { degree: '999' }]
  expect(await Promise.all(totals.map(async (query) => (await list(query)).open_answers.total))).toEqual([3, 3, 1, 0])
  const opened = (await get(first, 2)).body
  expect(opened).toMatchObject({
    open_answer: { answer: 'Um', guide: '<p>Fale do glúten.</p>', points: 100, earned: null },
    next: { attempt_id: first, number: 3 },
    waiting: 3,
  })
  expect((await correct(first, 3, 100)).body).toMatchObject({ next: { attempt_id: second, number: 2 }, waiting: 2 })
  expect((await correct(second, 2, 1)).body).toMatchObject({ next: { attempt_id: first, number: 2 }, waiting: 1 })
  expect((await correct(first, 2, 1)).body).toMatchObject({ next: null, waiting: 0 })
  expect((await get(first, 1)).status).toBe(404)
  expect((await get(first, 2, school.student)).status).toBe(403)
})

it('refuses more points than the question has, and a correction of what another person corrected meanwhile', async () => {
  const { attempt, send, get } = await makeOpenSchool({ open: 1 })
  const id = await attempt(['Um'])
  const many = await send(id, 2, { points: 101, comment: '', utc_seen_on: null })
  expect(many.status).toBe(400)
  expect(many.error).toMatchObject({ fields: { points: openAnswerTexts.tooManyPoints('1 ponto') } })
  expect((await send(id, 2, { points: 50, comment: 'Metade', utc_seen_on: null })).status).toBe(200)
  // A repetition changes nothing, and another correction is refused.
  expect((await send(id, 2, { points: 50, comment: 'Metade', utc_seen_on: null })).status).toBe(200)
  expect((await send(id, 2, { points: 70, comment: '', utc_seen_on: null })).status).toBe(409)
  expect((await get(id, 2)).body.open_answer).toMatchObject({ earned: 50, comment: 'Metade' })
})

it('refuses a correction of an answer that a late one has replaced meanwhile, in words or in points alike', async () => {
  const { attempt, send, get, save, call, school } = await makeOpenSchool({ open: 1 })
  const id = await attempt(['Um'])
  const seen = (await get(id, 2)).body.open_answer
  await save(id, { epoch: 1, saves: [{ question: 2, number: 2, answer: { kind: 'open', typed: 'Um e mais' } }] })
  await call(examResults.countLate, { as: school.admin, params: { attemptId: id }, body: { question: 2 } })
  const body = { points: 50, comment: '', utc_seen_on: null, utc_answered_on: seen.utc_answered_on }
  const sent = await send(id, 2, body)
  expect([sent.status, sent.error.code]).toEqual([409, 'answer_replaced'])
  const now = (await get(id, 2)).body.open_answer
  expect(now).toMatchObject({ answer: 'Um e mais', earned: null })
  expect((await send(id, 2, { ...body, utc_answered_on: now.utc_answered_on })).status).toBe(200)
  // Equal points for the answer before are no repetition.
  expect((await send(id, 2, body)).status).toBe(409)
})

it('notifies the student once, when all is corrected', async () => {
  const { attempt, correct, call, student, school } = await makeOpenSchool()
  await school.tx((db) => db.updateTable('schools').set({ has_notifications: true }).execute())
  const news = async () =>
    (await call(notifications.list, { as: student })).body.notifications.list.filter(
      ({ kind }) => kind === 'exam_corrected',
    )
  const id = await attempt(['Um', 'Dois'])
  await correct(id, 2, 10)
  expect(await news()).toEqual([])
  await correct(id, 3, 10)
  await correct(id, 3, 20)
  expect(await news()).toMatchObject([{ subject_id: id, title: 'Aula 1.1' }])
  const mails = await school.tx((db) =>
    db.selectFrom('messages').select('params').where('kind', '=', 'exam_corrected').execute(),
  )
  expect(mails).toEqual([{ params: { attemptId: id } }])
})

it('gives no point for an open answer of an exercise, and waits for no person', async () => {
  const { attempt, result, list, state, publish } = await makeOpenSchool({ settings: { kind: 'exercise' }, open: 1 })
  expect(await state()).toMatchObject({ points: null, has_open: false })
  const id = await attempt(['Um'])
  const { attempt: past, questions } = (await result(id)).body.result
  expect(past).toMatchObject({ mark: { points: 100, total: 100 }, is_waiting: false })
  expect(questions[1]).toMatchObject({ question: { points: 0 }, solution: { explanation: '<p>Explicação 2</p>' } })
  expect((await list()).open_answers.total).toBe(0)
  await publish({ kind: 'exam' }, 2)
  expect(await state()).toMatchObject({ points: 2 * point, has_open: true })
})

it('says in the results which attempts wait', async () => {
  const { attempt, correct, call, school, lesson, enroll } = await makeOpenSchool({ open: 1 })
  await attempt(['Um'])
  const other = await attempt(['Dois'], { as: await enroll('Bia') })
  await correct(other, 2, 100)
  const at = { as: school.admin, params: { lessonId: lesson.id } }
  expect((await call(examResults.overview, at)).body.overview).toMatchObject({ attempts: 2, waiting: 1, passed: 1 })
  const named = async (state: 'waiting' | 'failed' | 'passed') =>
    (await call(examResults.students, { ...at, query: { state } })).body.students.list.map(({ name }) => name)
  expect(await named('waiting')).toEqual([school.student.name])
  expect(await named('failed')).toEqual([])
  expect(await named('passed')).toEqual(['Bia'])
})

it.each([
  ['before the mark is locked', 'select from exam_marks where school_id = $1 for update'],
  [
    'after the points were written, before the lesson is completed',
    'select from course_progress where school_id = $1 for update',
  ],
])('leaves nothing behind where a correction dies %s, and the next one does all of it', async (_, hold) => {
  const { databaseUrl } = await world()
  const { school, attempt, send, get, markOf } = await makeOpenSchool({ settings: { must_pass: true }, open: 1 })
  const id = await attempt(['Um'])
  const body = { points: 90, comment: 'Bom!', utc_seen_on: null }
  const mails = () =>
    school.tx((db) => db.selectFrom('messages').select('id').where('kind', '=', 'exam_corrected').execute())
  const held = await openTransaction(databaseUrl, hold, [school.id])
  const dying = send(id, 2, body)
  await killWaiting(held)
  expect((await dying).status).toBeGreaterThanOrEqual(500)
  await held.rollback()
  expect((await get(id, 2)).body.open_answer).toMatchObject({ earned: null, comment: '' })
  expect([(await markOf())?.utc_passed_on, await mails()]).toEqual([null, []])
  expect((await send(id, 2, body)).status).toBe(200)
  expect([await markOf(), await mails()]).toMatchObject([{ points: 190 }, [{}]])
})
