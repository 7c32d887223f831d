import pg from 'pg'

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
