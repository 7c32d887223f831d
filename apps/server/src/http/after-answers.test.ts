import { Refused } from '@escola/db'
import type { FastifyBaseLogger } from 'fastify'
import { expect, it } from 'vitest'
import { AfterAnswers } from './after-answers.ts'

const errors: unknown[] = []
const log = { error: (line: unknown) => errors.push(line) } as unknown as FastifyBaseLogger

it('takes no more than it can do soon, and goes on after a failure', async () => {
  const after = new AfterAnswers(log)
  let done = 0
  const work = async () => {
    if (++done === 1) throw new Error('gone')
  }
  for (let count = 0; count < 1002; count++) after.add('a', work)
  expect(() => after.add('b', work)).toThrow('Temporarily unavailable')
  expect(done).toBe(0)
  await after.settled()
  expect(done).toBe(1002)
  expect(errors).toEqual([{ reqId: 'a', err: expect.objectContaining({ message: 'gone' }) }])
  after.add('c', work)
  await after.settled()
  expect(done).toBe(1003)
})

it('does what was promised once the database is back, and gives up after a while', async () => {
  errors.length = 0
  const after = new AfterAnswers(log, 0)
  let asked = 0
  const away = (times: number) => async () => {
    if (asked++ < times) throw new Refused()
  }
  after.add('a', away(5))
  await after.settled()
  expect([asked, errors]).toEqual([6, []])
  asked = 0
  after.add('b', away(1000))
  await after.settled()
  expect([asked, errors]).toEqual([30, [{ reqId: 'b', err: expect.any(Refused) }]])
})
