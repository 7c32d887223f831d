import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@escola/contract/durations'
import { Redis } from 'ioredis'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { School } from '../core/scope.ts'
import { type World, world } from '../testing/world.ts'
import { allJobs, jobs } from './catalogue.ts'
import { enqueue, enqueuePlatformJob } from './enqueue.ts'
import { defineHandler } from './handlers.ts'
import { platformId, retries } from './job-definition.ts'
import { openQueueStore } from './queue-store.ts'
import { type TestStore, testStores } from './test-stores.ts'
import { startWorkers, type Workers } from './worker.ts'

const log = pino({ level: 'silent' })
type Work = (school: School, certificateId: string, signal: AbortSignal) => Promise<void>

/** The job leaves a category behind in the school that it was opened for. */
const writeCategory: Work = (school, certificateId) =>
  school.tx(async (db) => void (await db.insertInto('categories').values({ title: certificateId }).execute()))

for (const { name, isInstalled, start } of testStores) {
  describe.skipIf(!isInstalled)(`jobs on ${name}`, () => {
    let store: TestStore
    let w: World
    const open: Workers[] = []

    beforeAll(async () => {
      store = await start()
      w = await world()
    })
    afterEach(async () => {
      await Promise.all(open.splice(0).map((workers) => workers.close()))
      await sqlAsAdmin('delete from outbox; delete from categories')
    })
    afterAll(() => store.stop())

    const config = () => ({ ...w.config, redisUrl: store.redisUrl, jobLockMs: 1000 })
    const sqlAsAdmin = async (text: string) => {
      const client = new pg.Client({ connectionString: w.databaseUrl })
      await client.connect()
      await client.query(text)
      await client.end()
    }
    const run = async (work: Work, giveUp?: (school: School, certificateId: string) => Promise<void>) => {
      const workers = await startWorkers({
        database: w.database,
        tools: w.tools,
        config: config(),
        log,
        handlers: [
          ...allJobs
            .filter(({ name }) => name !== jobs.renderCertificate.name)
            .map((job) => defineHandler(job, async () => {})),
          defineHandler(
            jobs.renderCertificate,
            (school, { certificateId }, _, signal) => work(school, certificateId, signal),
            giveUp && ((school, { certificateId }) => giveUp(school, certificateId)),
          ),
        ],
      })
      open.push(workers)
      return workers
    }
    const ask = (school: School, from: number, count: number) =>
      school.tx(async (db) => {
        for (let id = from; id < from + count; id++) {
          await enqueue(db, jobs.renderCertificate, { certificateId: String(id) })
        }
      })
    const titles = (school: School) =>
      school.tx(async (db) =>
        (await db.selectFrom('categories').select('title').execute())
          .map((row) => Number(row.title))
          .sort((a, b) => a - b),
      )
    const rows = (school: School) => school.tx((db) => db.selectFrom('outbox').selectAll().orderBy('id').execute())
    const until = (isReached: () => Promise<boolean>) => expect.poll(isReached, { interval: 20 }).toBe(true)
    const allDone = (school: School) => async () => (await rows(school)).every((row) => row.utc_done_on)
    const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

    it('runs each job in its own school', async () => {
      for (let at = 0; at < 30; at++) {
        await ask(w.northside, 1000 + at, 1)
        await ask(w.riverside, 2000 + at, 1)
      }
      await run(writeCategory)
      await until(allDone(w.northside))
      await until(allDone(w.riverside))
      expect(await titles(w.northside)).toEqual(range(1000, 30))
      expect(await titles(w.riverside)).toEqual(range(2000, 30))
    })

    it('runs nothing that was rolled back, and what commits while it runs', async () => {
      await run(writeCategory)
      await expect(
        w.northside.tx(async (db) => {
          await enqueue(db, jobs.renderCertificate, { certificateId: '1' })
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await ask(w.northside, 2, 1)
      await until(async () => (await titles(w.northside)).length > 0)
      expect(await titles(w.northside)).toEqual([2])
    })

    it('tries again what failed', async () => {
      let runs = 0
      await ask(w.northside, 1, 1)
      await run(async (school, id, signal) => {
        if (++runs === 1) throw new Error('not now')
        await writeCategory(school, id, signal)
      })
      await until(allDone(w.northside))
      expect(await titles(w.northside)).toEqual([1])
      expect(await rows(w.northside)).toMatchObject([{ attempts: 1, last_error: 'not now', utc_failed_on: null }])
    })

    it('gives up after the last try, keeps the reason, and calls the failure handler', async () => {
      await ask(w.northside, 1, 1)
      await sqlAsAdmin(`update outbox set attempts = ${retries[jobs.renderCertificate.retries].attempts - 1}`)
      const failedIds: string[] = []
      await run(
        async () => {
          throw new Error('the disk is full')
        },
        async (_, certificateId) => void failedIds.push(certificateId),
      )
      await until(async () => (await rows(w.northside))[0]!.utc_failed_on !== null)
      expect(failedIds).toEqual(['1'])
      expect(await rows(w.northside)).toMatchObject([{ last_error: 'the disk is full', utc_done_on: null }])
    })

    it('tries again to give up, and ends without it where that fails as often as the job', async () => {
      const most = retries[jobs.renderCertificate.retries].attempts
      await ask(w.northside, 1, 2)
      await sqlAsAdmin(
        `update outbox set attempts = case payload ->> 'certificateId' when '1' then ${most - 1} else ${most * 2 - 1} end`,
      )
      const givenUp: string[] = []
      await run(
        async () => {
          throw new Error('the disk is full')
        },
        async (_, certificateId) => {
          givenUp.push(certificateId)
          if (certificateId === '2' || givenUp.filter((id) => id === '1').length === 1) throw new Error('no place')
        },
      )
      await until(async () => (await rows(w.northside)).every((row) => row.utc_failed_on))
      expect(givenUp.sort()).toEqual(['1', '1', '2'])
    })

    it('tries again where something else cannot be read, which a newer release may have written', async () => {
      await ask(w.northside, 1, 1)
      let tries = 0
      await run(async (...call) => {
        if (++tries === 1) z.enum(['known']).parse('newer')
        await writeCategory(...call)
      })
      await until(allDone(w.northside))
      expect(tries).toBe(2)
      expect(await rows(w.northside)).toMatchObject([{ utc_failed_on: null }])
    })

    it('gives up at once on a payload that cannot be read', async () => {
      await ask(w.northside, 1, 1)
      await sqlAsAdmin(`update outbox set payload = '{"certificateId": null}'`)
      await run(writeCategory)
      await until(async () => (await rows(w.northside))[0]!.utc_failed_on !== null)
      expect(await titles(w.northside)).toEqual([])
    })

    it('loses nothing when the store is wiped in the middle', async () => {
      await ask(w.northside, 1, 40)
      await run(async (school, id, signal) => {
        await sleep(30)
        await writeCategory(school, id, signal)
      })
      await until(async () => (await titles(w.northside)).length >= 8)
      if (store.redisUrl) {
        const redis = new Redis(store.redisUrl)
        await redis.flushall()
        await redis.quit()
      } else await sqlAsAdmin('truncate queue.job cascade')
      await until(allDone(w.northside))
      // A job whose entry vanished while it ran may have run twice; none was lost.
      expect([...new Set(await titles(w.northside))]).toEqual(range(1, 40))
    })

    it('does one school after the other, so a large one does not keep a small one waiting', async () => {
      await ask(w.northside, 1, 120)
      const stopRequested = Promise.withResolvers<void>()
      const doneBefore = new Promise<number>((resolve) => {
        let northsideDone = 0
        void run(async (school) => {
          if (school.id === w.riverside.id) return resolve(northsideDone)
          if (northsideDone > 0) await stopRequested.promise
          northsideDone++
        })
      })
      await until(async () => (await rows(w.northside)).some((row) => row.utc_done_on))
      await ask(w.riverside, 1, 1)
      stopRequested.resolve()
      expect(await doneBefore).toBeLessThan(60)
      await until(allDone(w.northside))
    })

    it('hands a long job over when it is asked to stop, without using up a try', async () => {
      await ask(w.northside, 7, 1)
      let begun = false
      const first = await run(async (_, __, signal) => {
        begun = true
        await sleep(minuteMs, undefined, { signal })
      })
      await until(async () => begun)
      open.splice(open.indexOf(first), 1)
      const stoppedAt = performance.now()
      await first.close()
      // The job by itself takes longer.
      expect(performance.now() - stoppedAt).toBeLessThan(minuteMs)
      await run(writeCategory)
      await until(allDone(w.northside))
      expect(await titles(w.northside)).toEqual([7])
      expect(await rows(w.northside)).toMatchObject([{ attempts: 0, last_error: null }])
    })

    it('runs a job of the platform, and keeps nothing of its payload once it is done or given up', async () => {
      const request = { kind: 'recovery', sealedEmail: 'sealed', schoolId: null, minute: '1' } as const
      const read = () =>
        w.database.withPlatform((db) =>
          db
            .selectFrom('outbox')
            .where('school_id', '=', platformId)
            // The relay writes the daily jobs of the platform beside them.
            .where('name', '=', jobs.answerMailRequest.name)
            .selectAll()
            .orderBy('id')
            .execute(),
        )
      await w.database.withPlatform((db) => enqueuePlatformJob(db, jobs.answerMailRequest, request))
      await w.database.withPlatform((db) => enqueuePlatformJob(db, jobs.answerMailRequest, request))
      await sqlAsAdmin(
        `update outbox set payload = payload - 'kind' where id = (select max(id) from outbox where name = '${jobs.answerMailRequest.name}')`,
      )
      await run(writeCategory)
      await until(async () => (await read()).every((row) => row.utc_done_on || row.utc_failed_on))
      const rows = await read()
      expect(rows.map(({ payload }) => payload)).toEqual([{}, {}])
      expect(rows.map(({ utc_done_on, utc_failed_on }) => [utc_done_on !== null, utc_failed_on !== null])).toEqual([
        [true, false],
        [false, true],
      ])
    })

    it('skips an entry whose job is done already', async () => {
      await ask(w.northside, 1, 1)
      await sqlAsAdmin('update outbox set utc_done_on = now(), utc_sent_on = now()')
      const queue = await openQueueStore(config(), log)
      onTestFinished(() => queue.close())
      const [row] = await rows(w.northside)
      await queue.add('documents', [
        {
          name: 'certificates.render',
          data: { schoolId: w.northside.id, outboxId: row!.id },
          opts: { removeOnComplete: true },
        },
      ])
      await ask(w.northside, 2, 1)
      await run(writeCategory)
      await until(allDone(w.northside))
      expect(await titles(w.northside)).toEqual([2])
    })
  })
}
