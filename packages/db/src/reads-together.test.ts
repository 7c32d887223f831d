import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from './database.ts'
import type { Statement } from './prepared.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  database = connectDatabase(runtimeUrls(made.url, testSecret), { answerWithinMillis: 3000 })
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

/** As many rows as are asked for, which say how many asked together. */
const rows: Statement = {
  name: 'rows',
  forMany: true,
  text: `select asked.nth::int, asked.word, cardinality($2::text[]) as together
    from unnest((select $1::int[]), (select $2::text[])) with ordinality asked (count, word, nth), generate_series(1, asked.count)`,
}
const ask = (count: string | null, word: string | null) =>
  database.readPlatform<{ nth: number; word: string; together: number }>(rows, [count, word])

it('asks as one what is asked in one turn, and gives each its own rows', async () => {
  const words = ['um', 'dois, "três"', null, '{}\\', 'NULL']
  const answers = await Promise.all(words.map((word, index) => ask(String(index), word)))
  expect(answers.map((found) => found.map(({ word }) => word))).toEqual(
    words.map((word, index) => Array.from({ length: index }, () => word)),
  )
  expect(answers.flat().every(({ together }) => together === words.length)).toBe(true)
  expect(await ask(null, 'um')).toEqual([])
})

it('keeps nobody from their answer because of what another asks', async () => {
  const [one, failing, other] = await Promise.allSettled([ask('1', 'um'), ask('muitos', 'dois'), ask('2', 'três')])
  expect(one).toMatchObject({ value: [{ word: 'um', together: 1 }] })
  expect(failing).toMatchObject({ reason: { message: expect.stringContaining('muitos') } })
  expect(other).toMatchObject({ value: [{ word: 'três' }, { word: 'três' }] })
})

it('asks many in more than one statement', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => ask('1', `${index}`)))
  expect(answers.map(([row]) => row?.word)).toEqual(Array.from({ length: 120 }, (_, index) => `${index}`))
  expect(new Set(answers.map(([row]) => row?.together))).toEqual(new Set([50, 20]))
})
