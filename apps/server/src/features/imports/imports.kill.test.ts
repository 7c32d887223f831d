import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { imports } from '@escola/contract/imports.contract'
import { thisSchool } from '@escola/db'
import { type Mailbox, startMailbox } from '@escola/dev-services/mailbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestStore, testStores } from '../../jobs/test-stores.ts'
import { killedRows } from '../../testing/killed-worker.ts'
import { spawnMain } from '../../testing/spawn-main.ts'
import { world } from '../../testing/world.ts'

/**
 * One queue imports more rows, because what grows with them has nothing to do with where the queue is. The rows of the first
 * batch and the last ones are people; those in between repeat the first and are refused, so that most of the time is not the sending of mails.
 * The numbers are the rows done when the worker is killed; after these, it is killed twice more while the mails leave.
 */
const firstPeople = killedRows * 0.2
const lastPeople = killedRows * 0.1
const people = firstPeople + lastPeople
const loads: Record<string, { rowCount: number; killsAt: number[] }> = {
  PostgreSQL: { rowCount: Math.max(6000, killedRows), killsAt: [1, 2000, 3000] },
  Redis: { rowCount: 4000, killsAt: [1, 2000] },
}

/** Reads the most memory that a process has ever held; 0 where the system does not tell. */
const peakMegabytes = async (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024

for (const { name, isInstalled: isHere, start } of testStores) {
  const { rowCount, killsAt } = loads[name]!
  describe.skipIf(!isHere)(`an import whose worker is killed, on ${name}`, () => {
    let store: TestStore
    let mailbox: Mailbox
    let running: ChildProcess | undefined

    beforeAll(async () => {
      store = await start()
      mailbox = await startMailbox({ limit: people * 2 })
    })
    afterAll(async () => {
      await mailbox.stop()
      await store.stop()
    })

    it('brings in each person once, with one mail each, without help', async () => {
      const w = await world()
      const school = w.northside
      const domain = `${name.toLowerCase()}.example.com`
      const cohort = await school.make.cohort({ title: name })
      const rows = Array.from({ length: rowCount }, (_, index) => ({
        line: index + 2,
        name: `Pessoa ${index}`,
        email: `p${index < rowCount - lastPeople ? index % firstPeople : people + index - rowCount}@${domain}`,
      }))
      const started = await w.call(imports.start, {
        as: school.admin,
        query: { total: rowCount, filename: 'turma.csv', school_gateway_id: cohort.id },
        file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'turma.json' },
      })
      expect(started.status).toBe(202)
      const { id } = started.body.import

      const startWorker = () => {
        const env = { SMTP_URL: mailbox.smtpUrl, REDIS_URL: store.redisUrl ?? '', JOB_LOCK_MS: '2000' }
        const worker = spawnMain(w, 'main-worker.ts', env)
        worker.stderr.pipe(process.stderr)
        running = worker
      }
      const kill = async () => {
        running?.kill('SIGKILL')
        if (running) await once(running, 'exit')
      }
      const state = async () =>
        school.tx(async (db) => {
          const { rows } = await sql<{ processed: number; status: string; sent: number }>`
            select i.processed, i.status, (
              select count(*)::int from messages m join memberships p on p.school_id = m.school_id and p.user_id = m.user_id
              where m.school_id = ${thisSchool} and m.status = 'sent' and p.email like ${`%@${domain}`}) as sent
            from imports i where i.school_id = ${thisSchool} and i.id = ${id}`.execute(db)
          const unsent = await db.selectFrom('outbox').select('id').where('utc_done_on', 'is', null).execute()
          return { ...rows[0]!, unsent: unsent.length }
        })
      const until = async (isReached: (current: Awaited<ReturnType<typeof state>>) => boolean) => {
        for (const end = Date.now() + 120_000; ; await sleep(50)) {
          const current = await state()
          if (isReached(current)) return current
          if (Date.now() > end) throw new Error(`still waiting: ${JSON.stringify(current)}`)
        }
      }

      // The question is the lightest, so that the kill comes before the next batch, and before the last mail.
      const rowsDone = async () =>
        (await school.tx((db) => db.selectFrom('imports').select('processed').where('id', '=', id).executeTakeFirst()))!
          .processed
      const mailsSent = async () => {
        const { rows } = await school.tx((db) =>
          sql<{ sent: number }>`
            select count(*)::int as sent from messages
            where school_id = ${thisSchool} and status = 'sent' and params->>'cohortId' = ${cohort.id}`.execute(db),
        )
        return rows[0]!.sent
      }
      for (const killAt of killsAt) {
        startWorker()
        await expect.poll(rowsDone, { timeout: 120_000, interval: 10 }).toBeGreaterThanOrEqual(killAt)
        await kill()
        expect(await rowsDone()).toBeLessThan(rowCount)
      }
      for (const share of [0.2, 0.6]) {
        startWorker()
        await expect.poll(mailsSent, { timeout: 120_000, interval: 10 }).toBeGreaterThanOrEqual(people * share)
        await kill()
        expect(await mailsSent()).toBeLessThan(people)
      }
      startWorker()
      expect(await until((progress) => progress.sent === people && progress.unsent === 0)).toMatchObject({
        status: 'done',
        processed: rowCount,
      })
      const memory = await peakMegabytes(running!.pid!)
      await kill()
      expect(memory).toBeLessThan(300)

      const found = await school.tx((db) =>
        sql<Record<string, number>>`
          select count(*)::int as members, count(distinct m.email)::int as addresses, (
              select count(*)::int from enrollments e where e.school_id = ${thisSchool} and e.cohort_id = ${cohort.id}) as enrollments
          from memberships m where m.school_id = ${thisSchool} and m.email like ${`%@${domain}`}`.execute(db),
      )
      expect(found.rows[0]).toEqual({ members: people, addresses: people, enrollments: people })
      const done = await w.call(imports.get, { as: school.admin, params: { id } })
      expect(done.body.import).toMatchObject({
        created: people,
        enrolled: people,
        unchanged: 0,
        refused: rowCount - people,
      })

      // An administrator is told of news after some minutes, which this may take.
      const mails = mailbox.messages({ to: domain, limit: people * 2 })
      expect(mails.length).toBe(people)
      expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(people)
      expect(new Set(mails.flatMap((mail) => mail.to)).size).toBe(people)
      // At most the mails that were on the wire at a kill were delivered twice, under the same Message-ID.
      const twice = mails.filter((mail) => mail.deliveries > 1)
      expect(twice.length).toBeLessThanOrEqual(2 * 5 + killsAt.length * 5)
    }, 400_000)
  })
}
