import type { Kysely } from 'kysely'
import type pg from 'pg'
import { kyselyOn } from './client-dialect.ts'
import { NameSchool } from './name-school.ts'
import { ask } from './packet.ts'
import { transactions, type Write, writeNow } from './prepared.ts'
import type { Tables } from './tables.gen.ts'

/** Runs work on a connection of its own; one that fails is undone, and one that breaks is not used again. */
export async function onClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** It lives as long as the transaction, so it cannot leak through the pool. A message of its own: a cluster repeats it on its nodes. */
const enterOf = (schoolId: string) => ({ text: `set local app.school_id = '${schoolId}'` })

/** What is asked in it first leaves together with its beginning. */
export async function transaction<T>(
  client: pg.PoolClient,
  schoolId: string | undefined,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const db = kyselyOn<Tables>(client, schoolId === undefined ? [] : [new NameSchool(schoolId)])
  // The first statement leaves with these. Should one of them fail, nothing behind it runs.
  const begun = [ask(client, { text: 'begin' })]
  if (schoolId !== undefined) {
    transactions.set(db, { client, schoolId })
    begun.push(ask(client, enterOf(schoolId)))
  }
  for (const one of begun) one.catch(() => {})
  const result = await work(db)
  await Promise.all(begun)
  await Promise.all([writeNow(db), ask(client, { text: 'commit' })])
  return result
}

/** All of it is one message. */
export async function writeAtOnce(client: pg.PoolClient, schoolId: string, writes: Write[]): Promise<void> {
  await Promise.all([
    ask(client, { text: 'begin' }),
    ask(client, enterOf(schoolId)),
    ...writes.map(({ statement: { name, text }, values }) =>
      ask(client, { name, text, values: [schoolId, ...values] }),
    ),
    ask(client, { text: 'commit' }),
  ])
}
