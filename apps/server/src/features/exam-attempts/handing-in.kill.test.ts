import { expect, it } from 'vitest'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, point, rightSaves } from './exam-attempts.testing.ts'

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
  await untilWaiting(databaseUrl, 1, { on: held.pid })
  await held.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${held.pid} = any (pg_blocking_pids(pid))`,
  )
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
