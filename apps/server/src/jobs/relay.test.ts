import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { world } from '../testing/world.ts'
import { jobs } from './catalogue.ts'
import { enqueue } from './enqueue.ts'
import { platformId } from './job-definition.ts'
import type { NewEntry } from './queue-store.ts'
import { startRelay } from './relay.ts'
import { enqueueDueJobs } from './scheduled-jobs.queries.ts'
import { scheduleJob } from './scheduled-jobs.ts'

/** A relay whose queue is this test; gives what closes it, once the look that it has begun is over. */
async function relayTo(add: (entries: NewEntry[]) => void, overdueMs = minuteMs) {
  const { database } = await world()
  const relay = await startRelay({
    database,
    log: pino({ level: 'silent' }),
    overdueMs,
    store: { add: async (_, entries) => add(entries) },
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= relay.close())
  onTestFinished(close)
  return close
}

async function newSchool() {
  const w = await world()
  const school = await w.makeSchool('Eastside')
  return {
    ask: (count: number) =>
      school.tx(async (db) => {
        for (let id = 1; id <= count; id++) await enqueue(db, jobs.renderCertificate, { certificateId: String(id) })
      }),
    rows: () => school.tx((db) => db.selectFrom('outbox').selectAll().orderBy('id').execute()),
    finish: () => school.tx((db) => db.updateTable('outbox').set({ utc_done_on: new Date() }).execute()),
    age: (id: string, days: number) =>
      school.tx((db) =>
        db
          .updateTable('outbox')
          .set({ utc_done_on: new Date(Date.now() - days * dayMs) })
          .where('id', '=', id)
          .execute(),
      ),
    mine: (entries: NewEntry[]) => entries.filter((entry) => entry.data.schoolId === school.id),
  }
}

describe('the relay', () => {
  it('goes on with its other steps while one fails, says which, and takes it up again', async () => {
    const { database, databaseUrl } = await world()
    const school = await newSchool()
    const admin = new pg.Client({ connectionString: databaseUrl })
    await admin.connect()
    onTestFinished(() => admin.end())
    const restore = () => admin.query('alter table if exists due_jobs_away rename to due_jobs')
    await admin.query('alter table due_jobs rename to due_jobs_away')
    onTestFinished(async () => void (await restore()))
    await school.ask(1)
    const added: NewEntry[] = []
    const logLines: { level: number; step: string }[] = []
    const relay = await startRelay({
      database,
      log: pino({ level: 'warn' }, { write: (line) => void logLines.push(JSON.parse(line)) }),
      overdueMs: minuteMs,
      store: { add: async (_, entries) => void added.push(...school.mine(entries)) },
    })
    onTestFinished(() => relay.close())
    await expect.poll(() => added.length).toBe(1)
    const late = () => relay.listLateSteps().filter(({ seconds }) => seconds > 0.5)
    await expect.poll(() => late().map(({ step }) => step)).toEqual(['write due jobs', 'plan jobs'])
    expect(logLines.map(({ level, step }) => [level, step])).toEqual([
      [50, 'write due jobs'],
      [50, 'plan jobs'],
    ])
    await restore()
    await expect.poll(late).toEqual([])
    await school.finish()
  })

  it('writes the daily jobs of each school once a day', async () => {
    const { makeSchool, database } = await world()
    const [old, young] = [await makeSchool('Veterana'), await makeSchool('Caloura')]
    await database.withPlatform((db) =>
      db.updateTable('schools').set({ utc_created_on: '2026-01-01' }).where('id', '=', old.id).execute(),
    )
    const daily = async (school: typeof old) =>
      (await school.pendingJobs()).filter(([name]) => name === 'files.remove_unused').length
    await relayTo(() => undefined)
    await expect.poll(() => daily(old)).toBe(1)
    const close = await relayTo(() => undefined)
    await close()
    expect([await daily(old), await daily(young)]).toEqual([1, 0])
    const yesterday = new Date(Date.now() - 25 * hourMs)
    await old.tx((db) => db.updateTable('outbox').set({ utc_created_on: yesterday, utc_done_on: yesterday }).execute())
    await relayTo(() => undefined)
    await expect.poll(() => daily(old)).toBe(1)
  })

  it('writes what the platform needs each day once, and again when a day is over', async () => {
    const { database } = await world()
    const written = () =>
      database.withPlatform((db) =>
        db.selectFrom('outbox').select('school_id').where('name', '=', jobs.proveEvents.name).orderBy('id').execute(),
      )
    const sweep = async () => (await relayTo(() => undefined))()
    await sweep()
    await sweep()
    expect(await written()).toEqual([{ school_id: platformId }])
    await database.withPlatform((db) =>
      db
        .updateTable('outbox')
        .set({ utc_created_on: new Date(Date.now() - dayMs), utc_done_on: new Date() })
        .where('name', '=', jobs.proveEvents.name)
        .execute(),
    )
    await sweep()
    expect(await written()).toEqual([{ school_id: platformId }, { school_id: platformId }])
  })

  it('writes what is due again when the job of it was given up', async () => {
    const { database, makeSchool } = await world()
    const school = await makeSchool('Devolução esquecida')
    await school.tx((db) => scheduleJob(db, jobs.followRefunds, new Date(0)))
    const written = async () => {
      await database.withPlatform((db) => enqueueDueJobs(db, 10_000))
      return (await school.pendingJobs()).filter(([name]) => name === jobs.followRefunds.name).length
    }
    expect([await written(), await written()]).toEqual([1, 1])
    await school.tx((db) => db.updateTable('outbox').set({ utc_failed_on: new Date() }).execute())
    expect([await written(), await written()]).toEqual([2, 2])
  })

  it('writes what franchisors need each day for them alone', async () => {
    const { makeSchool, database } = await world()
    const [franchisor, other] = [await makeSchool('Rede'), await makeSchool('Avulsa')]
    for (const { id } of [franchisor, other])
      await database.withPlatform((db) =>
        db
          .updateTable('schools')
          .set({ utc_created_on: '2026-01-01', has_affiliation: id === franchisor.id })
          .where('id', '=', id)
          .execute(),
      )
    const daily = async (school: typeof other) => (await school.pendingJobs()).map(([name]) => name)
    await (await relayTo(() => undefined))()
    expect(await daily(franchisor)).toEqual(
      expect.arrayContaining(['affiliates.sync_daily', 'editions.verify', 'files.remove_unused']),
    )
    const others = await daily(other)
    expect(others).toContain('files.remove_unused')
    expect(others.filter((name) => /^(affiliates|editions)\./.test(name))).toEqual([])
  })

  it('plans the first run of what has its hour, in new schools too, and leaves what is planned', async () => {
    const { makeSchool } = await world()
    const school = await makeSchool('Pontual')
    const planned = () =>
      school.tx((db) => db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'openings.tell').execute())
    const close = await relayTo(() => undefined)
    await expect.poll(planned).toHaveLength(1)
    await close()
    const [{ utc_due_on: first }] = (await planned()) as [{ utc_due_on: Date }]
    expect([first.getTime() > Date.now(), first.getTime() <= Date.now() + dayMs]).toEqual([true, true])
    expect(first.toISOString().slice(11)).toBe('11:00:00.000Z')
    const changed = new Date('2099-01-01')
    await school.tx((db) => db.updateTable('due_jobs').set({ utc_due_on: changed }).execute())
    const again = await relayTo(() => undefined)
    await again()
    expect(await planned()).toEqual([{ utc_due_on: changed }])
  })

  it('keeps what the queue did not take, and sends it when the queue is back', async () => {
    const school = await newSchool()
    await school.ask(3)
    let isQueueDown = true
    let refused = 0
    const addedEntries: NewEntry[] = []
    await relayTo((entries) => {
      if (isQueueDown) refused += school.mine(entries).length
      if (isQueueDown) throw new Error('the queue is away')
      addedEntries.push(...school.mine(entries))
    })
    await expect.poll(() => refused).toBeGreaterThan(0)
    const sentOn = async () => (await school.rows()).map((row) => row.utc_sent_on)
    await expect.poll(sentOn).toEqual([null, null, null])
    isQueueDown = false
    await expect.poll(() => addedEntries.length).toBe(3)
    expect((await school.rows()).every((row) => row.utc_sent_on)).toBe(true)
    await school.finish()
  })

  it('sends again, under the same id, what is not done in time, and stops when it is', async () => {
    const school = await newSchool()
    await school.ask(1)
    const ids: string[] = []
    const start = () =>
      relayTo((entries) => ids.push(...school.mine(entries).map((entry) => String(entry.opts.jobId))), 200)
    const close = await start()
    await expect.poll(() => ids.length).toBeGreaterThanOrEqual(3)
    expect(new Set(ids).size).toBe(1)
    await school.finish()
    await close()
    const sent = ids.length
    await school.ask(1)
    await start()
    // Long enough for another row to be sent again twice.
    await expect.poll(() => ids.length).toBeGreaterThanOrEqual(sent + 3)
    expect(ids.slice(sent)).not.toContain(ids[0])
    await school.finish()
  })

  it('sends again what is overdue beside a job that another release has sent', async () => {
    const school = await newSchool()
    await school.ask(2)
    const [foreign, own] = await school.rows()
    const { database } = await world()
    await database.withPlatform(async (db) => {
      const sent = { utc_sent_on: new Date(Date.now() - 120_000) }
      await db.updateTable('outbox').set(sent).where('id', '=', own!.id).execute()
      await db
        .updateTable('outbox')
        .set({ ...sent, name: 'later.job' })
        .where('id', '=', foreign!.id)
        .execute()
    })
    const ids: string[] = []
    await relayTo((entries) => ids.push(...school.mine(entries).map((entry) => entry.data.outboxId)))
    await expect.poll(() => ids).toEqual([own!.id])
    await school.finish()
  })

  it("has at most a school's share under way, oldest first", async () => {
    const school = await newSchool()
    await school.ask(30)
    const ids: string[] = []
    for (let look = 0; look < 2; look++) {
      const close = await relayTo((entries) => ids.push(...school.mine(entries).map((entry) => entry.data.outboxId)))
      await close()
    }
    const oldest = (await school.rows()).slice(0, 10).map((row) => row.id)
    expect(ids).toEqual(oldest)
    await school.finish()
  })

  it('hears of a new row without waiting for its next look', async () => {
    const school = await newSchool()
    // The next look never comes.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let reportEntries = () => {}
    await relayTo((entries) => {
      if (school.mine(entries).length) reportEntries()
    })
    for (let turn = 0; turn < 5; turn++) {
      const added = Promise.withResolvers<void>()
      reportEntries = added.resolve
      await school.ask(1)
      await added.promise
      await school.finish()
    }
  })

  it('forgets what was done two weeks ago', async () => {
    const school = await newSchool()
    await school.ask(2)
    const [old, recent] = await school.rows()
    await school.finish()
    await school.age(old!.id, 15)
    await school.age(recent!.id, 13)
    await relayTo(() => undefined)
    await expect.poll(async () => (await school.rows()).map((row) => row.id)).toEqual([recent!.id])
  })
})
