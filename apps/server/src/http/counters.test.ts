import { minuteMs } from '@escola/contract/durations'
import { failedSignIns, ratesPerMinute } from '@escola/contract/limits'
import { sessions } from '@escola/contract/sessions.contract'
import { isOnPath } from '@escola/dev-services/programs'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { testStores } from '../jobs/test-stores.ts'
import { callsOf } from '../testing/call.ts'
import { stopClock, withoutLooks } from '../testing/clock.ts'
import { statementsOf } from '../testing/statement-checks.ts'
import { type World, world } from '../testing/world.ts'
import type { Counters } from './counter-store.ts'
import { sweep } from './counters.queries.ts'
import { openCounters } from './counters.ts'
import { memoryCounters } from './memory-counters.ts'

let testWorld: World
beforeAll(async () => {
  testWorld = await world({ TRUST_PROXY: '127.0.0.1' })
})

let madeCount = 0
const newKey = () => `key ${madeCount++}`
const newAddress = () => `198.51.100.${madeCount++}`
const windowMs = minuteMs
let now = Date.now()
const warnings: string[] = []
/** A Redis beside busy tests answers late, and each process would count for itself. */
const patientMs = 30_000
const makeCounters = (redisUrl: string | undefined) =>
  openCounters({
    config: { ...testWorld.config, redisUrl, redisWaitMs: patientMs },
    platform: testWorld.database,
    now: () => new Date(now),
    log: { info: (_, message) => warnings.push(message), warn: (_, message) => warnings.push(message) },
  })

const shared = testStores.map(({ name, isInstalled, start }) => ({
  name,
  isInstalled,
  start: async () => {
    const { redisUrl, stop } = await start()
    return { redisUrl, stop, counters: await makeCounters(redisUrl) }
  },
}))
const memoryStore = {
  name: 'one process',
  isInstalled: true,
  start: async () => ({
    redisUrl: undefined,
    stop: async () => undefined,
    counters: memoryCounters(() => new Date(now)),
  }),
}

for (const { name, isInstalled, start } of [...shared, memoryStore]) {
  describe.skipIf(!isInstalled)(`counting in ${name}`, () => {
    let counters: Counters
    let stop: () => Promise<void>
    beforeAll(async () => {
      const store = await start()
      counters = store.counters
      stop = store.stop
    })
    afterAll(async () => {
      await counters.close()
      await stop()
    })

    it('takes no more than the limit, however many come at once', async () => {
      const key = newKey()
      const attempts = await Promise.all(Array.from({ length: 40 }, () => counters.take([{ key, max: 10 }], windowMs)))
      expect(attempts.filter(({ waitMs }) => waitMs === 0)).toHaveLength(10)
      expect(attempts.map(({ counts }) => counts[0])).toContain(10)
    })
    it('says how long to wait until another attempt is taken', async () => {
      const key = newKey()
      for (let each = 0; each < 3; each++) {
        expect(await counters.take([{ key, max: 3 }], windowMs)).toEqual({ waitMs: 0, counts: [each + 1] })
        now += 1000
      }
      expect(await counters.take([{ key, max: 3 }], windowMs)).toEqual({ waitMs: windowMs - 3000, counts: [3] })
      now += windowMs - 3001
      expect((await counters.take([{ key, max: 3 }], windowMs)).waitMs).toBe(1)
      now += 1
      expect(await counters.take([{ key, max: 3 }], windowMs)).toEqual({ waitMs: 0, counts: [3] })
    })
    it('counts under no key when one of them has too many', async () => {
      const [first, second] = [newKey(), newKey()]
      await counters.take([{ key: first, max: 1 }], windowMs)
      const both = [
        { key: first, max: 1 },
        { key: second, max: 1 },
      ]
      expect((await counters.take(both, windowMs)).waitMs).toBe(windowMs)
      expect((await counters.take([{ key: second, max: 1 }], windowMs)).waitMs).toBe(0)
    })
    it('keeps no caller waiting in a circle', async () => {
      const limits = Array.from({ length: 50 }, () => ({ key: newKey(), max: 1000 }))
      const attempts = await Promise.all(
        // No more than there are connections, for which a busy machine would have callers wait too long.
        Array.from({ length: 10 }, (_, index) => counters.take(index % 2 ? limits : limits.toReversed(), windowMs)),
      )
      expect(attempts.filter(({ waitMs }) => waitMs)).toEqual([])
    })
    it('leaves out what was counted up to a time', async () => {
      const key = newKey()
      await counters.take([{ key, max: 1 }], windowMs)
      expect((await counters.take([{ key, max: 1, since: new Date(now - 1) }], windowMs)).waitMs).toBe(windowMs)
      expect((await counters.take([{ key, max: 1, since: new Date(now) }], windowMs)).waitMs).toBe(0)
    })
    it('gives back the last attempt, and forgets all', async () => {
      const key = newKey()
      const take = async () => (await counters.take([{ key, max: 2 }], windowMs)).waitMs === 0
      expect([await take(), await take(), await take()]).toEqual([true, true, false])
      await counters.giveBack(key)
      expect([await take(), await take()]).toEqual([true, false])
      await counters.clearAttempts(key)
      expect([await take(), await take(), await take()]).toEqual([true, true, false])
      await counters.giveBack(newKey())
      await counters.clearAttempts(newKey())
    })
  })
}

for (const { name, isInstalled, start } of shared) {
  describe.skipIf(!isInstalled)(`two processes that count in ${name}`, () => {
    let stop: () => Promise<void>
    let calls: World['call'][]
    beforeAll(async () => {
      const store = await start()
      const config = { ...testWorld.config, redisUrl: store.redisUrl, redisWaitMs: patientMs, rateFactor: 1 }
      // Their first connections may take longer than a server that answers should.
      const apps = await withoutLooks(async () => [await buildApp(config), await buildApp(config)])
      calls = apps.map((app) => callsOf(app.http).call)
      stop = async () => {
        await Promise.all(apps.map((app) => app.close()))
        await store.counters.close()
        await store.stop()
      }
    })
    afterAll(() => stop())
    /** The processes take turns. */
    const byTurns = async <T>(count: number, ask: (call: World['call']) => Promise<T>) => {
      const answers: T[] = []
      for (let turn = 0; turn < count; turn++) answers.push(await ask(calls[turn % 2]!))
      return answers
    }

    it('have one limit for an address', async () => {
      const headers = { 'x-forwarded-for': newAddress() }
      const answers = await byTurns(ratesPerMinute.recovery + 2, (call) =>
        call(sessions.requestRecovery, { headers, body: { email: 'ninguem@example.com' } }),
      )
      expect(answers.map(({ status }) => status)).toEqual([...Array(ratesPerMinute.recovery).fill(200), 429, 429])
      expect(answers.at(-1)!.error.code).toBe('too_many_requests')
      const seconds = Number(answers.at(-1)!.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
    })
    it('have one limit for the wrong passwords of an account', async () => {
      const headers = { 'x-forwarded-for': newAddress() }
      const { email } = await testWorld.northside.make.student()
      const answers = await byTurns(failedSignIns.fromOneAddress + 2, (call) =>
        call(sessions.signIn, { headers, body: { email, password: 'errada123' } }),
      )
      const codes = [
        ...Array(failedSignIns.fromOneAddress).fill('invalid_password'),
        ...Array(2).fill('too_many_sign_ins'),
      ]
      expect(answers.map(({ error }) => error.code)).toEqual(codes)
    })
  })
}

describe('counters in PostgreSQL', () => {
  it('name no user, and are swept when they count no more', async () => {
    const counters = await makeCounters(undefined)
    await counters.take([{ key: 'ana.prado@example.com', max: 5 }], windowMs)
    const rows = () => testWorld.database.withPlatform((db) => db.selectFrom('rate_counters').selectAll().execute())
    expect(await rows()).not.toEqual([])
    expect(JSON.stringify(await rows())).not.toContain('ana')
    await testWorld.database.withPlatform((db) => sweep(db, new Date(now)))
    expect(await rows()).not.toEqual([])
    await testWorld.database.withPlatform((db) =>
      sweep(db, new Date(now + failedSignIns.minutes * minuteMs + windowMs)),
    )
    expect(await rows()).toEqual([])
    await counters.close()
  })
})

it('an address that is full is refused without a statement until its window ends', async () => {
  stopClock()
  const app = await buildApp({ ...testWorld.config, rateFactor: 1 })
  onTestFinished(() => app.close())
  const headers = { 'x-forwarded-for': newAddress() }
  const ask = () =>
    callsOf(app.http).call(sessions.requestRecovery, { headers, body: { email: 'ninguem@example.com' } })
  for (let count = 0; count < ratesPerMinute.recovery; count++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  const statements = await statementsOf(async () => {
    for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(429)
  })
  // The pulse of the connection pool asks this by itself.
  expect(statements.filter((text) => text !== 'select 1')).toEqual([])
  vi.setSystemTime(Date.now() + minuteMs)
  expect((await ask()).status).toBe(200)
})

describe.skipIf(!isOnPath('redis-server'))('a Redis that hangs', () => {
  it('holds no caller up: the process counts for itself, and with the others when it is back', async () => {
    const store = await testStores.find(({ name }) => name === 'Redis')!.start()
    const redis = new Redis(store.redisUrl!)
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])
    redis.disconnect()
    const counters = await makeCounters(store.redisUrl)
    const key = newKey()
    const take = async () => (await counters.take([{ key, max: 2 }], windowMs)).waitMs === 0
    warnings.length = 0
    expect(await take()).toBe(true)
    process.kill(pid, 'SIGSTOP')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const first = take()
      vi.advanceTimersByTime(patientMs)
      // One command is waited for, and the time for the two after it would never come.
      expect([await first, await take(), await take()]).toEqual([true, true, false])
      expect(warnings).toEqual(['Redis does not answer: this process counts for itself'])
    } finally {
      vi.useRealTimers()
      process.kill(pid, 'SIGCONT')
    }
    const takeAndReadWarning = async () => {
      await take()
      return warnings.at(-1)
    }
    await expect.poll(takeAndReadWarning).toBe('Redis is back: all processes count together')
    expect(warnings).toHaveLength(2)
    await counters.close()
    await store.stop()
  })
})
