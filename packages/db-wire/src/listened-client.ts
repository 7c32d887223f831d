import pg from 'pg'

/**
 * A client whose errors never end the process. A connection may end at any moment, also in the very packet that says that it is open, when
 * neither a pool nor its next user listens to it yet. Callers learn of the end by their own queries.
 */
export class ListenedClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    this.on('error', () => undefined)
  }
}
