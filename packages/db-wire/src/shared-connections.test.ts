import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startLateServer } from './ending-server.testing.ts'
import { isUnavailable } from './failures.ts'
import { ListenedClient } from './listened-client.ts'
import { SharedConnections } from './shared-connections.ts'
import { readShared } from './shared-reads.ts'

const connectionString = process.env.TEST_DATABASE_URL ?? ''

it('gives up a connection whose preparation is not answered, and opens another', async () => {
  const asked = Promise.withResolvers<void>()
  let prepare = async (client: pg.Client) => {
    const answer = client.query('select pg_sleep(60)')
    asked.resolve()
    await answer
  }
  const answerWithinMillis = 30_000
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString }),
    (client) => prepare(client),
    { size: 1, maxWaiting: 100, answerWithinMillis },
  )
  // The patience for the first connection ends at once, and that for the next is long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const given = connections.run((client) => client.query('select')).catch((error: unknown) => error)
  await asked.promise
  vi.advanceTimersByTime(answerWithinMillis)
  vi.useRealTimers()
  expect(isUnavailable(await given)).toBe(true)
  prepare = async () => undefined
  await connections.run((client) => client.query('select'))
  await connections.close()
})

it('refuses a caller who has many waiting, and no other', async () => {
  let caller = { key: 'user 1' }
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString }),
    async () => undefined,
    { size: 1, maxWaiting: 20, answerWithinMillis: 60_000, callerOf: () => caller },
  )
  const held = Promise.withResolvers<void>()
  const many = Array.from({ length: 15 }, () => connections.run(() => held.promise))
  caller = { key: 'user 2' }
  const other = connections.run((client) => client.query('select'))
  held.resolve()
  const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  await other
  await connections.close()
})

it('opens another connection once the server has said that it ends one, though it is not closed yet', async () => {
  const server = await startLateServer(connectionString)
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString: server.through(connectionString), pipeline: true }),
    async () => undefined,
    { size: 1, maxWaiting: 100, answerWithinMillis: 60_000 },
  )
  const read = (name: string, text: string) =>
    connections.run((client) => readShared<{ pid: number }>(client, undefined, { name, text }, []))
  const [first] = await read('own_pid', 'select pg_backend_pid() as pid')
  const waiting = Promise.allSettled([1, 2].map(() => read('sleeping', 'select pg_backend_pid() as pid, pg_sleep(60)')))
  const other = new pg.Client({ connectionString })
  await other.connect()
  const isAsleep = "select 1 from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'"
  await expect.poll(async () => (await other.query(isAsleep, [first!.pid])).rowCount).toBe(1)
  await other.query('select pg_terminate_backend($1)', [first!.pid])
  expect((await waiting).map((each) => each.status === 'rejected' && isUnavailable(each.reason))).toEqual([true, true])
  const [next] = await read('own_pid', 'select pg_backend_pid() as pid')
  expect(next!.pid).not.toBe(first!.pid)
  await other.end()
  await connections.close()
  await server.close()
})
