import type { IncomingHttpHeaders } from 'node:http'
import { minuteMs } from '@escola/contract/durations'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { growingCache } from '../core/growing-cache.ts'
import { isPrivateAddress } from '../core/networks.ts'

/** Addresses that one machine has spoken for within the window before it counts as a proxy. */
const addressesOfProxy = 8
const windowMs = 10 * minuteMs
/** Private machines that are remembered. */
const mostPeers = 1000

/**
 * Finds proxies that TRUST_PROXY does not name. All their callers seem to have one address, so no share can be counted by it. Only a private
 * machine can be one: a caller of the internet could write any header, and would be rid of its share.
 */
export class UndeclaredProxies {
  /** Moments when each peer last spoke for an address, the longest ago first. */
  readonly #peers = growingCache<Map<string, number>>(mostPeers)
  readonly #told = new Set<string>()
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #now: () => number

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, now: () => number = Date.now) {
    this.#log = log
    this.#now = now
  }

  /** Number of proxies that spoke for enough addresses lately. */
  get count(): number {
    return [...this.#peers.values()].filter((seen) => this.#isProxy(seen)).length
  }

  /** Tells whether the call came through such a proxy. */
  spokeFor({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): boolean {
    // An address that is not the peer's own was taken from a proxy that is declared.
    if (ip !== raw.socket.remoteAddress || !isPrivateAddress(ip)) return false
    const address = forwardedFor(raw.headers)
    const seen = this.#peers.get(ip)
    if (address === undefined || address === ip) return seen !== undefined && this.#isProxy(seen)
    return this.#isProxy(this.#record(ip, address))
  }

  #record(peer: string, address: string): Map<string, number> {
    const seen = this.#peers.get(peer) ?? new Map<string, number>()
    this.#peers.set(peer, seen)
    seen.delete(address)
    seen.set(address, this.#now())
    if (seen.size > addressesOfProxy) seen.delete(seen.keys().next().value!)
    if (this.#isProxy(seen) && !this.#told.has(peer)) {
      this.#told.add(peer)
      this.#log.warn(
        { peer },
        'a proxy speaks for many addresses and TRUST_PROXY does not name it: until it does, no caller has a share of their own',
      )
    }
    return seen
  }

  /** The oldest of those kept stands for them all. */
  #isProxy(seen: Map<string, number>): boolean {
    return seen.size >= addressesOfProxy && this.#now() - seen.values().next().value! < windowMs
  }
}

/** First address that a forwarding header names. */
function forwardedFor(headers: IncomingHttpHeaders): string | undefined {
  const list = headers['x-forwarded-for'] ?? headers['x-real-ip']
  if (list) return String(list).split(',', 1)[0]!.trim()
  return headers.forwarded && /for="?\[?([^\]";,\s]+)/i.exec(headers.forwarded)?.[1]
}
