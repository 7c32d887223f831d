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
  for (let count = 0; count < 1000; count++) after.add('a', work)
  expect(() => after.add('b', work)).toThrow('Temporarily unavailable')
  expect(done).toBe(0)
  await after.settled()
  expect(done).toBe(1000)
  expect(errors).toEqual([{ reqId: 'a', err: expect.objectContaining({ message: 'gone' }) }])
  after.add('c', work)
  await after.settled()
  expect(done).toBe(1001)
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

it('holds up nobody behind those who wait for a database', async () => {
  errors.length = 0
  const after = new AfterAnswers(log, 100)
  let isAway = true
  const done: string[] = []
  const waits = async () => {
    if (isAway) throw new Refused()
    done.push('waited')
  }
  for (let count = 0; count < 5; count++) after.add('a', waits)
  await new Promise<void>((resolve) =>
    after.add('b', async () => {
      done.push('went by')
      resolve()
    }),
  )
  isAway = false
  await after.settled()
  expect(done).toEqual(['went by', ...Array(5).fill('waited')])
  expect(errors).toEqual([])
})

it('counts those who rest among those who wait', async () => {
  const after = new AfterAnswers(log, 100)
  let isAway = true
  let done = 0
  const work = async () => {
    if (isAway) throw new Refused()
    done++
  }
  for (let count = 0; count < 1000; count++) after.add('a', work)
  await new Promise<void>((resolve) => setTimeout(resolve, 20))
  expect(() => after.add('b', work)).toThrow('Temporarily unavailable')
  isAway = false
  await after.settled()
  expect(done).toBe(1000)
})
