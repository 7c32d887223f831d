import { createServer } from 'node:net'

/** Whether this process could listen there now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** A port nobody listens on, picked by the operating system. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port: 0, host, exclusive: true }, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export async function firstFreePort(from: number, host = '127.0.0.1'): Promise<number> {
  for (let port = from; port < from + 100; port++) if (await isPortFree(port, host)) return port
  throw new Error(`No port between ${from} and ${from + 99} is free.`)
}
