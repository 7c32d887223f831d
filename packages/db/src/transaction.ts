import { enterSchool, type Wire } from '@escola/db-wire'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { kyselyOn } from './client-dialect.ts'
import type { Plans } from './kept-plans.ts'
import { NameSchool } from './name-school.ts'
import { transactions, type Write, writeNow } from './prepared.ts'
import type { Tables } from './tables.gen.ts'

/** Runs work on a connection of its own. Failed work is rolled back, and a broken connection is not used again. */
export async function onClient<T>(pool: pg.Pool, wire: Wire, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    await wire.rollback(client).catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** Sends the beginning of a transaction. `set local` is a statement of its own: a cluster repeats it on its nodes. */
function begin(wire: Wire, client: pg.PoolClient, schoolId: string | undefined): Promise<unknown>[] {
  const texts = schoolId === undefined ? ['begin'] : ['begin', enterSchool(schoolId)]
  return texts.map((text) => wire.send(client, { text }))
}

/** Runs work in a transaction; its first statements leave together with the beginning, its last writes with the commit. */
export async function transaction<T>(
  client: pg.PoolClient,
  wire: Wire,
  schoolId: string | undefined,
  work: (db: Kysely<Tables>) => Promise<T>,
  plans?: Plans,
): Promise<T> {
  const db = kyselyOn<Tables>(client, wire, schoolId === undefined ? [] : [new NameSchool(schoolId)], plans)
  if (schoolId !== undefined) transactions.set(db, { wire, client, schoolId })
  const begun = begin(wire, client, schoolId)
  // Work may fail before these promises are awaited.
  for (const answer of begun) answer.catch(() => {})
  const result = await work(db)
  await Promise.all(begun)
  await Promise.all([writeNow(db), wire.send(client, { text: 'commit' })])
  return result
}

/**
 * How a transaction is committed. `before-flush` answers before the disk has the commit: when the database's machine fails, the writes of its last
 * moments may be gone, and nothing else.
 */
export type Commit = 'durable' | 'before-flush'

const sendWrite = <R extends object>(
  wire: Wire,
  client: pg.PoolClient,
  schoolId: string,
  { statement: { name, text }, values }: Write,
) => wire.send<R>(client, { name, text, values: [schoolId, ...values] })

/** Runs a transaction whose statements are all known before it begins: one message. */
export async function writeAtOnce(
  client: pg.PoolClient,
  wire: Wire,
  schoolId: string,
  writes: Write[],
  commit: Commit = 'durable',
): Promise<void> {
  await Promise.all([
    ...begin(wire, client, schoolId),
    ...(commit === 'before-flush' ? [wire.send(client, { text: 'set local synchronous_commit = off' })] : []),
    ...writes.map((write) => sendWrite(wire, client, schoolId, write)),
    wire.send(client, { text: 'commit' }),
  ])
}

/** Write of one school, and the writes that follow from the rows that it gave. All run inside the school. */
export interface SchoolWrite<R extends object> {
  schoolId: string
  write: Write
  next(rows: R[]): Write[]
}

/** Runs writes of several schools as one transaction, in two messages. */
export async function writeTogether<R extends object>(
  client: pg.PoolClient,
  wire: Wire,
  parts: SchoolWrite<R>[],
): Promise<void> {
  const enter = (schoolId: string) => wire.send(client, { text: enterSchool(schoolId) })
  const begun = begin(wire, client, undefined)
  const written = parts.map(({ schoolId, write }) =>
    Promise.all([enter(schoolId), sendWrite<R>(wire, client, schoolId, write)]),
  )
  const [answers] = await Promise.all([Promise.all(written), ...begun])
  const following = parts.flatMap(({ schoolId, next }, index) => {
    const writes = next(answers[index]![1].rows)
    if (writes.length === 0) return []
    return [enter(schoolId), ...writes.map((write) => sendWrite(wire, client, schoolId, write))]
  })
  await Promise.all([...following, wire.send(client, { text: 'commit' })])
}
