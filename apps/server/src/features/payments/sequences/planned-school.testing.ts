import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { dayMs, hourMs } from '@escola/contract/durations'
import { paymentLimits } from '@escola/contract/payments.contract'
import { type PlanId, plans } from '@escola/contract/prices'
import { thisSchool } from '@escola/db'
import type { StripeControl } from '@escola/dev-services/stripe/control/client'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { StripeConfig } from '../../../config/stripe-config.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { findDue } from '../../../jobs/scheduled-jobs.ts'
import { createPaymentProvider } from '../../../payments/payment-provider.ts'
import type { Person } from '../../../testing/call.ts'
import { neverStops } from '../../../testing/jobs.ts'
import { verifyLedger } from '../../ledger/ledger-proof.service.ts'
import { setPlanCard, setPlanPix } from '../../subscriptions/plan-moves.service.ts'
import { followSubscription } from '../../subscriptions/renewals.service.ts'
import { findSubscription } from '../../subscriptions/subscriptions.queries.ts'
import { cancelSubscription, keepSubscription } from '../../subscriptions/subscriptions.service.ts'
import { saveCard, startCard } from '../cards/cards.service.ts'
import { followPayments } from '../following.service.ts'
import { pay } from '../paying.service.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { followRefunds } from '../returns/refunds.service.ts'
import { deliverEvent, openGuarded, type Process, ProviderFaults } from './guarded-school.testing.ts'
import { type Guard, interrupt, isExpectedEnd } from './interruption.testing.ts'
import { numbers, type PlanStep } from './plan-steps.testing.ts'
import { dueOf, type HeldPlan } from './plans-model.testing.ts'

interface Parts {
  processes: [Process, Process]
  stripe: StripeConfig
  control: StripeControl
  admin: Pick<Person, 'userId' | 'schoolId' | 'sessionId'>
}

/** Time by which a job may be late. */
const leastMs = 3 * hourMs
const shortestMonthMs = 28 * dayMs
/** Cents that it makes at most where a plan begins or ends late by that. */
const lateCents = Math.ceil((plans.super.eachMonth * leastMs) / shortestMonthMs)
const dayCents = Math.ceil((plans.super.eachMonth * dayMs) / shortestMonthMs)
/** Tells whether months from a moment may differ by a day: the provider counts them in UTC and we in São Paulo, and some have no such day. */
const endsUnevenly = (moment: number) => {
  const [utc, local] = [new Date(moment), new Date(moment - leastMs)].map((each) => each.getUTCDate())
  return utc !== local || utc! > 28
}
/** Refusals that callers are answered; every other error is a fault of ours. */
const refusals = new Set(
  'payment_provider_away card_declined card_refused subscription_missing plan_is_current plan_is_overdue plan_renewal_under_way payment_of_other_item too_many_requests'.split(
    ' ',
  ),
)

type Opened = ReturnType<typeof openGuarded>

/** A school that changes its plan at a stand-in's account of its own, whose clock goes on with the school's. */
export class PlannedSchool {
  private readonly parts: Parts
  private readonly provider
  private readonly received = new Set<string>()
  private laterMs = 0
  private readonly breaks = new ProviderFaults()
  /** Cents of time for which a plan costs nothing. */
  private free = 0
  /** Subscription as it was last looked at. */
  private known: Awaited<ReturnType<typeof findSubscription>>
  /** Cards that are kept, by their number. */
  private readonly cards = new Map<string, string>()

  constructor(parts: Parts) {
    this.parts = parts
    this.provider = createPaymentProvider(parts.stripe, { timeoutMs: 20_000, retries: 0 })!
  }

  private open(number: number, guard: Guard) {
    const { processes, admin } = this.parts
    const now = () => new Date(Date.now() + this.laterMs)
    return openGuarded({ process: processes[number]!, provider: this.provider, admin, now, guard })
  }

  async play(steps: PlanStep[]): Promise<void> {
    const left = [...steps]
    while (left.length > 0) await this.take(left.shift()!, left)
    // A call that broke off is over by now.
    this.laterMs += 120_000
    await this.receive()
    await this.follow()
    const { school, tools } = this
    await this.breaks.insist(() => reconcilePayments(school, tools))
    await verifyLedger(school)
  }

  /** Takes a step, and while its call is interrupted the next one, unless time is to pass: no call goes on for so long. */
  private async take(step: PlanStep, left: PlanStep[]): Promise<void> {
    const meanwhile = async () => {
      if (left[0] && left[0].kind !== 'pass') await this.take(left.shift()!, left)
    }
    const guard: Guard = step.interruption ? interrupt(step.interruption, meanwhile) : (work) => work()
    await this.act(step, this.open(step.process, guard)).catch((error: unknown) => {
      if (!isExpectedEnd(error, refusals)) throw error
    })
    await this.follow()
  }

  /** The school in a process that nothing interrupts. */
  private get whole(): Opened {
    return this.open(0, (work) => work())
  }

  private get school() {
    return this.whole.school
  }

  private get tools() {
    return this.whole.tools
  }

  private async act(step: PlanStep, { school, tools }: Opened): Promise<unknown> {
    switch (step.kind) {
      case 'buy': {
        const paymentMethod =
          step.means === 'pix' ? 'pix' : (await this.parts.control.createCard(numbers[step.means])).id
        return pay(school, { paymentId: randomUUID(), item: step.item, paymentMethod, saveCard: false }, tools)
      }
      case 'card':
        return setPlanCard(school, await this.keep(step.means), tools)
      case 'pix':
        return setPlanPix(school, tools)
      case 'cancel':
        return cancelSubscription(school, tools)
      case 'keep':
        return keepSubscription(school, tools)
      case 'pay_code': {
        const code = await this.findCode()
        return code && this.parts.control.payPix(code)
      }
      case 'pass':
        return this.pass(step, { school, tools })
      case 'break':
        this.breaks.add()
        return this.parts.control.failNext(step)
    }
  }

  /** @returns our id of a card that the school keeps */
  private async keep(means: 'good' | 'failing'): Promise<string> {
    const known = this.cards.get(means)
    if (known) return known
    const card = await this.parts.control.createCard(numbers[means])
    const [intentId] = (await startCard(this.school, this.tools)).client_secret.split('_secret_')
    await this.provider.ask(({ setupIntents }) => setupIntents.confirm(intentId!, { payment_method: card.id }))
    const { paymentMethods } = await saveCard(this.school, intentId!, this.tools)
    const { dbId } = paymentMethods.find(({ id }) => id === card.id)!
    this.cards.set(means, dbId)
    return dbId
  }

  /** Finds the code that a payer sees. */
  private findCode(): Promise<string | null | undefined> {
    return this.school.tx(async (db) => {
      const codes = db.selectFrom('payments').select('intent_id').where('status', '=', 'requires_action')
      return (await codes.where('way', '=', 'pix').orderBy('id', 'desc').executeTakeFirst())?.intent_id
    })
  }

  /** Lets time pass, in which jobs run when they are due. */
  private async pass({ days, isReceived }: { days: number; isReceived: boolean }, opened: Opened): Promise<void> {
    const end = this.laterMs + days * dayMs
    while (this.laterMs < end) {
      const now = Date.now() + this.laterMs
      const due = await this.school.tx(async (db) => [
        await findDue(db, jobs.followSubscription),
        await findDue(db, jobs.followPayments),
        await findDue(db, jobs.followRefunds),
      ])
      const next = Math.min(...due.map((moment) => Math.max(moment?.getTime() ?? Infinity, now + leastMs)))
      const seconds = Math.ceil(Math.min(next - now, end - this.laterMs) / 1000)
      this.laterMs += seconds * 1000
      await this.parts.control.advance({ seconds })
      if (isReceived) await this.receive(opened)
      await this.follow(opened)
    }
  }

  /** Runs the jobs of payments, which end with an error where the process does. */
  private async follow({ school, tools }: Opened = this.whole): Promise<void> {
    await this.recordGrace()
    try {
      await this.breaks.insist(() => followSubscription(school, tools))
      await this.breaks.insist(() => followPayments(school, tools, neverStops))
      await this.breaks.insist(() => followRefunds(school, tools, neverStops))
    } finally {
      await this.recordGrace()
    }
  }

  /** Records a grace that has ended. It is free: its days of a plan that ends with it, or of a greater one whose month is paid as one of the smaller. */
  private async recordGrace(): Promise<void> {
    const before = this.known
    const after = await this.whole.school.tx(findSubscription)
    this.known = after
    if (before?.utc_grace_ends_on && before.plan_id !== after?.plan_id)
      this.free += this.graceOf(before.plan_id) - this.graceOf(after?.plan_id ?? 'onDemand')
  }

  private graceOf(planId: PlanId): number {
    return (plans[planId].eachMonth * paymentLimits.graceDays * dayMs) / shortestMonthMs
  }

  /** Receives what is new, the latest first, and each twice. */
  private async receive({ tools }: Opened = this.whole): Promise<void> {
    const events = await this.provider.ask(({ events }) =>
      events.list({ limit: 100 }).autoPagingToArray({ limit: 2000 }),
    )
    for (const event of events.filter(({ id }) => !this.received.has(id))) {
      for (let time = 0; time < 2; time++) await this.breaks.insist(() => deliverEvent(event, tools))
      // One whose process ended meanwhile is sent again.
      this.received.add(event.id)
    }
  }

  /** @returns sentences of charges that are not booked once, and of another time that is paid than the one for which the school has, or will have, its plans */
  async judge(): Promise<string[]> {
    const { booked, held, ahead } = await this.school.tx(async (db) => {
      const { rows } = await sql<{ intent: string; cents: number; kind: string }>`
        select p.intent_id as intent, m.kind, (case when t.to_account = 'revenue.plans' then t.amount else -t.amount end)::float8 as cents from ledger_movements m
        join payments p on p.school_id = ${thisSchool} and p.id = m.payment_id
        join ledger_transfers t on t.school_id = ${thisSchool} and t.movement_id = m.id
        where m.school_id = ${thisSchool} and 'revenue.plans' in (t.from_account, t.to_account)`.execute(db)
      const history = await db.selectFrom('school_plans').select(['plan_id', 'utc_from']).orderBy('number').execute()
      const row = await db.selectFrom('subscriptions').selectAll().executeTakeFirst()
      const early = row?.payment_id
        ? await db
            .selectFrom('payments')
            .select(['item', 'cents'])
            .where('id', '=', row.payment_id)
            .where('status', '=', 'succeeded')
            .executeTakeFirst()
        : undefined
      return { booked: rows, held: history, ahead: { row, early: Number(early?.cents ?? 0) } }
    })
    const paid = booked.reduce((sum, { cents }) => sum + cents, 0)
    const now = this.tools.now().getTime()
    const paidUntil = ahead.row?.utc_paid_until.getTime() ?? now
    const ranges: HeldPlan[] = held.map(({ plan_id, utc_from }, index) => ({
      planId: plan_id as HeldPlan['planId'],
      from: utc_from.getTime(),
      until: held[index + 1]?.utc_from.getTime() ?? Math.max(now, paidUntil),
    }))
    const due = dueOf(ranges) + ahead.early
    const faults = await this.judgeCharges(booked.filter(({ kind }) => kind === 'plan'))
    const free = this.free + (ahead.row && paidUntil < now ? this.graceOf(ahead.row.plan_id as PlanId) : 0)
    // Each change may come as late as a job, and sums are whole cents.
    const isUneven = ranges.some(({ from }) => endsUnevenly(from))
    const rounding = held.length * (lateCents + (isUneven ? dayCents : 0))
    const isFit = paid - due <= rounding && due - paid <= rounding + free
    const time = `paid ${paid}, due ${Math.round(due)}, free ${Math.round(free)}: ${JSON.stringify(ranges)}`
    return isFit ? faults : [...faults, time]
  }

  /** @returns sentences of charges that are not booked as one month or part of one, of the same cents, and of bookings that were not charged */
  private async judgeCharges(booked: { intent: string; cents: number }[]): Promise<string[]> {
    const charges = await this.breaks.insist(() =>
      this.provider.ask((stripe) => stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })),
    )
    const takenOf = ({ payment_intent, amount }: Stripe.Charge) => `${payment_intent} ${amount}`
    const taken = charges.filter(({ paid }) => paid).map(takenOf)
    const given = booked.map(({ intent, cents }) => `${intent} ${cents}`)
    return isDeepStrictEqual(taken.sort(), given.sort()) ? [] : [`charged ${taken}, booked ${given}`]
  }
}
