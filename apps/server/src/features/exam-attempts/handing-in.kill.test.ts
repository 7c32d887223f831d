import { expect, it } from 'vitest'
import { openTransaction } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { killWaiting, makeExamSchool, point, rightSaves } from './exam-attempts.testing.ts'

it.each([
  ['before the student is held', 'select from memberships where school_id = $1 for update'],
  ['before the mark is locked', 'select from exam_marks where school_id = $1 for update'],
  ['before the attempt is locked', 'select from exam_attempts where school_id = $1 for update'],
  ['after the marking, before the lesson is completed', 'select from course_progress where school_id = $1 for update'],
])('leaves nothing behind where a hand-in dies %s, and the next one does all of it', async (_, hold) => {
  const { databaseUrl } = await world()
  const { school, student, begin, handIn, attemptsOf, markOf } = await makeExamSchool({ settings: { must_pass: true } })
  const { id, questions } = await begin()
  const body = { epoch: 1, saves: rightSaves(questions) }
  const completed = () => school.tx((db) => db.selectFrom('lesson_completions').select('lesson_id').execute())
  const held = await openTransaction(databaseUrl, hold, [school.id])
  const dying = handIn(id, body)
  await killWaiting(held)
  expect((await dying).status).toBeGreaterThanOrEqual(500)
  await held.rollback()
  expect(await attemptsOf(student)).toMatchObject([{ points: null, utc_handed_in_on: null }])
  expect(await markOf()).toMatchObject({ points: null, attempts: 0, utc_passed_on: null })
  expect(await completed()).toEqual([])
  expect((await handIn(id, body)).status).toBe(200)
  const [first] = await attemptsOf(student)
  expect(first).toMatchObject({ points: 4 * point, handed_in_how: 'student' })
  expect(await markOf()).toMatchObject({ points: 4 * point, attempts: 1 })
  expect(await completed()).toHaveLength(1)
})

it.each([
  ['before the student is held', 'select from memberships where school_id = $1 for update', true],
  ['before the course is held', 'select from courses where school_id = $1 for update', true],
  ['after the attempt was made', 'lock table course_progress in share mode', false],
  ['before its key knows it', 'lock table due_jobs in share mode', false],
])('begins nothing where a beginning dies %s, and one attempt however often it is repeated', async (_, hold, isOf) => {
  const { databaseUrl } = await world()
  const { school, student, tryBegin, attemptsOf, markOf } = await makeExamSchool({ settings: { limit_minutes: 5 } })
  const held = await openTransaction(databaseUrl, hold, isOf ? [school.id] : [])
  const dying = tryBegin(student, 'k-1234567')
  await killWaiting(held)
  expect((await dying).status).toBeGreaterThanOrEqual(500)
  await held.rollback()
  expect([await attemptsOf(), await markOf()]).toEqual([[], undefined])
  const [first, second] = [await tryBegin(student, 'k-1234567'), await tryBegin(student, 'k-1234567')]
  expect([first.status, second.status]).toEqual([201, 201])
  const { epoch, utc_now: _now, ...attempt } = first.body.attempt
  expect(second.body.attempt).toMatchObject({ ...attempt, epoch: epoch + 1 })
  expect(await attemptsOf()).toHaveLength(1)
})

it.each([
  ['before the student is held', 'select from memberships where school_id = $1 for update', true],
  ['before the attempt is locked', 'select from exam_attempts where school_id = $1 for update', true],
  ['with the answers on their way', 'lock table exam_answers in share mode', false],
])('keeps nothing of a save that dies %s, and all of it when it comes again', async (_, hold, isOf) => {
  const { databaseUrl } = await world()
  const { school, begin, save, handIn, markOf } = await makeExamSchool()
  const { id, questions } = await begin()
  const saves = rightSaves(questions, 3)
  const stored = () => school.tx((db) => db.selectFrom('exam_answers').select('place').execute())
  const held = await openTransaction(databaseUrl, hold, isOf ? [school.id] : [])
  const dying = save(id, { epoch: 1, saves })
  await killWaiting(held)
  expect((await dying).status).toBeGreaterThanOrEqual(500)
  await held.rollback()
  expect(await stored()).toEqual([])
  const verdicts = async () => (await save(id, { epoch: 1, saves })).body.verdicts.map(({ verdict }) => verdict)
  expect([await verdicts(), await verdicts()]).toEqual([saves.map(() => 'counted'), saves.map(() => 'repeated')])
  await handIn(id, { epoch: 1, saves: [] })
  expect(await markOf()).toMatchObject({ points: 3 * point })
})
