import type { Kysely } from 'kysely'
import pg from 'pg'
import { kyselyOn } from './client-dialect.ts'
import { openTransaction, sendTogether } from './prepared.ts'
import type { Tables } from './tables.gen.ts'
import type { DatabaseUrls } from './urls.ts'

declare const scope: unique symbol
/** A transaction inside one school. Only withSchool makes one, so a query that takes it cannot run anywhere else. */
export type SchoolDb = Kysely<Tables> & { readonly [scope]: 'school' }
/** A transaction of the platform: sign-in, finding schools, the outbox relay. Few tables are granted to it. */
export type PlatformDb = Kysely<Tables> & { readonly [scope]: 'platform' }

export interface Database {
  /** Runs work in one transaction that sees the rows of that school alone. */
  withSchool<T>(schoolId: string, work: (db: SchoolDb) => Promise<T>): Promise<T>
  withPlatform<T>(work: (db: PlatformDb) => Promise<T>): Promise<T>
  /** One statement of the platform's, without a transaction around it: the session check of every request. */
  platformQuery<R extends object>(name: string, sql: string, values: unknown[]): Promise<R[]>
  /** Calls back whenever the channel is notified; reconnects by itself and calls back once after each reconnect. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<{ stop(): Promise<void> }>
  ping(): Promise<void>
  close(): Promise<void>
}

/** @param maxConnections of each of the two pools */
export function connectDatabase(urls: Pick<DatabaseUrls, 'app' | 'platform'>, { maxConnections = 10 } = {}): Database {
  const pool = (connectionString: string, max: number) => {
    // pipeline: a query leaves without waiting for the answer to the one before; see transaction.
    const options = { connectionString, max, connectionTimeoutMillis: 5000, idleTimeoutMillis: 30_000, pipeline: true }
    const made = new pg.Pool(options)
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    made.on('error', () => {})
    return made
  }
  const app = pool(urls.app, maxConnections)
  const platform = pool(urls.platform, maxConnections)

  return {
    withSchool: (schoolId, work) => {
      if (!/^\d{1,18}$/.test(schoolId)) throw new Error('a school id is a decimal number')
      // One message for both: the setting lives as long as the transaction, so it cannot leak through the pool.
      return transaction(app, `begin; set local app.school_id = '${schoolId}'`, (db) => work(db as SchoolDb))
    },
    withPlatform: (work) => transaction(platform, 'begin', (db) => work(db as PlatformDb)),
    platformQuery: async (name, text, values) => (await platform.query({ name, text, values })).rows,
    listen: (channel, onNotify) => listen(urls.platform, channel, onNotify),
    ping: async () => {
      await platform.query('select 1')
    },
    close: async () => {
      await Promise.all([app.end(), platform.end()])
    },
  }
}

async function transaction<T>(pool: pg.Pool, begin: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    // The first statement follows begin in the same packet. Should begin fail, no school is set and row-level security shows nothing.
    sendTogether(client)
    const begun = client.query(begin)
    begun.catch(() => {})
    const db = kyselyOn<Tables>(client)
    const running = openTransaction(db, client)
    const result = await work(db)
    await begun
    await (running.committed ?? client.query('commit'))
    return result
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

async function listen(connectionString: string, channel: string, onNotify: (payload: string) => void) {
  let stopped = false
  let client: pg.Client | undefined
  const connect = async () => {
    const next = new pg.Client({ connectionString, keepAlive: true })
    next.on('notification', ({ payload }) => onNotify(payload ?? ''))
    next.on('error', () => {})
    next.on('end', () => {
      if (!stopped) setTimeout(reconnect, 1000).unref()
    })
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }
  const reconnect = async () => {
    if (stopped) return
    try {
      await connect()
      onNotify('')
    } catch {
      setTimeout(reconnect, 1000).unref()
    }
  }
  await connect()
  return {
    stop: async () => {
      stopped = true
      await client?.end()
    },
  }
}
