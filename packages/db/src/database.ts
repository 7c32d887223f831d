import type { Kysely } from 'kysely'
import pg from 'pg'
import { checkConnection, checkSettings } from './cluster.ts'
import { ClusterReads, type OnNode } from './cluster-reads.ts'
import { requirePlaces } from './distribute.ts'
import { isUnavailable, Refused } from './failures.ts'
import { ListenedClient, watchedClient } from './listened-client.ts'
import { type Statement, streamOf, type Write } from './prepared.ts'
import { Pulse } from './pulse.ts'
import { ReadsTogether } from './reads-together.ts'
import { SharedConnections } from './shared-connections.ts'
import type { Tables } from './tables.gen.ts'
import { onClient, transaction, writeAtOnce } from './transaction.ts'
import { type DatabaseUrls, onNode } from './urls.ts'

declare const scope: unique symbol
/** A transaction inside one school. Only withSchool makes one, so a query that takes it cannot run anywhere else. */
export type SchoolDb = Kysely<Tables> & { readonly [scope]: 'school' }
/** A transaction of the platform: sign-in, finding schools, the outbox relay. Few tables are granted to it. */
export type PlatformDb = Kysely<Tables> & { readonly [scope]: 'platform' }

export interface Database {
  /** Runs work in one transaction that sees the rows of that school alone. */
  withSchool<T>(schoolId: string, work: (db: SchoolDb) => Promise<T>): Promise<T>
  /** One short statement that only reads, inside one school: the calls that are made most. It shares its connection with others of its kind. */
  readSchool<R extends object>(schoolId: string, statement: Statement, values: (string | null)[]): Promise<R[]>
  /** A transaction that is known before it begins: one message and one answer. It keeps nothing if one of its statements fails. */
  writeSchool(schoolId: string, writes: Write[]): Promise<void>
  withPlatform<T>(work: (db: PlatformDb) => Promise<T>): Promise<T>
  /** One short statement of the platform's that only reads, without a transaction around it: the session check of every request. */
  readPlatform<R extends object>(statement: Statement, values: (string | null)[]): Promise<R[]>
  /** Calls back whenever the channel is notified; reconnects by itself and calls back once after each reconnect. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<{ stop(): Promise<void> }>
  /** Whether it answers; at once when it is known that it does not. */
  ping(): Promise<void>
  /** For the start: throws with a sentence when the tables of a cluster are not where they belong. A server that does not answer is not judged. */
  requirePlaces(): Promise<void>
  close(): Promise<void>
}

/** Sign-in, finding schools and the outbox, above all schools: few tables are granted to it. */
export type Platform = Pick<Database, 'withPlatform' | 'readPlatform'>

const connectionTimeoutMillis = 5000
/**
 * What a page out of order costs, in pages in order. The default of 4 is that of a turning disk: with it the planner reads small tables, and a
 * school's part of middling ones, from end to end for a handful of rows.
 */
const randomPageCost = 1.1
/** How soon the server sees that whoever asked is gone, and drops what they asked. */
const noticeGoneWithinMillis = 2000
/** Two keep one slow read from holding up all the others; more would spread the same queries over more packets. */
const sharedPerRole = 2
/** For one pool or shared connection: a second's work or two. */
const maxWaiting = 1000

function mustBeSchool(schoolId: string) {
  if (!/^[1-9]\d{0,17}$/.test(schoolId)) throw new Error('a school id is a decimal number')
}

/**
 * What the server is told of a connection: a little before we stop waiting for a statement it ends that statement, so that the connection
 * stays good; and it ends transactions whose owner no longer says anything.
 */
const serverLimits = (answerWithinMillis: number) => ({
  statement_timeout: Math.ceil(answerWithinMillis * 0.9),
  idle_in_transaction_session_timeout: answerWithinMillis,
  options: `-c client_connection_check_interval=${noticeGoneWithinMillis} -c random_page_cost=${randomPageCost}`,
})

/**
 * @param maxConnections of each of the two pools
 * @param answerWithinMillis after which a statement is given up and its connection closed: a server that hangs must not hang everybody
 * @param onPulse watches whether the server answers, tells when that changes, and lets nobody wait while it does not: for those whose
 * callers are people. A job waits.
 * @param onNode the same of a cluster's nodes, which are asked through their coordinator meanwhile
 */
export function connectDatabase(
  urls: Pick<DatabaseUrls, 'app' | 'platform'>,
  {
    maxConnections = 10,
    answerWithinMillis = 20_000,
    onPulse,
    onNode: tellNode,
  }: {
    maxConnections?: number
    answerWithinMillis?: number
    onPulse?: (isAway: boolean) => void
    onNode?: OnNode
  } = {},
): Database {
  const pulse = new Pulse(urls.platform)
  if (onPulse) pulse.start(onPulse)
  const Client = watchedClient(pulse)
  // pipeline: a query leaves without waiting for the answer to the one before; see transaction.
  const common = { connectionTimeoutMillis, pipeline: true, ...serverLimits(answerWithinMillis) }
  const pool = (connectionString: string) => {
    const made = new pg.Pool({
      ...common,
      connectionString,
      max: maxConnections,
      Client,
      query_timeout: answerWithinMillis,
      idleTimeoutMillis: 30_000,
      onConnect: checkConnection,
    })
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    made.on('error', () => {})
    return made
  }
  const shared = (
    connectionString: string,
    Made: typeof ListenedClient,
    prepare: typeof checkConnection,
    more = '',
  ) => {
    const options = `${common.options} -c default_transaction_read_only=on${more}`
    const settings = { ...common, options, connectionString, keepAlive: true }
    return new SharedConnections(() => new Made(settings), prepare, {
      size: sharedPerRole,
      maxWaiting,
      answerWithinMillis,
    })
  }
  const app = pool(urls.app)
  const platform = pool(urls.platform)
  const appReads = shared(urls.app, Client, checkConnection)
  const platformReads = shared(urls.platform, Client, checkConnection)
  const heard = async <T>(answer: Promise<T>) => {
    const result = await answer
    pulse.heard()
    return result
  }
  const reads = new ClusterReads(
    { app: (ask) => heard(appReads.run(ask)), platform: (ask) => heard(platformReads.run(ask)) },
    // Unwatched: while a node is away everything else goes on. A text that was learned for it is planned once.
    (node) => shared(onNode(urls.app, node), ListenedClient, checkSettings, ' -c plan_cache_mode=force_generic_plan'),
    tellNode,
  )
  let isClosing = false
  /** Whoever comes last is told so, and no new connection is opened for them. */
  const unlessClosing = <T>(run: () => Promise<T>): Promise<T> =>
    isClosing ? Promise.reject(new Refused('it is closing')) : run()
  const readPlatform = (statement: Statement, values: (string | null)[]) =>
    unlessClosing(() => reads.readPlatform<object>(statement, values))
  const together = new ReadsTogether(readPlatform)
  const transact = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>) => {
    if (pool.waitingCount >= maxWaiting) throw new Refused('too many wait')
    return heard(onClient(pool, work))
  }

  return {
    withSchool: (schoolId, work) => {
      mustBeSchool(schoolId)
      return unlessClosing(() => transact(app, (client) => transaction(client, schoolId, (db) => work(db as SchoolDb))))
    },
    writeSchool: (schoolId, writes) => {
      mustBeSchool(schoolId)
      return unlessClosing(() => transact(app, (client) => writeAtOnce(client, schoolId, writes)))
    },
    readSchool: <R extends object>(schoolId: string, statement: Statement, values: (string | null)[]) => {
      mustBeSchool(schoolId)
      return unlessClosing(() => reads.readSchool<R>(schoolId, statement, values))
    },
    withPlatform: (work) =>
      unlessClosing(() =>
        transact(platform, (client) => transaction(client, undefined, (db) => work(db as PlatformDb))),
      ),
    readPlatform: <R extends object>(statement: Statement, values: (string | null)[]) =>
      statement.forMany ? together.read<R>(statement, values) : (readPlatform(statement, values) as Promise<R[]>),
    listen: (channel, onNotify) => listen(urls.platform, channel, onNotify),
    ping: () => pulse.ask(),
    requirePlaces: async () => {
      try {
        const client = await platform.connect()
        await requirePlaces(client).finally(() => client.release())
      } catch (error) {
        if (!isUnavailable(error)) throw error
      }
    },
    close: async () => {
      isClosing = true
      pulse.stop()
      await Promise.all([app.end(), platform.end(), appReads.close(), reads.close(), platformReads.close()])
    },
  }
}

async function listen(connectionString: string, channel: string, onNotify: (payload: string) => void) {
  let stopped = false
  let client: pg.Client | undefined
  const again = () => {
    if (!stopped) setTimeout(reconnect, 1000).unref()
  }
  const connect = async () => {
    const next = new ListenedClient({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis,
      query_timeout: connectionTimeoutMillis,
    })
    next.on('notification', ({ payload }) => onNotify(payload ?? ''))
    let isOpen = false
    // One that never opened ends as well, and whoever opened it is told: it must not be tried again twice.
    next.on('end', () => {
      if (isOpen) again()
    })
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      streamOf(next).destroy()
      throw error
    }
    isOpen = true
    client = next
  }
  const reconnect = async () => {
    if (stopped) return
    try {
      await connect()
      if (stopped) return void client?.end()
      onNotify('')
    } catch {
      again()
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
