import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { ReadsTogether } from './reads-together.ts'
import type { Statement } from './wire.ts'

const pool = new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL })
afterAll(() => pool.end())

/** Each row says how many callers shared the statement. */
const words: Statement = {
  name: 'words',
  forMany: true,
  text: `select nth::int, word::int, cardinality($1::text[]) as together from unnest($1::text[]) with ordinality asked (word, nth)`,
}
const together = new ReadsTogether(async ({ text }, values) => (await pool.query(text, values)).rows)
const ask = (word: string) => together.read(words, [word]) as Promise<{ word: number; together: number }[]>

it('runs the calls of one turn in statements of fifty', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => ask(`${index}`)))
  expect(answers.map(([row]) => row?.word)).toEqual(Array.from({ length: 120 }, (_, index) => index))
  expect(answers.map(([row]) => row?.together)).toEqual([...Array(100).fill(50), ...Array(20).fill(20)])
})

it('runs each call alone when one of them is refused', async () => {
  const [first, failing, third] = await Promise.allSettled([ask('1'), ask('muitos'), ask('3')])
  expect(first).toMatchObject({ value: [{ word: 1, together: 1 }] })
  expect(failing).toMatchObject({ reason: { message: expect.stringContaining('muitos') } })
  expect(third).toMatchObject({ value: [{ word: 3, together: 1 }] })
})

it('asks in no caller’s name: what many share is not counted for the caller who came first', async () => {
  const callers = new AsyncLocalStorage<string>()
  const shared = new ReadsTogether(async () => [{ nth: 1, caller: callers.getStore() }])
  expect(await callers.run('user 1', () => shared.read(words, ['1']))).toEqual([{ nth: 1, caller: undefined }])
})
