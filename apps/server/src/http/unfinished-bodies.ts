import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../core/networks.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bodies that may take as long as they keep coming. */
    takesUploads?: boolean
  }
}

const secondMs = 1000
/** Bodies that may be on their way at once, and the bytes of bodies that are kept in memory until they are whole. */
const mostBodies = 512
const mostBytes = 64 * 1024 * 1024
/** Time within which a short body has to come. */
const shortBodyMs = 15 * secondMs
/** An upload may take hours, but brings so many bytes in any such time. */
const uploadWindowMs = 30 * secondMs
const uploadBytes = (8 * 1024 * uploadWindowMs) / secondMs
const intervalMs = 250

interface Body {
  raw: IncomingMessage
  address: string
  isUpload: boolean
  begunAt: number
  /** Bytes of the connection when the body began. */
  bytesBefore: number
  /** Bytes that had come at some moments of the window, the oldest first. */
  seen: { at: number; bytes: number }[]
}

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Bounds bodies that don't come: nothing else counts them, because a call with half a body is not yet a call. Node.js has one limit of time
 * for all calls, which would end uploads.
 */
export class UnfinishedBodies {
  readonly #bodies = new Set<Body>()
  readonly #end: (raw: IncomingMessage) => void
  #isBounding = false

  /** @param end answers that the body came too slowly, and ends the connection */
  constructor(end: (raw: IncomingMessage) => void) {
    this.#end = end
  }

  add(raw: IncomingMessage, { address, isUpload }: Pick<Body, 'address' | 'isUpload'>) {
    const begunAt = performance.now()
    const body = { raw, address, isUpload, begunAt, bytesBefore: raw.socket.bytesRead, seen: [] }
    this.#bodies.add(body)
    raw.once('close', () => this.#bodies.delete(body))
    if (this.#bodies.size <= mostBodies || this.#isBounding) return
    this.#isBounding = true
    // Most bodies come with their headers, and are whole by the end of this turn.
    setImmediate(() => {
      this.#isBounding = false
      this.look(performance.now())
    })
  }

  /** Ends bodies that are too slow, and then the surplus. */
  look(now: number) {
    for (const body of this.#bodies) {
      if (body.raw.complete) this.#bodies.delete(body)
      else if (body.isUpload ? isSlowUpload(body, now) : now - body.begunAt > shortBodyMs) this.#drop(body)
    }
    const inMemory = [...this.#bodies].filter(({ isUpload }) => !isUpload)
    const bytes = inMemory.reduce((sum, body) => sum + bytesOf(body), 0)
    if (bytes > mostBytes) this.#dropSlowest(inMemory, { excess: bytes - mostBytes, weigh: bytesOf, now })
    this.#dropSlowest([...this.#bodies], { excess: this.#bodies.size - mostBodies, weigh: () => 1, now })
  }

  /** Drops the slowest of the address with most until the excess is gone. */
  #dropSlowest(bodies: Body[], { excess, weigh, now }: { excess: number; weigh: (body: Body) => number; now: number }) {
    if (excess <= 0) return
    const speed = (body: Body) => bytesOf(body) / (now - body.begunAt + 1)
    const addresses = [...Map.groupBy(bodies, ({ address }) => address).values()].map((all) => ({
      total: all.reduce((sum, body) => sum + weigh(body), 0),
      fastestFirst: all.toSorted((one, other) => speed(other) - speed(one)),
    }))
    for (let left = excess; left > 0; ) {
      const most = addresses.reduce((one, other) => (other.total > one.total ? other : one))
      const body = most.fastestFirst.pop()!
      const weight = weigh(body)
      most.total -= weight
      left -= weight
      this.#drop(body)
    }
  }

  #drop(body: Body) {
    this.#bodies.delete(body)
    this.#end(body.raw)
  }
}

const bytesOf = ({ raw, bytesBefore }: Body): number => raw.socket.bytesRead - bytesBefore

function isSlowUpload(body: Body, now: number): boolean {
  const { raw, seen } = body
  // Bytes that came and were not read are our delay and not the sender's.
  if (raw.readableLength > 0) seen.length = 0
  if (seen.length === 0 || now - seen.at(-1)!.at >= secondMs) seen.push({ at: now, bytes: bytesOf(body) })
  while (seen.length > 1 && now - seen[1]!.at >= uploadWindowMs) seen.shift()
  const [first] = seen
  return now - first!.at >= uploadWindowMs && bytesOf(body) - first!.bytes < uploadBytes
}

export function boundUnfinishedBodies(app: FastifyInstance) {
  const tooSlow = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  // Node.js says so of headers that don't come.
  const bodies = new UnfinishedBodies(({ socket }) => app.server.emit('clientError', tooSlow, socket))
  app.addHook('onRequest', ({ raw, ip, routeOptions }, _reply, next) => {
    // A call that is injected has no connection.
    if (hasBody(raw) && raw.socket.bytesRead !== undefined)
      bodies.add(raw, { address: networkOf(ip), isUpload: routeOptions.config.takesUploads === true })
    next()
  })
  const timer = setInterval(() => bodies.look(performance.now()), intervalMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}
