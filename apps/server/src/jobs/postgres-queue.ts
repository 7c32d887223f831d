import { ListenedClient } from '@escola/db'
import { PostgresConnection, PostgresQueueBackend, type QueueBaseOptions, runMigrations } from 'bullmq'
import pg from 'pg'

const schema = 'queue'
const connectWithinMs = 5000
/** The server ends a statement that takes longer; a little later we no longer wait for it, should the server hang. */
const answerWithinMs = 30_000

class QueueClient extends ListenedClient {
  endedBy: Error | undefined
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    this.on('error', (error) => {
      this.endedBy ??= error
    })
  }
}

/**
 * The connections of one queue or worker. BullMQ opens the one that it listens on with a client of its own, whose errors have no listener
 * at first, unless it is given a pool (decision 15). A pool's schema it does not know, and it leaves the pool open.
 */
export class QueueConnection extends PostgresConnection {
  override readonly schema = schema
  #closed: Promise<void> | undefined

  constructor(connectionString: string) {
    const pool = new pg.Pool({
      connectionString,
      options: `-c search_path=${schema}`,
      Client: QueueClient,
      // Two for statements and one to listen on.
      max: 3,
      connectionTimeoutMillis: connectWithinMs,
      statement_timeout: answerWithinMs * 0.9,
      query_timeout: answerWithinMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    super(pool)
  }

  /** Repeats the error of a client that failed before BullMQ listened to it: BullMQ would keep the dead client, and its queue would stop. */
  override async getListenClient(): ReturnType<PostgresConnection['getListenClient']> {
    const client = await super.getListenClient()
    if (client instanceof QueueClient && client.endedBy) client.emit('error', client.endedBy)
    return client
  }

  override close() {
    this.#closed ??= super.close().then(() => this.pool.end())
    return this.#closed
  }
}

export const postgresQueueBackend = (name: string, options: QueueBaseOptions<string>) =>
  new PostgresQueueBackend(new QueueConnection(options.connection), name, options)

export async function migratePostgresQueue(connectionString: string) {
  const client = new ListenedClient({ connectionString })
  await client.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    await client.end()
  }
}
