import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Connections that wait to be taken by the process; Node's own 511 overflow in a storm, and a refused connection is asked for again only after
 * one, three and seven seconds. The system may allow fewer (net.core.somaxconn).
 */
const waitingConnections = 4096
/** Node takes one new connection from each listener in a turn of its event loop, and under load a turn takes milliseconds. */
const listeners = 8

/**
 * Lets an app listen for calls. In a storm new connections would queue before the process, unseen by what refuses calls while too many come, so several
 * listeners share the port where the system can do that.
 * @returns a function that begins to listen, and returns the port
 */
export function installListeners(app: Pick<FastifyInstance, 'server' | 'listen' | 'addHook' | 'log'>) {
  const more: Server[] = []
  const ends: Promise<void>[] = []
  app.addHook('preClose', async () => {
    for (const server of more) ends.push(new Promise((resolve) => server.close(() => resolve())))
  })
  // Idle connections are closed in between, so what is left is answering.
  app.addHook('onClose', async () => void (await Promise.all(ends)))
  return async (place: { port: number; host: string }): Promise<number> => {
    const own = { ...place, backlog: waitingConnections }
    if (process.platform !== 'linux') {
      await app.listen(own)
      return (app.server.address() as AddressInfo).port
    }
    const port = await requireFree(own)
    const shared = { ...own, port, reusePort: true }
    await app.listen(shared)
    for (let count = 1; count < listeners; count++) {
      // The options are those of Node's own HTTP server.
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        app.server.emit('connection', socket),
      )
      server.on('error', (error) => app.log.error(error))
      more.push(server)
      await listen(server, shared)
    }
    return port
  }
}

/** A port that is shared would be shared with another process that has it already, too. */
async function requireFree(options: ListenOptions): Promise<number> {
  const server = createServer()
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listen(server: Server, options: ListenOptions) {
  server.listen(options)
  await once(server, 'listening')
}
