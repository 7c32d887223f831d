import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Socket } from 'node:net'

/** A way to a server on which a test decides what becomes of each connection. */
export interface ConnectionProxy {
  /** The same address, through the proxy. */
  through(url: string): string
  /** How many connections were asked for so far. */
  readonly asked: number
  /** Decides about each new connection, by its number from 1: 'pass', or 'drop' before anything was said. */
  decide(verdict: (number: number) => 'pass' | 'drop'): void
  /** Ends every connection there is. */
  cut(): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<ConnectionProxy> {
  const { hostname, port } = new URL(target)
  let verdict: (number: number) => 'pass' | 'drop' = () => 'pass'
  let asked = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    asked++
    near.on('error', () => undefined)
    if (verdict(asked) === 'drop') return void near.once('data', () => near.destroy())
    const far = connectTo(Number(port), hostname)
    far.on('error', () => near.destroy())
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        ;(socket === near ? far : near).destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    through: (url) => {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String((server.address() as AddressInfo).port)
      return changed.toString()
    },
    get asked() {
      return asked
    },
    decide: (next) => {
      verdict = next
    },
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
