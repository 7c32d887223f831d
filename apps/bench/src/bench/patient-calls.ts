import { type Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { retryWait } from '@escola/contract/retry-wait'
import type { LoadRequest } from './load.ts'

export interface Answered {
  /** 0: there was no answer. */
  status: number
  body: string
  /** Milliseconds from when the call was due to this answer, with all refusals in between. */
  sinceDue: number
  /** Milliseconds that this answer took by itself. */
  took: number
  /** Times that the call was refused for a while and sent again. */
  refusals: number
}

/** After so long a device gives up, and tells its student. */
const patienceMs = 30_000
const passing = [0, 429, 503]

/**
 * Sends a call when it is due, and sends it again after a temporary refusal, as the screens do.
 * @param due moment by `performance.now()`
 */
export async function askUntilTaken(port: number, agent: Agent, call: LoadRequest, due: number): Promise<Answered> {
  await wait(Math.max(0, due - performance.now()))
  for (let refusals = 0; ; refusals++) {
    const sent = performance.now()
    const { status, body } = await ask(port, agent, call)
    const now = performance.now()
    const isDone = !passing.includes(status) || now - due > patienceMs
    // The first try counts from when it was due, so that a late generator can't improve the figures.
    if (isDone) return { status, body, sinceDue: now - due, took: now - (refusals === 0 ? due : sent), refusals }
    await wait(retryWait(refusals + 1, Math.random()))
  }
}

type Answer = Pick<Answered, 'status' | 'body'>
const unanswered: Answer = { status: 0, body: '' }

const ask = (port: number, agent: Agent, { path, method = 'GET', headers, body }: LoadRequest) =>
  new Promise<Answer>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(
      { port, host: '127.0.0.1', agent, path, method, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('close', () => {
          if (!answer.complete) return resolve(unanswered)
          resolve({ status: answer.statusCode!, body: Buffer.concat(chunks).toString() })
        })
      },
    )
    call.setTimeout(patienceMs, () => call.destroy())
    call.on('error', () => resolve(unanswered))
    call.end(body)
  })
