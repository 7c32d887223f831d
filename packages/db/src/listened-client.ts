import pg from 'pg'
import type { Pulse } from './pulse.ts'
import { readArraysFast } from './text-arrays.ts'

readArraysFast()

/**
 * A connection may end at any moment, also in the very packet that says that it is open, when neither a pool nor its next user listens to it
 * yet; an error that nobody listens to ends the process. Whoever asks something of it is told by their own query.
 */
export class ListenedClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    this.on('error', () => undefined)
  }
}

type Told = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** One that is opened only where a connection is to be had, and is cut when its server no longer answers anybody. */
export const watchedClient = (pulse: Pulse) =>
  class extends ListenedClient {
    override connect(): Promise<pg.Client>
    override connect(told: Told): void
    override connect(told?: Told) {
      const opened = pulse.open(this, () => super.connect())
      if (!told) return opened
      opened.then(() => (told as () => void)(), told as (error: Error) => void)
      return undefined
    }
  }
