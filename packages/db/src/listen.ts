import { ListenedClient, streamOf } from '@escola/db-wire'
import pg from 'pg'

const answerWithinMillis = 5000
const reconnectAfterMs = 1000

/** Calls back whenever the channel is notified; reconnects by itself and calls back once after each reconnect. */
export async function listen(connectionString: string, channel: string, onNotify: (payload: string) => void) {
  let isStopped = false
  let client: pg.Client | undefined
  const reconnectSoon = () => {
    if (!isStopped) setTimeout(reconnect, reconnectAfterMs).unref()
  }
  const connect = async () => {
    const next = new ListenedClient({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: answerWithinMillis,
      query_timeout: answerWithinMillis,
    })
    next.on('notification', ({ payload }) => onNotify(payload ?? ''))
    let isOpen = false
    // A client that never opened ends as well, and its caller sees the failure: two reconnects would follow.
    next.on('end', () => {
      if (isOpen) reconnectSoon()
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
    if (isStopped) return
    try {
      await connect()
      if (isStopped) return void client?.end()
      onNotify('')
    } catch {
      reconnectSoon()
    }
  }
  await connect()
  return {
    stop: async () => {
      isStopped = true
      await client?.end()
    },
  }
}
