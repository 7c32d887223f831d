import { createHmac } from 'node:crypto'
import type { Database } from '@escola/db'
import type { Stripe } from 'stripe'
import { openSchool, type School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { paidThings } from '../../../paid-things.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { isAway } from '../../../payments/provider-errors.ts'
import type { Person } from '../../../testing/call.ts'
import { makeAttended } from '../../../testing/member-scope.ts'
import { type EventTools, processPaymentEvent, receiveEvent } from '../events/events.service.ts'
import type { Guard } from './interruption.testing.ts'

/** Part of an installation that a process has for itself. */
export interface Process {
  tools: Tools
  database: Database
}

interface Opening {
  process: Process
  provider: PaymentProvider
  admin: Pick<Person, 'userId' | 'schoolId' | 'sessionId'>
  now: () => Date
  guard: Guard
}

/** Opens a school for its administrator in a process whose transactions and calls to the provider all go through a guard. */
export function openGuarded({ process: { tools: own, database }, provider, admin, now, guard }: Opening) {
  const guarded = (id: string): School => {
    const school = openSchool(database, id)
    return { ...school, tx: (work) => guard(() => school.tx(work)) }
  }
  const tools: EventTools = {
    ...own,
    ...paidThings,
    now,
    billing: { isOn: true },
    platform: { ...database, withPlatform: (work) => guard(() => database.withPlatform(work)) },
    provider: { ...provider, ask: (work) => guard(() => provider.ask(work)) },
    openSchool: guarded,
  }
  return {
    tools,
    school: makeAttended(guarded(admin.schoolId), admin as Person, { roles: ['owner'], provenOn: now() }),
  }
}

/** Receives an event as the provider sends it, and does what it asks for. */
export async function deliverEvent(event: Stripe.Event, tools: EventTools): Promise<void> {
  const body = Buffer.from(JSON.stringify(event))
  const time = Math.floor(tools.now().getTime() / 1000)
  const signature = createHmac('sha256', tools.provider!.config.webhookSecret)
    .update(`${time}.`)
    .update(body)
    .digest('hex')
  await receiveEvent({ headers: { 'stripe-signature': `t=${time},v1=${signature}` }, query: {}, body }, tools)
  await processPaymentEvent(event.id, tools)
}

/** Faults that the stand-in was asked for and may not have made yet. */
export class ProviderFaults {
  private left = 0

  add() {
    this.left++
  }

  /** Asks again as long as one of the breaks may be in the way. */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const failures = error instanceof AggregateError ? error.errors : [error]
        if (!failures.every(isAway) || this.left <= 0) throw error
        this.left -= failures.length
      }
    }
  }
}
