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
// Each process counts from a place of its own, so that processes which run at once do not meet.
let next = process.pid * 20

/** A port without a listener; this process gives it to one caller alone. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tried = 0; tried < count; tried++) {
    const port = lowest + (next++ % count)
    if (await isPortFree(port, host)) return port
  }
  throw new Error(`No port between ${lowest} and ${lowest + count - 1} is free.`)
}

/** Ports on which browsers and Node's fetch open nothing, because other protocols use them (the bad ports of the Fetch standard). */
export const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export async function firstFreePort(from: number, host = '127.0.0.1'): Promise<number> {
  for (let port = from; port < from + 100; port++)
    if (!blockedPorts.has(port) && (await isPortFree(port, host))) return port
  throw new Error(`No port between ${from} and ${from + 99} is free.`)
}
