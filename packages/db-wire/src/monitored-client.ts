import type pg from 'pg'
import { ListenedClient } from './listened-client.ts'
import type { ServerMonitor } from './server-monitor.ts'

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** A class of clients that open only while the monitored server takes connections, and are cut when it no longer answers. */
export const monitoredClient = (monitor: ServerMonitor) =>
  class extends ListenedClient {
    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback) {
      const opened = monitor.open(this, () => super.connect())
      if (!callback) return opened
      opened.then(() => (callback as () => void)(), callback as (error: Error) => void)
      return undefined
    }
  }
