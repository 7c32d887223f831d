import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadRequest } from './load.ts'

/** Calls that arrive at their own pace, whether or not those before them were answered. */
export interface Arrivals {
  perSecond: number
  draw(): LoadRequest
}

export interface OpenLoad {
  /** Calls that were taken and answered, in a second. */
  perSecond: number
  /** Milliseconds from a call's arrival to its answer, for 99 of 100 calls that were taken. */
  p99: number
  /** Share of the calls that were refused with 503, and the milliseconds within which 99 of 100 of them were answered. */
  refused: number
  refusedP99: number
  /** Calls that failed in any other way. */
  failed: number
}

/** Answers that come later than this count as failed. */
const patienceMs = 30_000

/** Connections as those of a proxy before the server: they are opened when they are needed, and stay open. */
export const openConnections = () => new Agent({ keepAlive: true, maxSockets: 2048 })

/**
 * Lets calls arrive for some seconds at random moments, as students' calls do, and measures each from its arrival: a generator that waits for answers
 * would ask less of a server that is slow.
 */
export async function arrive(port: number, agent: Agent, streams: Arrivals[], seconds: number): Promise<OpenLoad> {
  const taken: number[] = []
  const refused: number[] = []
  let failed = 0
  const underway = new Set<Promise<void>>()
  const begun = performance.now()
  const next = streams.map(({ perSecond }) => begun + gap(perSecond))
  for (const end = begun + seconds * 1000; ; ) {
    const due = performance.now()
    if (due > end) break
    for (const [index, { perSecond, draw }] of streams.entries())
      while (next[index]! <= due) {
        const arrival = next[index]!
        next[index] = arrival + gap(perSecond)
        const call = ask(port, agent, draw()).then((status) => {
          const milliseconds = performance.now() - arrival
          if (status === 200) taken.push(milliseconds)
          else if (status === 503) refused.push(milliseconds)
          else failed++
        })
        underway.add(call)
        void call.finally(() => underway.delete(call))
      }
    await wait(1)
  }
  await Promise.all(underway)
  return {
    perSecond: taken.length / seconds,
    p99: percentile(taken, 0.99),
    refused: refused.length / (taken.length + refused.length + failed),
    refusedP99: percentile(refused, 0.99),
    failed,
  }
}

/** Milliseconds until the next arrival of a Poisson process. */
const gap = (perSecond: number) => (-Math.log(1 - Math.random()) / perSecond) * 1000

export const percentile = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** @returns the answer's status, 0 when there is none */
const ask = (port: number, agent: Agent, { path, method = 'GET', headers, body }: LoadRequest) =>
  new Promise<number>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(
      { port, host: '127.0.0.1', agent, path, method, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume()
        answer.on('close', () => resolve(answer.complete ? answer.statusCode! : 0))
      },
    )
    call.setTimeout(patienceMs, () => call.destroy())
    call.on('error', () => resolve(0))
    call.end(body)
  })
