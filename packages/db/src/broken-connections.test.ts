import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable, wireNames } from '@escola/db-wire'
import { startEndingServer } from '@escola/db-wire/testing'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { connectDatabase } from './database.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  testDatabase = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
})
afterAll(() => testDatabase.drop())

// An error without a listener would end the process of this test.
it.each(wireNames)('survives connections that end in the packet that opens them, on the %s wire', async (wire) => {
  const urls = runtimeUrls(testDatabase.url, testSecret)
  const proxy = await startEndingServer(urls.app)
  const database = connectDatabase({ app: proxy.through(urls.app), platform: proxy.through(urls.platform) }, { wire })
  const statement = { name: 'one', text: 'select 1 as one' }
  const askAll = () =>
    Promise.allSettled([
      database.withSchool('1', (db) => db.selectFrom('categories').select('id').execute()),
      database.withPlatform((db) => db.selectFrom('schools').select('id').limit(1).execute()),
      database.readSchool('1', { name: 'one_inside', text: 'select 1 as one where $1::bigint is not null' }, []),
      database.readPlatform(statement, []),
      database.ping(),
    ])
  for (let round = 0; round < 5; round++) {
    const ends = await askAll()
    expect(ends.map((end) => end.status === 'rejected' && isUnavailable(end.reason))).toEqual(Array(5).fill(true))
  }
  proxy.state.isEnding = false
  await expect.poll(async () => (await askAll()).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
  await database.close()
  await proxy.close()
})

it('is stuck when it gets no more connections although the server answers, and not while the server is away', async () => {
  const urls = runtimeUrls(testDatabase.url, testSecret)
  const [own, monitored] = [await startEndingServer(urls.app), await startEndingServer(urls.platform)]
  let stuck = 0
  const database = connectDatabase(
    { app: own.through(urls.app), platform: monitored.through(urls.platform) },
    { onStuck: () => stuck++, stuckAfterMillis: 300 },
  )
  // Failures that lie too far apart are not counted together, so this clock alone says when they come.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // Each call ends its connection, so that the next needs another.
  const endOwn = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())')
  /** Fails for a second, each time until the monitor knows whether the server answers. */
  const fail = async () => {
    for (let time = 0; time < 10; time++) {
      await database.withSchool('1', (db) => db.executeQuery(endOwn)).catch(() => undefined)
      await database.ping().catch(() => undefined)
      vi.setSystemTime(Date.now() + 100)
    }
  }
  // One that never had a connection waits for its first.
  monitored.state.isEnding = false
  await fail()
  own.state.isEnding = false
  expect([await database.withSchool('1', async () => 'works'), stuck]).toEqual(['works', 0])
  own.state.isEnding = monitored.state.isEnding = true
  const admin = new pg.Client({ connectionString: testDatabase.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'escola_platform'`,
  )
  await admin.end()
  await fail()
  expect(stuck).toBe(0)
  monitored.state.isEnding = false
  await fail()
  expect(stuck).toBeGreaterThan(0)
  await database.close()
  await Promise.all([own.close(), monitored.close()])
})

it('listens through one connection again after the server was away', async () => {
  const urls = runtimeUrls(testDatabase.url, testSecret)
  const proxy = await startEndingServer(urls.platform)
  proxy.state.isEnding = false
  const database = connectDatabase({ app: urls.app, platform: proxy.through(urls.platform) })
  const payloads: string[] = []
  const listening = await database.listen('outbox', (payload) => payloads.push(payload))
  const admin = new pg.Client({ connectionString: testDatabase.url })
  await admin.connect()
  const listener = `from pg_stat_activity where datname = current_database() and query = 'listen "outbox"'`
  proxy.state.isEnding = true
  await admin.query(`select pg_terminate_backend(pid) ${listener}`)
  await expect.poll(() => proxy.state.ended).toBeGreaterThan(2)
  proxy.state.isEnding = false
  await expect.poll(() => payloads).toContain('')
  await admin.query(`notify outbox, 'one'`)
  await expect.poll(() => payloads).toContain('one')
  expect(payloads).toEqual(['', 'one'])
  expect((await admin.query(`select pid ${listener}`)).rowCount).toBe(1)
  await listening.stop()
  await admin.end()
  await database.close()
  await proxy.close()
})

it.concurrent.each(wireNames)(
  'answers whole or is unavailable while its connections are ended again and again, on the %s wire',
  async (wire) => {
    const database = connectDatabase(runtimeUrls(testDatabase.url, testSecret), { wire, onAwayChange: () => undefined })
    const admin = new pg.Client({ connectionString: testDatabase.url })
    await admin.connect()
    // The other wire's attack may have begun, which spares this connection alone.
    const { rows } = await admin.query<{ id: string }>(`insert into schools (name) values ('Sob ataque') returning id`)
    const { id } = rows[0]!
    const failures: unknown[] = []
    let whole = 0
    let isOver = false
    // An attack waits for an answer to come after the one before, however long a busy machine takes for it; the callers go on all the time.
    const attack = async () => {
      for (let round = 0; round < 20; round++) {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename <> current_user and random() < 0.5`,
        )
        const before = whole
        do await sleep(60 + Math.random() * 100)
        while (whole === before && failures.length === 0)
      }
      isOver = true
    }
    const caller = async (number: number) => {
      while (!isOver) {
        try {
          await database.withSchool(id, async (db) => {
            const { id: row } = await db
              .insertInto('categories')
              .values({ title: `${number}` })
              .returning('id')
              .executeTakeFirstOrThrow()
            const found = await db.selectFrom('categories').select('school_id').where('id', '=', row).execute()
            expect(found).toEqual([{ school_id: id }])
          })
          await database.readSchool(
            id,
            { name: 'count', text: 'select count(*) from categories where school_id = $1' },
            [],
          )
          whole++
        } catch (error) {
          if (!isUnavailable(error)) failures.push(error)
        }
      }
    }
    await Promise.all([attack(), ...Array.from({ length: 50 }, (_, number) => caller(number))])
    expect(failures).toEqual([])
    await admin.end()
    await database.close()
  },
)
