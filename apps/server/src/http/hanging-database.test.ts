import { setTimeout as sleep } from 'node:timers/promises'
import { learning } from '@escola/contract/learning.contract'
import { students } from '@escola/contract/students.contract'
import type { Database } from '@escola/db'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeLearningSchool, markLesson } from '../features/learning/learning.testing.ts'
import { callsOf } from '../testing/call.ts'
import { ownPostgres } from '../testing/own-postgres.ts'
import { openTransaction, untilWaiting } from '../testing/waiting-transactions.ts'
import { withLooks, world } from '../testing/world.ts'

beforeAll(() => world({}, withLooks))

const isAnswering = (database: Database) =>
  database.ping().then(
    () => true,
    () => false,
  )

/** A read of several statements, one of a single one, and a write. */
const setUpCalls = async () => {
  const { app, call } = await world()
  const fixture = await makeLearningSchool()
  const { school, course, student } = fixture
  let callCount = 0
  const all = [
    () => call(students.list, { as: school.admin }),
    () => call(learning.course, { as: student, params: { degreeLink: course.link } }),
    () => markLesson(fixture, student, 0),
  ]
  return {
    ...fixture,
    callNext: () => all[callCount++ % all.length]!(),
    all,
    status: async (url: string) => (await app.inject(url)).statusCode,
  }
}

it('lets no caller wait for a database that hangs, serves what needs none, and is back as soon as it is', async () => {
  const { database } = await world()
  const { callNext, all, status } = await setUpCalls()
  const answers = () => isAnswering(database)
  expect(await status('/readyz')).toBe(200)
  const answered: number[] = []
  let isOver = false
  const callers = Array.from({ length: 50 }, async () => {
    while (!isOver) {
      answered.push((await callNext()).status)
      await sleep(5)
    }
  })
  await expect.poll(() => answered.length).toBeGreaterThan(200)
  expect(new Set(answered)).toEqual(new Set([200]))

  ownPostgres.freeze()
  await expect.poll(answers).toBe(false)
  // The database hangs until all of these calls are answered: had one of them waited for it, it would have waited as long as any call does.
  for (let round = 0; round < 30; round++) for (const call of all) expect((await call()).status).toBe(503)
  answered.length = 0
  await expect.poll(() => answered.length).toBeGreaterThan(300)
  expect(new Set(answered)).toEqual(new Set([503]))
  expect(await status('/healthz')).toBe(200)
  // No other process would have the database: a balancer goes on sending callers, who get an answer at once.
  expect(await status('/readyz')).toBe(200)
  expect(await status('/api/docs/json')).toBe(200)

  ownPostgres.thaw()
  await expect.poll(answers).toBe(true)
  for (const call of all) expect((await call()).status).toBe(200)
  answered.length = 0
  await expect.poll(() => answered.length).toBeGreaterThan(200)
  expect(new Set(answered)).toEqual(new Set([200]))
  isOver = true
  await Promise.all(callers)
})

it('keeps no caller waiting for a connection when the server takes no new ones', async () => {
  const { config } = await world()
  const { school } = await makeLearningSchool()
  const other = await buildApp(config)
  const list = async () => (await callsOf(other.http).call(students.list, { as: school.admin })).status
  expect([await list(), (await other.http.inject('/readyz')).statusCode]).toEqual([200, 200])
  process.kill(ownPostgres.pid, 'SIGSTOP')
  // It stays so until all of these are answered: only the first may find out by waiting that no connection is to be had.
  const rounds = []
  for (let round = 0; round < 10; round++) rounds.push(await Promise.all(Array.from({ length: 100 }, list)))
  process.kill(ownPostgres.pid, 'SIGCONT')
  expect(rounds.flat().filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(() => isAnswering(other.database)).toBe(true)
  await expect.poll(async () => new Set(await Promise.all(Array.from({ length: 100 }, list)))).toEqual(new Set([200]))
  await other.close()
})

it('does not take one slow statement, nor all that wait for it, for a database that hangs', async () => {
  const { databaseUrl, database } = await world()
  const { callNext, ...fixture } = await setUpCalls()
  await markLesson(fixture, fixture.student, 1)
  const held = await openTransaction(databaseUrl, 'select from lesson_completions where course_id = $1 for update', [
    fixture.course.id,
  ])
  const waiting = Array.from({ length: 4 }, () => markLesson(fixture, fixture.student, 1, false))
  await untilWaiting(databaseUrl, waiting.length)
  // The loop takes longer than a database may say nothing.
  for (let round = 0; round < 30; round++) {
    expect(await isAnswering(database)).toBe(true)
    await sleep(100)
  }
  await held.commit()
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
  expect((await callNext()).status).toBe(200)
})
