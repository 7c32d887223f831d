import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Socket } from 'node:net'

/** 'drop' cuts before the server has answered anything, 'end' in the packet that says that the connection is open. */
type Verdict = 'pass' | 'drop' | 'end'

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
/** Message of PostgreSQL when an administrator ends a connection. */
const fatal = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** Proxy of a server on which a test decides the fate of each connection. */
export interface ConnectionProxy {
  /** Rewrites an address so that it leads through the proxy. */
  through(url: string): string
  /** Number of connections that were opened so far. */
  readonly connectionCount: number
  /** Decides about each new connection, by its number from 1. */
  decide(verdict: (number: number) => Verdict): void
  /** Ends every connection there is, as the server does. */
  cut(): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<ConnectionProxy> {
  const { hostname, port } = new URL(target)
  let verdict: (number: number) => Verdict = () => 'pass'
  let connectionCount = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    connectionCount++
    const ruling = verdict(connectionCount)
    near.on('error', () => undefined)
    if (ruling === 'drop') return void near.once('data', () => near.destroy())
    const far = connectTo(Number(port), hostname)
    open.add(near)
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    far.on('error', () => near.destroy()).on('close', () => near.end())
    near.pipe(far)
    far.on('data', (chunk: Buffer) => {
      const at = ruling === 'end' ? chunk.indexOf(readyForQuery) : -1
      if (at < 0) return void near.write(chunk)
      near.end(Buffer.concat([chunk.subarray(0, at + readyForQuery.length), fatal]))
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    through: (url) => {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String((server.address() as AddressInfo).port)
      return changed.toString()
    },
    get connectionCount() {
      return connectionCount
    },
    decide: (next) => {
      verdict = next
    },
    cut: () => {
      for (const near of open) near.end(fatal)
    },
    close: async () => {
      for (const near of open) near.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
