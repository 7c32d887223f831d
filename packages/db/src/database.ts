import { CoordinatorReads, checkConnection, checkSettings, NodeReads, type OnNode } from '@escola/db-citus'
import {
  type Caller,
  ListenedClient,
  loggedWire,
  monitoredClient,
  type OnStatement,
  openWire,
  Refused,
  ServerMonitor,
  SharedConnections,
  type Statement,
  type TextValue,
  type WireName,
} from '@escola/db-wire'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { nameRefusal, requireFit } from './fitness.ts'
import type { Plans } from './kept-plans.ts'
import { listen } from './listen.ts'
import type { Write } from './prepared.ts'
import { SharedPool } from './shared-pool.ts'
import type { Tables } from './tables.gen.ts'
import { type Commit, onClient, type SchoolWrite, transaction, writeAtOnce, writeTogether } from './transaction.ts'
import { addressOnNode, type DatabaseUrls } from './urls.ts'

declare const scope: unique symbol
/** A transaction inside one school. Only withSchool makes one, so a query that takes it cannot run anywhere else. */
export type SchoolDb = Kysely<Tables> & { readonly [scope]: 'school' }
/** A transaction of the platform: sign-in, finding schools, the outbox relay. Few tables are granted to it. */
export type PlatformDb = Kysely<Tables> & { readonly [scope]: 'platform' }

/** The part of the database inside schools. */
export interface Schools {
  /** Runs work in one transaction that sees the rows of that school alone. */
  withSchool<T>(schoolId: string, work: (db: SchoolDb) => Promise<T>, plans?: Plans): Promise<T>
  /** Runs one short statement that only reads, inside one school. It shares its connection with others of its kind. */
  readSchool<R extends object>(schoolId: string, statement: Statement, values: TextValue[]): Promise<R[]>
  /** Runs a transaction whose statements are all known before it begins: one message and one answer. It keeps nothing if one of them fails. */
  writeSchool(schoolId: string, writes: Write[], commit?: Commit): Promise<void>
  /** Runs writes of several schools as one transaction, each inside its own school. It keeps nothing if one of them fails. */
  writeSchools<R extends object>(parts: SchoolWrite<R>[]): Promise<void>
}

export interface Database extends Schools {
  /** Keeps connections for one kind of transactions, which waits for no other kind, and no other waits for it. They are opened when they are used. */
  reserve(maxConnections: number): Schools
  withPlatform<T>(work: (db: PlatformDb) => Promise<T>, plans?: Plans): Promise<T>
  /** Runs one short statement of the platform's that only reads, without a transaction around it: the session check of every request. */
  readPlatform<R extends object>(statement: Statement, values: TextValue[]): Promise<R[]>
  /** Calls back whenever the channel is notified; reconnects by itself and calls back once after each reconnect. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<{ stop(): Promise<void> }>
  /** Succeeds if the server answers; fails at once while it is known not to. */
  ping(): Promise<void>
  /**
   * Asks whether this program may work on the database: its schema is not older, its secret is the same, and a cluster's tables are where they belong.
   * @throws Unfit with a sentence, or the failure to ask
   */
  requireFit(secret: string): Promise<void>
  close(): Promise<void>
}

/** The part of the database above all schools: sign-in, finding schools and the outbox. Few tables are granted to it. */
export type Platform = Pick<Database, 'withPlatform' | 'readPlatform'>

const connectionTimeoutMillis = 5000
/**
 * The cost of a page out of order, in pages in order. The default of 4 is that of a turning disk: with it the planner reads small tables, and a
 * school's part of middling ones, from end to end for a handful of rows.
 */
const randomPageCost = 1.1
/** The server notices within this time that a client is gone, and drops its statement. */
const noticeGoneWithinMillis = 2000
/** Two connections keep one slow read from holding up all the others; more would spread the same queries over more packets. */
const sharedPerRole = 2
/** The limit of one pool or shared connection: a second's work or two. */
const maxWaiting = 1000

function mustBeSchool(schoolId: string) {
  if (!/^[1-9]\d{0,17}$/.test(schoolId)) throw new Error('a school id is a decimal number')
}

/**
 * Limits that the server keeps for a connection: it ends a statement a little before this process stops waiting for it, so that the connection
 * stays good, and it ends transactions that are idle for too long.
 */
const serverLimits = (answerWithinMillis: number) => ({
  statement_timeout: Math.ceil(answerWithinMillis * 0.9),
  idle_in_transaction_session_timeout: answerWithinMillis,
  options: `-c client_connection_check_interval=${noticeGoneWithinMillis} -c random_page_cost=${randomPageCost}`,
})

export interface DatabaseOptions {
  /** The size of each of the two pools. */
  maxConnections?: number
  /** The time after which a statement is given up and its connection closed: a server that hangs must not hang every caller. */
  answerWithinMillis?: number
  /** Is called when the server stops answering and when it answers again; with it, callers are refused meanwhile. Jobs go without and wait. */
  onAwayChange?: (isAway: boolean) => void
  /** Is called when this process can no longer open connections although the server answers (decision 18): it should end, for another to begin. */
  onStuck?: (failure: Error) => void
  /** The time for which they must fail. */
  stuckAfterMillis?: number
  /** The way in which statements travel: the fast one, or pg's own. */
  wire?: WireName
  /** Reads a school's rows from the node of a cluster that has them, by learned texts (decision 39). */
  readsFromNodes?: boolean
  /** Returns the caller for whom a connection is asked, so that no caller alone takes all that may wait. Jobs have none. */
  callerOf?: (() => Caller | undefined) | undefined
  /** Is called with each statement that was answered, for the search of slow ones. */
  onStatement?: OnStatement
  /** Folder of the migrations that this program knows; the project's own by default. */
  migrations?: string
  /** Is called when a node can no longer be asked directly, with the failure, and when it can again. */
  onNode?: OnNode
}

export function connectDatabase(
  urls: Pick<DatabaseUrls, 'app' | 'platform'>,
  {
    maxConnections = 10,
    answerWithinMillis = 20_000,
    onAwayChange,
    onStuck,
    stuckAfterMillis,
    wire: wireName = 'fast',
    readsFromNodes = false,
    callerOf = () => undefined,
    onStatement,
    onNode,
    migrations,
  }: DatabaseOptions = {},
): Database {
  const opened = openWire(wireName)
  const wire = onStatement ? loggedWire(opened, onStatement) : opened
  const monitor = new ServerMonitor(urls.platform, { onAwayChange, onStuck, stuckAfterMillis })
  if (onAwayChange) monitor.start()
  const Client = monitoredClient(monitor)
  const common = { connectionTimeoutMillis, pipeline: wire.pipeline, ...serverLimits(answerWithinMillis) }
  const pools: pg.Pool[] = []
  const pool = (connectionString: string, max = maxConnections): SharedPool => {
    const opened = new pg.Pool({
      ...common,
      connectionString,
      max,
      Client,
      query_timeout: answerWithinMillis,
      idleTimeoutMillis: 30_000,
      onConnect: checkConnection,
    })
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    opened.on('error', () => {})
    pools.push(opened)
    return new SharedPool(opened, { callerOf, mostWaiting: maxWaiting, answerWithinMillis })
  }
  const shared = (
    connectionString: string,
    ClientClass: typeof ListenedClient,
    prepare: typeof checkConnection,
    moreOptions = '',
  ) => {
    const options = `${common.options} -c default_transaction_read_only=on${moreOptions}`
    const settings = { ...common, options, connectionString, keepAlive: true }
    return new SharedConnections(() => new ClientClass(settings), prepare, {
      size: sharedPerRole,
      maxWaiting,
      answerWithinMillis,
      callerOf,
    })
  }
  const app = pool(urls.app)
  const platform = pool(urls.platform)
  const appReads = shared(urls.app, Client, checkConnection)
  const platformReads = shared(urls.platform, Client, checkConnection)
  const recordEnd = async <T>(answer: Promise<T>) => {
    try {
      const result = await answer
      monitor.recordAnswer()
      return result
    } catch (error) {
      monitor.recordFailure(error)
      throw error
    }
  }
  const run = {
    app: <T>(ask: (client: pg.Client) => Promise<T>) => recordEnd(appReads.run(ask)),
    platform: <T>(ask: (client: pg.Client) => Promise<T>) => recordEnd(platformReads.run(ask)),
  }
  // Connections to nodes are not monitored: while a node is away everything else goes on. A learned text is planned once.
  const onOneNode = (node: { host: string; port: number }) =>
    shared(addressOnNode(urls.app, node), ListenedClient, checkSettings, ' -c plan_cache_mode=force_generic_plan')
  const reads = readsFromNodes ? new NodeReads(wire, run, onOneNode, onNode) : new CoordinatorReads(wire, run)
  let isClosing = false
  /** Refuses late callers, for whom no new connection is opened. */
  const unlessClosing = <T>(run: () => Promise<T>): Promise<T> =>
    isClosing ? Promise.reject(new Refused('the database is closing')) : run()
  const readPlatform = (statement: Statement, values: TextValue[]) =>
    unlessClosing(() => reads.readPlatform<object>(statement, values))
  const readForMany = wire.readForMany(readPlatform)
  const transact = <T>(pool: SharedPool, work: (client: pg.PoolClient) => Promise<T>) =>
    pool.run((connections) => recordEnd(onClient(connections, wire, work)))

  const schoolsOn = (pool: SharedPool): Schools => ({
    withSchool: (schoolId, work, plans) => {
      mustBeSchool(schoolId)
      return unlessClosing(() =>
        transact(pool, (client) => transaction(client, wire, schoolId, (db) => work(db as SchoolDb), plans)),
      )
    },
    writeSchool: (schoolId, writes, commit) => {
      mustBeSchool(schoolId)
      return unlessClosing(() => transact(pool, (client) => writeAtOnce(client, wire, schoolId, writes, commit)))
    },
    writeSchools: (parts) => {
      for (const { schoolId } of parts) mustBeSchool(schoolId)
      return unlessClosing(() => transact(pool, (client) => writeTogether(client, wire, parts)))
    },
    readSchool: <R extends object>(schoolId: string, statement: Statement, values: TextValue[]) => {
      mustBeSchool(schoolId)
      return unlessClosing(() => reads.readSchool<R>(schoolId, statement, values))
    },
  })

  return {
    ...schoolsOn(app),
    reserve: (max) => schoolsOn(pool(urls.app, max)),
    withPlatform: (work, plans) =>
      unlessClosing(() =>
        transact(platform, (client) => transaction(client, wire, undefined, (db) => work(db as PlatformDb), plans)),
      ),
    readPlatform: <R extends object>(statement: Statement, values: TextValue[]) =>
      (statement.forMany ? readForMany(statement, values) : readPlatform(statement, values)) as Promise<R[]>,
    listen: (channel, onNotify) => listen(urls.platform, channel, onNotify),
    ping: () => monitor.ask(),
    requireFit: async (secret) => {
      const client = await platform.connections.connect().catch((error: unknown) => {
        throw nameRefusal(error)
      })
      await requireFit(client, secret, migrations).finally(() => client.release())
    },
    close: async () => {
      isClosing = true
      monitor.stop()
      await Promise.all([...pools.map((pool) => pool.end()), appReads.close(), reads.close(), platformReads.close()])
    },
  }
}
