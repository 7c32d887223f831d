import type pg from 'pg'
import { expect, it } from 'vitest'
import { isUnavailable } from './failures.ts'
import { ListenedClient } from './listened-client.ts'
import { SharedConnections } from './shared-connections.ts'

const connectionString = process.env.TEST_DATABASE_URL ?? ''

it('gives up a connection whose preparation is not answered, and opens another', async () => {
  let prepare = async (client: pg.Client) => void (await client.query('select pg_sleep(60)'))
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString }),
    (client) => prepare(client),
    { size: 1, maxWaiting: 100, answerWithinMillis: 200 },
  )
  const failure = await connections.run((client) => client.query('select')).catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
  prepare = async () => undefined
  await connections.run((client) => client.query('select'))
  await connections.close()
})

it('refuses a caller who has many waiting, and no other', async () => {
  let caller = { key: 'user 1' }
  const connections = new SharedConnections(
    () => new ListenedClient({ connectionString }),
    async () => undefined,
    { size: 1, maxWaiting: 20, answerWithinMillis: 10_000, callerOf: () => caller },
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
