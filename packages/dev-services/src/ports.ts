import { createServer } from 'node:net'

/** Whether this process could listen there now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

// Systems give ports above these to programs that name none, so that no program takes one of these by chance.
const lowest = 11_000
const count = 21_000
// Each process counts from a place of its own, so that those that run at once do not meet.
let next = process.pid * 20

/** A port without a listener; this process gives it to one caller alone. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tried = 0; tried < count; tried++) {
    const port = lowest + (next++ % count)
    if (await isPortFree(port, host)) return port
  }
  throw new Error(`No port between ${lowest} and ${lowest + count - 1} is free.`)
}

export async function firstFreePort(from: number, host = '127.0.0.1'): Promise<number> {
  for (let port = from; port < from + 100; port++) if (await isPortFree(port, host)) return port
  throw new Error(`No port between ${from} and ${from + 99} is free.`)
}
