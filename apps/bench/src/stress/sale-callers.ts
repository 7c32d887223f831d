import { setTimeout as wait } from 'node:timers/promises'
import type { LoadRequest } from '../bench/load.ts'
import type { SaleDelivery } from './sale-histories.ts'

const patienceMs = 20_000
const pauseMs = 200

/** Calls of platforms: each is made again until it is accepted, as long as there is time. */
export class SaleCallers {
  /** Accepted deliveries; a delivery that was sent twice is listed twice. */
  readonly accepted: SaleDelivery[] = []
  /** Answers that no platform may get, in short. */
  readonly wrong = new Map<string, number>()
  /** Calls that got 503, or no answer because the process was killed. */
  refused = 0
  readonly #url: string
  readonly #deadline: number

  constructor(url: string, withinMs: number) {
    this.#url = url
    this.#deadline = Date.now() + withinMs
  }

  /** @param callers how many calls are under way at once */
  async send(deliveries: SaleDelivery[], callers: number): Promise<void> {
    const queue = deliveries.values()
    const work = async () => {
      for (const delivery of queue) if (await this.#sendUntilAccepted(delivery.request)) this.accepted.push(delivery)
    }
    await Promise.all(Array.from({ length: callers }, work))
  }

  async #sendUntilAccepted(request: LoadRequest): Promise<boolean> {
    for (; Date.now() < this.#deadline; await wait(pauseMs)) {
      const { status, text } = await this.#send(request)
      if (status === 200) {
        if (text !== '{"received":true}') this.#countFault(`200 ${text}`)
        return true
      }
      if (status === 0 || status === 503) this.refused++
      else {
        this.#countFault(`${status} ${text.slice(0, 200)}`)
        return false
      }
    }
    return false
  }

  async #send({ path, method = 'POST', headers = {}, body }: LoadRequest): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(this.#url + path, {
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(patienceMs),
      })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.#countFault('no answer for twenty seconds')
      return { status: 0, text: '' }
    }
  }

  #countFault(what: string) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1)
  }
}
