import { dayMs, hourMs } from '@escola/contract/durations'
import { ledger } from '@escola/contract/ledger.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { processPaymentEvent } from '../payments/events/events.service.ts'
import { followPayments } from '../payments/following.service.ts'
import { payingWorld } from '../payments/payments.testing.ts'
import { reconcilePayments } from '../payments/reconciliation.service.ts'
import { followRefunds } from '../payments/returns/refunds.service.ts'
import { subscribeBefore as beginBefore } from './plans-before.testing.ts'
import { followSubscription } from './renewals.service.ts'

/**
 * Least time of a month in these tests. The first day of a plan is one of the real clock there, and the provider is months ahead: a month may end a day
 * earlier in São Paulo than in UTC.
 */
export const leastMonthMs = 26 * dayMs

/** How often each event is processed. */
interface Heard {
  times?: number
}

/** Builds a paying world whose clock, here and at the provider, goes on by days. */
export async function planWorld(settings: NodeJS.ProcessEnv = {}) {
  const p = await payingWorld(settings)
  type School = typeof p.w.northside
  /** Days by which the clocks of the provider and of the jobs are ahead. */
  let days = 0
  const tools = () => ({ ...p.tools, now: () => new Date(Date.now() + days * dayMs) })

  /** Moves both clocks on, and receives nothing of it yet. */
  const move = async (more: number) => {
    days += more
    await p.control.advance({ days: more })
  }
  /** Moves both clocks on, receives the provider's events, and does the jobs that are due. */
  const pass = async (school: School, more: number, heard?: Heard) => {
    await move(more)
    await settle(school, heard)
  }
  const received = new Set<string>()
  const receive = async ({ times = 1 }: Heard = {}) => {
    const all = await p.provider.ask(({ events }) => events.list({ limit: 100 }).autoPagingToArray({ limit: 2000 }))
    for (const event of all.filter(({ id }) => !received.has(id))) {
      received.add(event.id)
      await p.send(event)
      for (let time = 0; time < times; time++) await processPaymentEvent(event.id, tools())
    }
  }
  /** Forgets what earlier tests of the file did at the provider, whose events and renewals each later step would do again. */
  const beginAnew = async () => {
    days = 0
    received.clear()
    await p.control.beginAnew()
  }
  const settle = async (school: School, heard?: Heard) => {
    await receive(heard)
    await followSubscription(school, tools())
    await followPayments(school, tools(), neverStops)
    await followRefunds(school, tools(), neverStops)
  }

  const stateOf = async (school: School) => {
    const { body } = await p.w.call(subscriptions.get, { as: school.admin })
    return { plan: body.resource.plan_id, ...body.subscription }
  }
  const subscribe = async (school: School, item: 'middle' | 'super', number?: string) =>
    p.pay(school, { item, paymentMethod: number === 'pix' ? 'pix' : await p.card(number) })
  const subscribeBefore = (school: School, item: 'middle' | 'super', number?: string) =>
    beginBefore(p, school, item, number)
  const kindsOf = async (school: School) =>
    (await p.w.call(ledger.statement, { as: school.admin })).body.movements.list.map(({ kind }) => kind)
  const mailsOf = (school: School) =>
    school.tx((db) => db.selectFrom('messages').select(['kind', 'params']).orderBy('id').execute())
  const prove = async (school: School) => {
    // The clock of a call is the real one, and those of the provider and of the jobs are ahead.
    const skewMs = days * dayMs + hourMs
    await verifyLedger(school, { skewMs })
    await reconcilePayments(school, { ...p.tools, skewMs })
  }
  const customerOf = async (school: School) =>
    (await p.provider.ask(({ customers }) => customers.list({ limit: 100 }))).data.find(
      ({ metadata }) => metadata.school === school.id,
    )!.id
  const listCodes = async (school: School) => {
    const customer = await customerOf(school)
    return (await p.listIntents()).filter((each) => each.customer === customer && each.status === 'requires_action')
  }
  /** Pays the only code that waits. */
  const payCode = async (school: School) => {
    const codes = await listCodes(school)
    expect(codes).toHaveLength(1)
    await p.control.payPix(codes[0]!.id)
    await settle(school)
  }
  const subscribeByPix = async (school: School, item: 'middle' | 'super') => {
    await subscribe(school, item, 'pix')
    await payCode(school)
  }
  /** Moves on to some days before the paid month's end, or after it. */
  const passTo = async (school: School, daysAfterEnd: number) =>
    pass(
      school,
      (new Date((await stateOf(school)).utc_paid_until!).getTime() - tools().now().getTime()) / dayMs + daysAfterEnd,
    )

  return {
    ...p,
    /** Tools whose clock is ahead with the provider's. */
    later: tools,
    beginAnew,
    move,
    pass,
    receive,
    settle,
    stateOf,
    subscribe,
    subscribeBefore,
    kindsOf,
    mailsOf,
    prove,
    customerOf,
    listCodes,
    payCode,
    subscribeByPix,
    passTo,
  }
}

export type PlanWorld = Awaited<ReturnType<typeof planWorld>>
