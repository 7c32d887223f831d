import { createHmac } from 'node:crypto'
import type { Account } from './account.ts'
import type { Event } from './objects.ts'

/** Milliseconds until the next try; the last one goes on for an hour. */
const waits = [50, 200, 500, 1000, 3000, 10_000, 30_000, ...Array<number>(60).fill(60_000)]
const atOnce = 16

export type Order = 'as_sent' | 'reversed'

/** Sends an account's events, several at once, so that their order is as little promised as at Stripe. */
export class Deliveries {
  private readonly account: Account
  private readonly queue: Event[] = []
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly stopping = new AbortController()
  private held: Event[] | undefined
  private running = 0

  constructor(account: Account) {
    this.account = account
  }

  send(event: Event): void {
    if (!this.account.webhook) return
    if (this.held) this.held.push(event)
    else {
      this.queue.push(event)
      this.work()
    }
  }

  /** Sends again what an earlier run of the stand-in could not deliver. */
  resume(): void {
    for (const event of this.account.table('events').read()) if (event.pending_webhooks) this.send(event)
  }

  hold(): void {
    this.held ??= []
  }

  release(order: Order, copies: number): void {
    const held = this.held ?? []
    this.held = undefined
    if (order === 'reversed') held.reverse()
    for (const event of held) for (let copy = 0; copy < copies; copy++) this.send(event)
  }

  /** Number of events that are on their way, held ones not counted. */
  get pending(): number {
    return this.queue.length + this.running + this.timers.size
  }

  stop(): void {
    this.stopping.abort()
    for (const timer of this.timers) clearTimeout(timer)
    this.queue.length = 0
  }

  private work(): void {
    while (this.running < atOnce && !this.stopping.signal.aborted) {
      const event = this.queue.shift()
      if (!event) return
      this.running++
      this.deliver(event, 0).finally(() => {
        this.running--
        this.work()
      })
    }
  }

  private async deliver(event: Event, tries: number): Promise<void> {
    if (await this.post(event)) {
      event.pending_webhooks = 0
      this.account.add('events', event)
      this.account.onChange()
      return
    }
    const wait = waits[tries]
    if (wait === undefined || this.stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.deliver(event, tries + 1)
    }, wait)
    timer.unref()
    this.timers.add(timer)
  }

  private async post(event: Event): Promise<boolean> {
    const target = this.account.webhook
    if (!target) return true
    const body = JSON.stringify(event, null, 2)
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', target.secret).update(`${time}.${body}`).digest('hex')
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${time},v1=${signature}`,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(10_000)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
