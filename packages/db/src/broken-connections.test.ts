import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkConnection } from './cluster.ts'
import { ClusterNode } from './cluster-node.ts'
import { connectDatabase } from './database.ts'
import { isUnavailable } from './failures.ts'
import { ListenedClient } from './listened-client.ts'
import { SharedConnections } from './shared-connections.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
})
afterAll(() => made.drop())

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const fatal = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** A server that ends each connection in the packet that says that it is open, for as long as it is told to. */
async function endingServer(target: string) {
  const { hostname, port } = new URL(target)
  const state = { isEnding: true, ended: 0 }
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far)
    far.on('data', (chunk: Buffer) => {
      const at = state.isEnding ? chunk.indexOf(readyForQuery) : -1
      if (at < 0) return void near.write(chunk)
      state.ended++
      near.end(Buffer.concat([chunk.subarray(0, at + readyForQuery.length), fatal]))
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = (url: string) => {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return changed.toString()
  }
  return { state, through, close: () => new Promise((resolve) => server.close(resolve)) }
}

// An error that nobody hears ends a process, and so this test's.
it('survives connections that end in the packet that opens them', async () => {
  const urls = runtimeUrls(made.url, testSecret)
  const proxy = await endingServer(urls.app)
  const database = connectDatabase({ app: proxy.through(urls.app), platform: proxy.through(urls.platform) })
  const one = { name: 'one', text: 'select 1 as one' }
  const askAll = () =>
    Promise.allSettled([
      database.withSchool('1', (db) => db.selectFrom('categories').select('id').execute()),
      database.withPlatform((db) => db.selectFrom('schools').select('id').limit(1).execute()),
      database.readSchool('1', { name: 'one_inside', text: 'select 1 as one where $1::bigint is not null' }, []),
      database.readPlatform(one, []),
      database.ping(),
    ])
  for (let round = 0; round < 5; round++) {
    const ends = await askAll()
    expect(ends.map((end) => end.status === 'rejected' && isUnavailable(end.reason))).toEqual(Array(5).fill(true))
  }
  proxy.state.isEnding = false
  await expect
    .poll(async () => (await askAll()).map(({ status }) => status), { timeout: 10_000 })
    .toEqual(Array(5).fill('fulfilled'))
  await database.close()
  await proxy.close()
})

it('listens through one connection again after the server was away', async () => {
  const urls = runtimeUrls(made.url, testSecret)
  const proxy = await endingServer(urls.platform)
  proxy.state.isEnding = false
  const database = connectDatabase({ app: urls.app, platform: proxy.through(urls.platform) })
  const heard: string[] = []
  const listening = await database.listen('outbox', (payload) => heard.push(payload))
  const admin = new pg.Client({ connectionString: made.url })
  await admin.connect()
  const listener = `from pg_stat_activity where datname = current_database() and query = 'listen "outbox"'`
  proxy.state.isEnding = true
  await admin.query(`select pg_terminate_backend(pid) ${listener}`)
  await expect.poll(() => proxy.state.ended, { timeout: 10_000 }).toBeGreaterThan(2)
  proxy.state.isEnding = false
  await expect.poll(() => heard, { timeout: 10_000 }).toContain('')
  await admin.query(`notify outbox, 'one'`)
  await expect.poll(() => heard).toContain('one')
  expect(heard).toEqual(['', 'one'])
  expect((await admin.query(`select pid ${listener}`)).rowCount).toBe(1)
  await listening.stop()
  await admin.end()
  await database.close()
  await proxy.close()
}, 30_000)

it('tells once that a node is away and once that it is back, and gives up one that lets it wait', async () => {
  const { app } = runtimeUrls(made.url, testSecret)
  const proxy = await endingServer(app)
  const told: boolean[] = []
  const limits = { size: 1, maxWaiting: 100, answerWithinMillis: 200 }
  let prepare = checkConnection
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString: proxy.through(app) }),
    (client) => prepare(client),
    limits,
  )
  const node = new ClusterNode(connections, (failure) => told.push(failure !== undefined), 20)
  const untilOpen = () => expect.poll(() => node.isOpen(), { timeout: 10_000 }).toBe(true)
  const ask = async () => {
    expect(node.isOpen()).toBe(false)
    return proxy.state.ended
  }
  await expect.poll(ask, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(told).toEqual([true])
  proxy.state.isEnding = false
  await untilOpen()
  expect(told).toEqual([true, false])
  await connections.close()

  const silent = new SharedConnections(
    () => new ListenedClient({ connectionString: app }),
    (client) => prepare(client),
    limits,
  )
  prepare = async (client) => void (await client.query('select pg_sleep(60)'))
  const failure = await silent.run((client) => client.query('select')).catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
  prepare = checkConnection
  await silent.run((client) => client.query('select'))
  await silent.close()
  await proxy.close()
}, 30_000)

it('answers whole or says that it is unavailable while half of its connections are ended again and again', async () => {
  const database = connectDatabase(runtimeUrls(made.url, testSecret), { onPulse: () => undefined })
  const { id } = await database.withPlatform((db) =>
    db.insertInto('schools').values({ name: 'Sob ataque' }).returning('id').executeTakeFirstOrThrow(),
  )
  const admin = new pg.Client({ connectionString: made.url })
  await admin.connect()
  let over = false
  const attack = (async () => {
    while (!over) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename <> current_user and random() < 0.5`,
      )
      await sleep(60 + Math.random() * 100)
    }
  })()
  const failures: unknown[] = []
  let whole = 0
  const end = Date.now() + 5000
  const caller = async (number: number) => {
    while (Date.now() < end) {
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
  await Promise.all(Array.from({ length: 50 }, (_, number) => caller(number)))
  over = true
  await attack
  expect(failures).toEqual([])
  expect(whole).toBeGreaterThan(0)
  await admin.end()
  await database.close()
}, 30_000)
