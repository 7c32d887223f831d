import { merges } from '@escola/contract/merges.contract'
import { expect, it } from 'vitest'
import { workRun } from '../../testing/jobs.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { makeCorrected, savesOf } from './exam-corrections.testing.ts'

it('marks a hand-in again that has read the old key and ends after the correction', async () => {
  const w = await world()
  const fixture = await makeCorrected({ settings: { must_pass: true } })
  const { school, student, begin, handIn, correct, work, markOf } = fixture
  const { id, questions } = await begin()
  // It has marked by the old key, and waits to complete the lesson.
  const held = await openTransaction(w.databaseUrl, 'select from course_progress where school_id = $1 for update', [
    school.id,
  ])
  const ending = handIn(id, { epoch: 1, saves: savesOf(questions, '1', 3) })
  await untilWaiting(w.databaseUrl, 1, { on: held.pid })
  await correct('2')
  const working = work()
  await untilWaiting(w.databaseUrl, 2)
  await held.rollback()
  expect((await ending).status).toBe(200)
  await working
  expect(await markOf(student)).toMatchObject({ points: 3 * point, attempts: 1 })
})

it('computes a mean once all attempts of a student are marked, so that no student passes halfway', async () => {
  const fixture = await makeCorrected({ settings: { counts: 'mean', pass_percent: 60 } })
  const { student, attempt, correct, get, markOf, school } = fixture
  // Half of four points, before and after; with the first attempt alone marked again it would be 2.5.
  await attempt(student, '2', 1)
  await attempt(student, '1', 2)
  expect(await markOf()).toMatchObject({ points: 2 * point, utc_passed_on: null })
  const { id } = (await correct('2')).body.corrections.regrading!
  await workRun(await world(), school, id, { atOnce: 1 })
  expect(await markOf()).toMatchObject({ points: 2 * point, utc_passed_on: null })
  expect((await get()).regrading).toMatchObject({ done: 2, marks: 0, passed: 0 })
})

it('leaves the lesson to a student who had passed and took it back', async () => {
  const { student, attempt, correct, work, school, completed } = await makeCorrected({ settings: { must_pass: true } })
  await attempt(student, '2', 3)
  await school.tx((db) => db.deleteFrom('lesson_completions').execute())
  await correct('2')
  await work()
  expect(await completed(student)).toBe(0)
})

it('follows an attempt that a merging moves, and ends where its course is deleted', async () => {
  const w = await world()
  const { school, course, student, attempt, enroll, correct, work, get, attemptsOf } = await makeCorrected()
  const other = await enroll('Ana S.')
  await attempt(student, '2', 0)
  await attempt(other, '2', 1)
  const { id } = (await correct('2')).body.corrections.regrading!
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  await expect(workRun(w, school, id, { atOnce: 1, signal: AbortSignal.abort() })).rejects.toThrow()
  const merged = await w.call(merges.start, { as: school.admin, params: { link }, body: { email: other.email } })
  expect(merged.status).toBe(200)
  await workRun(w, school, id, { atOnce: 1 })
  expect((await attemptsOf(student)).map(({ points }) => points)).toEqual([point, 2 * point])
  expect((await get()).regrading).toMatchObject({ done: 2, total: 2 })

  await correct('3')
  await school.tx((db) => db.deleteFrom('courses').where('id', '=', course.id).execute())
  await work()
  expect((await get()).regrading).toMatchObject({ done: 0, utc_ended_on: expect.any(String) })
})

it('keeps a pass that an undone correction gave, when a merging is undone', async () => {
  const w = await world()
  const { school, student, attempt, enroll, correct, work, undo, get, markOf } = await makeCorrected({
    settings: { pass_percent: 75 },
  })
  const other = await enroll('Ana S.')
  await attempt(student, '1', 0)
  await attempt(other, '2', 2)
  await correct('2')
  await work()
  const { utc_passed_on } = (await markOf(other))!
  await undo((await get()).latest!.id)
  await work()
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').select('link').where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
  )
  const at = { as: school.admin, params: { link } }
  expect((await w.call(merges.start, { ...at, body: { email: other.email } })).status).toBe(200)
  const { id } = await school.tx((db) => db.selectFrom('merges').select('id').executeTakeFirstOrThrow())
  expect((await w.call(merges.undo, { ...at, params: { link, id } })).status).toBe(200)
  expect(await markOf(other)).toMatchObject({ points: 2 * point, utc_passed_on })
  expect(await markOf(student)).toMatchObject({ utc_passed_on: null })
})

it('ends where its question is deleted after its course', async () => {
  const { school, course, student, attempt, correct, work, questionId } = await makeCorrected()
  await attempt(student, '2', 0)
  await correct('2')
  await school.tx(async (db) => {
    await db.deleteFrom('courses').where('id', '=', course.id).execute()
    await db.deleteFrom('exam_questions').where('id', '=', questionId).execute()
  })
  await work()
  const runs = await school.tx((db) => db.selectFrom('runs').select('utc_ended_on').execute())
  expect(runs).toEqual([{ utc_ended_on: expect.any(Date) }])
})

it('runs beside hand-ins of one class in the same second, and loses none', async () => {
  const { enroll, begin, handIn, correct, work, markOf } = await makeCorrected({ settings: { must_pass: true } })
  const students = await Promise.all([...'abcdef'].map((name) => enroll(`Aluna ${name}`)))
  const begun = await Promise.all(students.map((each) => begin(each)))
  const hand = (at: number) =>
    handIn(begun[at]!.id, { epoch: 1, saves: savesOf(begun[at]!.questions, '2', 2) }, students[at])
  for (const at of [0, 1, 2]) await hand(at)
  await correct('2')
  const [ended, ...answers] = await Promise.all([work(), hand(3), hand(4), hand(5)])
  expect([ended, answers.map(({ status }) => status)]).toEqual([1, [200, 200, 200]])
  for (const each of students) expect(await markOf(each)).toMatchObject({ points: 3 * point })
})
