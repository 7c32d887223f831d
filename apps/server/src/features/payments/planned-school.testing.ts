import { createHmac, randomUUID } from 'node:crypto'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import { thisSchool } from '@escola/db'
import type { StripeControl } from '@escola/dev-services/stripe/control/client'
import fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { openSchool } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/clock.ts'
import { createPaymentProvider } from '../../payments/payment-provider.ts'
import type { StripeConfig } from '../../payments/stripe-config.ts'
import { attendedBy } from '../../testing/attended.ts'
import type { Person } from '../../testing/call.ts'
import { proveLedger } from '../ledger/ledger.service.ts'
import { saveCard, startCard } from './cards.service.ts'
import { type EventTools, hearProvider, receiveEvent } from './events.service.ts'
import type { Process } from './paid-school.testing.ts'
import { pay } from './paying.service.ts'
import { followPayments } from './payments.service.ts'
import { setPlanCard, setPlanPix } from './plan-moves.service.ts'
import { dueOf, type HeldPlan } from './plans-model.testing.ts'
import { provePayments } from './proof.service.ts'
import { followRefunds } from './refunds.service.ts'
import { followSubscription } from './renewals.service.ts'
import { cancelSubscription, keepSubscription } from './subscriptions.service.ts'

/** A card that pays, one that pays no renewal, and a code. */
const means = ['good', 'failing', 'pix'] as const
type Means = (typeof means)[number]
const numbers = { good: '4242424242424242', failing: '4000000000000341' } as const

export type PlanStep =
  | { kind: 'buy'; item: PaidPlanId; means: Means }
  | { kind: 'card'; means: 'good' | 'failing' }
  | { kind: 'pass'; days: number; isHeard: boolean }
  | { kind: 'pix' | 'cancel' | 'keep' | 'pay_code' }

const step: fc.Arbitrary<PlanStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      item: fc.constantFrom<PaidPlanId>('middle', 'super'),
      means: fc.constantFrom<Means>('good', 'pix', 'pix', 'failing'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('card' as const), means: fc.constantFrom('good', 'failing') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      days: fc.constantFrom(0, 1, 3, 8, 20, 27, 31),
      isHeard: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('pix', 'cancel', 'keep', 'pay_code', 'pay_code') }) },
) as fc.Arbitrary<PlanStep>
export const planStepsOf = (length: number) =>
  fc.noBias(fc.array(step, { minLength: 4, maxLength: length, size: 'max' }))

interface Parts {
  process: Process
  stripe: StripeConfig
  control: StripeControl
  admin: Person
}

const dayMs = 86_400_000
/** Time by which a job may be late. */
const leastMs = 3 * 3_600_000
const never = new AbortController().signal
/** Refusals that callers are answered; every other error is a fault of ours. */
const isRefusal = (error: unknown) => error instanceof AppError && error.code !== 'payment_provider_away'

/** A school that changes its plan at a stand-in's account of its own, whose clock goes on with the school's. */
export class PlannedSchool {
  private readonly parts: Parts
  private readonly provider
  private readonly heard = new Set<string>()
  private readonly begunOn = Date.now()
  private laterMs = 0
  /** Cards that are kept, by their number. */
  private readonly cards = new Map<string, string>()

  constructor(parts: Parts) {
    this.parts = parts
    this.provider = createPaymentProvider(parts.stripe, { timeoutMs: 20_000, retries: 0 })!
  }

  private get school() {
    const { process, admin } = this.parts
    return attendedBy(openSchool(process.database, admin.schoolId), admin, { isAdmin: true })
  }

  private get tools(): EventTools {
    const { tools, database } = this.parts.process
    return {
      ...tools,
      now: () => new Date(Date.now() + this.laterMs),
      platform: database,
      provider: this.provider,
      openSchool: (id) => openSchool(database, id),
    }
  }

  async play(steps: PlanStep[]): Promise<void> {
    for (const each of steps) {
      await this.act(each).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
      })
      await this.follow()
    }
    await this.hear()
    await this.follow()
    await proveLedger(this.school)
    await provePayments(this.school, this.tools)
  }

  private async act(step: PlanStep): Promise<unknown> {
    const { school, tools } = this
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
        return this.pass(step)
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
  private async pass({ days, isHeard }: { days: number; isHeard: boolean }): Promise<void> {
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
      if (isHeard) await this.hear()
      await this.follow()
    }
  }

  private async follow(): Promise<void> {
    await followSubscription(this.school, this.tools)
    await followPayments(this.school, this.tools, never)
    await followRefunds(this.school, this.tools, never)
  }

  private async hear(): Promise<void> {
    const events = await this.provider.ask(({ events }) =>
      events.list({ limit: 100 }).autoPagingToArray({ limit: 2000 }),
    )
    for (const event of events.filter(({ id }) => !this.heard.has(id))) {
      this.heard.add(event.id)
      const body = Buffer.from(JSON.stringify(event))
      const time = Math.floor(this.tools.now().getTime() / 1000)
      const hmac = createHmac('sha256', this.parts.stripe.webhookSecret).update(`${time}.`).update(body)
      const headers = { 'stripe-signature': `t=${time},v1=${hmac.digest('hex')}` }
      await receiveEvent({ headers, query: {}, body }, this.tools)
      await hearProvider(event.id, this.tools)
    }
  }

  /** @returns a sentence where the school has paid for another time than the one for which it has, or will have, its plans */
  async judge(): Promise<string[]> {
    const { paid, held, ahead } = await this.school.tx(async (db) => {
      const { rows } = await sql<{ cents: number }>`
        select coalesce(sum(case when to_account = 'revenue.plans' then amount else -amount end), 0)::float8 as cents from ledger_transfers
        where school_id = ${thisSchool} and 'revenue.plans' in (from_account, to_account)`.execute(db)
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
      return { paid: rows[0]!.cents, held: history, ahead: { row, early: Number(early?.cents ?? 0) } }
    })
    const now = this.tools.now().getTime()
    const paidUntil = ahead.row?.utc_paid_until.getTime() ?? now
    const stretches: HeldPlan[] = held.map(({ plan_id, utc_from }, index) => ({
      planId: plan_id as HeldPlan['planId'],
      from: utc_from.getTime(),
      until: held[index + 1]?.utc_from.getTime() ?? Math.max(now, paidUntil),
    }))
    const due = dueOf(stretches) + ahead.early
    // A grace is free: seven days of each plan that was lost, and those of a month that is open.
    const lost = stretches.filter(({ planId }, index) => planId === 'onDemand' && index > 0).length
    const graces = lost + (paidUntil < now ? 1 : 0)
    const free = graces * dueOf([{ planId: 'super', from: this.begunOn, until: this.begunOn + 8 * dayMs }])
    // Months of a plan are of 28 to 31 days.
    const rounding = due * 0.04 + plans.middle.eachMonth / 20
    const isFit = paid - due <= rounding && due - paid <= rounding + free
    return isFit ? [] : [`paid ${paid}, due ${Math.round(due)}, free ${Math.round(free)}: ${JSON.stringify(stretches)}`]
  }
}
