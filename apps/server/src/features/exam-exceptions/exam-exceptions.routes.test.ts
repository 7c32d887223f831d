import { dayMs, minuteMs } from '@escola/contract/durations'
import { type ExamException, noException } from '@escola/contract/exam-exceptions'
import { examExceptions } from '@escola/contract/exam-exceptions.contract'
import type { ExamSettings } from '@escola/contract/exam-plan'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import { examResults } from '@escola/contract/exam-results.contract'
import { merges } from '@escola/contract/merges.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import type { Person } from '../../testing/call.ts'
import { runJob } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, point, rightSave, rightSaves } from '../exam-attempts/exam-attempts.testing.ts'

async function makeExcepted(settings: Partial<ExamSettings> = {}) {
  const { call } = await world()
  const fixture = await makeExamSchool({ settings })
  const { school, lesson, student } = fixture
  const params = { lessonId: lesson.id, userId: student.userId }
  const give = (exception: Partial<ExamException>, as: Person = student) =>
    call(examExceptions.save, {
      as: school.admin,
      params: { ...params, userId: as.userId },
      body: { ...noException, ...exception },
    })
  const take = () => call(examExceptions.remove, { as: school.admin, params })
  const standing = async (as: Person = student) =>
    (await call(examResults.ofStudent, { as: school.admin, params: { link: as.userId } })).body.exams[0]!
  const planned = () =>
    school.tx((db) =>
      db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', jobs.endExamAttempts.name).executeTakeFirst(),
    )
  return { ...fixture, call, give, take, standing, planned }
}

it('gives another attempt, changes it, and takes it back', async () => {
  const { begin, handIn, tryBegin, state, give, take, standing } = await makeExcepted({ attempts: 1 })
  const once = async () => handIn((await begin()).id, { epoch: 1, saves: [] })
  await once()
  expect((await tryBegin()).error.code).toBe('attempt_refused')
  expect((await give({ more_attempts: 2 })).status).toBe(200)
  expect(await state()).toMatchObject({ refusal: null, attempts_left: 2 })
  await once()
  await give({ more_attempts: 1 })
  expect(await state()).toMatchObject({ attempts_left: 0 })
  expect((await tryBegin()).error.code).toBe('attempt_refused')
  expect(await standing()).toMatchObject({ attempts: 2, exception: { ...noException, more_attempts: 1 } })
  expect((await take()).status).toBe(200)
  expect(await standing()).toMatchObject({ attempts: 2, exception: null })
  expect((await take()).status).toBe(404)
})

it('refuses an exception that allows nothing, one beyond the limits, and one for a stranger', async () => {
  const { call, give, school, student } = await makeExcepted()
  expect((await give({})).error.fields).toEqual({ more_attempts: examResultTexts.emptyException })
  expect((await give({ more_minutes: 601 })).status).toBe(400)
  expect((await give({ more_attempts: 1 }, { ...student, userId: '999999999' })).status).toBe(404)
  const lessonless = { lessonId: '999999999', userId: student.userId }
  const body = { ...noException, more_attempts: 1 }
  expect((await call(examExceptions.save, { as: school.admin, params: lessonless, body })).status).toBe(404)
})

it('lengthens a running attempt, whose end the planner then looks at later', async () => {
  const { school, begin, save, give, state, attemptsOf, planned } = await makeExcepted({ limit_minutes: 10 })
  const attempt = await begin()
  const end = Date.parse(attempt.utc_ends_on!)
  await give({ more_minutes: 30 })
  const later = new Date(end + 30 * minuteMs)
  expect((await state()).running!.utc_ends_on).toBe(later.toISOString())
  const here = await world()
  await runJob(here, school, jobs.endExamAttempts, {}, { now: new Date(end + minuteMs) })
  expect((await attemptsOf())[0]!.utc_handed_in_on).toBeNull()
  expect((await planned())!.utc_due_on).toEqual(new Date(later.getTime() + minuteMs / 2))
  const { body } = await save(attempt.id, { epoch: 1, saves: [rightSave(attempt.questions[0]!)] })
  expect(body.utc_ends_on).toBe(later.toISOString())
  await runJob(here, school, jobs.endExamAttempts, {}, { now: new Date(later.getTime() + minuteMs) })
  expect((await attemptsOf())[0]).toMatchObject({ handed_in_how: 'time_over', utc_handed_in_on: later, points: point })
})

it('ends a running attempt sooner by an earlier closing, at which the planner looks', async () => {
  const { school, begin, give, attemptsOf, planned } = await makeExcepted({ limit_minutes: 60 })
  await begin()
  const closesOn = new Date(Date.now() + 20 * minuteMs)
  await give({ utc_closes_on: closesOn.toISOString() })
  expect((await planned())!.utc_due_on).toEqual(new Date(closesOn.getTime() + minuteMs / 2))
  await runJob(await world(), school, jobs.endExamAttempts, {}, { now: new Date(closesOn.getTime() + minuteMs) })
  expect((await attemptsOf())[0]).toMatchObject({ handed_in_how: 'closed', utc_handed_in_on: closesOn })
})

it('opens a closed assessment to the student, and shows the key once it has closed to them', async () => {
  const closesOn = new Date(Date.now() - minuteMs).toISOString()
  const { state, tryBegin, begin, handIn, give, result } = await makeExcepted({
    utc_closes_on: closesOn,
    shows_when: 'moment',
    utc_shows_on: closesOn,
  })
  expect((await tryBegin()).error.code).toBe('attempt_refused')
  const later = new Date(Date.now() + dayMs).toISOString()
  await give({ utc_closes_on: later })
  expect(await state()).toMatchObject({ refusal: null, settings: { utc_closes_on: later } })
  const { id, questions } = await begin()
  const handedIn = await handIn(id, { epoch: 1, saves: rightSaves(questions) })
  expect(handedIn.body.result).toMatchObject({ attempt: { shows: 'score' }, questions: [] })
  await give({ utc_closes_on: closesOn })
  expect((await result(id)).body.result.attempt.shows).toBe('key')
})

it('stands in the timeline with the administrator who gave it', async () => {
  const { call, school, student, give, begin, handIn } = await makeExcepted({ attempts: 1 })
  const { id, questions } = await begin()
  await handIn(id, { epoch: 1, saves: rightSaves(questions) })
  await give({ more_attempts: 3 })
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  const { events } = (
    await call(timeline.list, { as: school.admin, params: { link }, query: { part: 'study', before: '' } })
  ).body
  expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('exam'))).toEqual([
    'exam_exception',
    'exam_passed',
    'exam_handed_in',
    'exam_begun',
  ])
  expect(events.find(({ kind }) => kind === 'exam_exception')).toMatchObject({
    exception: { ...noException, more_attempts: 3 },
    set_by: school.admin.name,
  })
})

it('counts the more generous of each field while two students are merged, and each their own after the undo', async () => {
  const {
    call,
    school,
    cohort,
    student: first,
    give,
    standing,
    state,
  } = await makeExcepted({
    attempts: 1,
    limit_minutes: 10,
  })
  const second = await school.make.student('Ana S.')
  await school.make.enrollment(cohort, second)
  await give({ more_attempts: 1, more_minutes: 5 })
  await give({ more_attempts: 3 }, second)
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', first.userId).executeTakeFirstOrThrow(),
  )
  await call(merges.start, { as: school.admin, params: { link }, body: { email: second.email } })
  const joined = { more_attempts: 3, more_minutes: 5, utc_closes_on: null }
  expect((await standing()).exception).toEqual(joined)
  expect(await state()).toMatchObject({ attempts_left: 4, settings: { limit_minutes: 15 } })
  const { id } = await school.tx((db) => db.selectFrom('merges').select('id').executeTakeFirstOrThrow())
  await call(merges.undo, { as: school.admin, params: { link, id } })
  expect((await standing()).exception).toEqual({ ...joined, more_attempts: 1 })
  expect((await standing(second)).exception).toEqual({ ...joined, more_minutes: 0 })
})
