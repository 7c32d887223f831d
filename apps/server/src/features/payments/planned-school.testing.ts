import { randomUUID } from 'node:crypto'
import { type PaidPlanId, type PlanId, plans } from '@escola/contract/prices'
import { thisSchool } from '@escola/db'
import type { StripeControl } from '@escola/dev-services/stripe/control/client'
import fc from 'fast-check'
import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/clock.ts'
import { createPaymentProvider } from '../../payments/payment-provider.ts'
import type { StripeConfig } from '../../payments/stripe-config.ts'
import type { Person } from '../../testing/call.ts'
import { proveLedger } from '../ledger/ledger.service.ts'
import { saveCard, startCard } from './cards.service.ts'
import { Breaks, hearEvent, openGuarded, type Process } from './guarded-school.testing.ts'
import { Death, type Guard, type Interruption, interrupt } from './interruption.testing.ts'
import { pay } from './paying.service.ts'
import { followPayments } from './payments.service.ts'
import { faults } from './payments-steps.testing.ts'
import { setPlanCard, setPlanPix } from './plan-moves.service.ts'
import { dueOf, type HeldPlan } from './plans-model.testing.ts'
import { provePayments } from './proof.service.ts'
import { followRefunds } from './refunds.service.ts'
import { followSubscription } from './renewals.service.ts'
import { findSubscription } from './subscriptions.queries.ts'
import { cancelSubscription, keepSubscription } from './subscriptions.service.ts'

/** A card that pays, one that pays no renewal, and a code. */
const means = ['good', 'failing', 'pix'] as const
type Means = (typeof means)[number]
const numbers = { good: '4242424242424242', failing: '4000000000000341' } as const

const operations = [
  'POST /v1/subscriptions',
  'POST /v1/subscriptions/:id',
  'POST /v1/invoices/:id/pay',
  'POST /v1/invoices/:id/void',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/subscriptions/:id',
] as const

/** A step in one of two processes, which may end at any of its awaits. */
export type PlanStep = { process: number; interruption: Interruption | undefined } & PlanAct
type PlanAct =
  | { kind: 'buy'; item: PaidPlanId; means: Means }
  | { kind: 'card'; means: 'good' | 'failing' }
  | { kind: 'pass'; days: number; isHeard: boolean }
  | { kind: 'pix' | 'cancel' | 'keep' | 'pay_code' }
  | { kind: 'break'; operation: (typeof operations)[number]; how: (typeof faults)[number] }

const interruption = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(12), isAfter: fc.boolean(), how: fc.constant('die' as const) }) },
)
const stepOf = <Kind extends PlanAct['kind'], Fields extends object>(
  weight: number,
  kinds: Kind[],
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record({
    kind: fc.constantFrom(...kinds),
    process: fc.nat(1),
    interruption,
    ...fields,
  }) as unknown as fc.Arbitrary<PlanStep>,
})

const step = fc.oneof(
  stepOf(5, ['buy'], {
    item: fc.constantFrom('middle', 'super'),
    means: fc.constantFrom('good', 'pix', 'pix', 'failing'),
  }),
  stepOf(3, ['card'], { means: fc.constantFrom('good', 'failing') }),
  stepOf(6, ['pass'], { days: fc.constantFrom(0, 1, 3, 8, 20, 27, 31), isHeard: fc.constantFrom(true, true, false) }),
  stepOf(8, ['pix', 'cancel', 'keep', 'pay_code', 'pay_code'], {}),
  stepOf(2, ['break'], { operation: fc.constantFrom(...operations), how: fc.constantFrom(...faults) }),
)
/** A plan that a school has. */
const beginning = fc.record({
  item: fc.constantFrom<PaidPlanId>('middle', 'super'),
  means: fc.constantFrom<Means>('good', 'pix'),
})
const whole = { process: 0, interruption: undefined }

/** Makes sequences of so many steps, which begin with a plan that is paid. */
export const planStepsOf = (length: number): fc.Arbitrary<PlanStep[]> =>
  fc.noBias(
    fc
      .tuple(beginning, fc.array(step, { minLength: 4, maxLength: length - 2, size: 'max' }))
      .map(([first, more]) => [{ ...whole, kind: 'buy', ...first }, { ...whole, kind: 'pay_code' }, ...more]),
  )

interface Parts {
  processes: [Process, Process]
  stripe: StripeConfig
  control: StripeControl
  admin: Pick<Person, 'userId' | 'schoolId' | 'sessionId'>
}

const dayMs = 86_400_000
/** Time by which a job may be late. */
const leastMs = 3 * 3_600_000
const never = new AbortController().signal
/** Refusals that callers are answered, and deaths; every other error is a fault of ours. */
const isExpected = (error: unknown) => error instanceof AppError || error instanceof Death

/** A school that changes its plan at a stand-in's account of its own, whose clock goes on with the school's. */
export class PlannedSchool {
  private readonly parts: Parts
  private readonly provider
  private readonly heard = new Set<string>()
  private readonly begunOn = Date.now()
  private laterMs = 0
  private readonly breaks = new Breaks()
  /** Cents of time for which a plan costs nothing. */
  private free = 0
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
    for (const each of steps) {
      const guard: Guard = each.interruption ? interrupt(each.interruption, async () => {}) : (work) => work()
      await this.act(each, this.open(each.process, guard)).catch((error: unknown) => {
        if (!isExpected(error)) throw error
      })
      await this.follow()
    }
    // A call that broke off is over by now.
    this.laterMs += 120_000
    await this.hear()
    await this.follow()
    const { school, tools } = this
    await this.breaks.insist(() => provePayments(school, tools))
    await proveLedger(school)
  }

  private get school() {
    return this.open(0, (work) => work()).school
  }

  private get tools() {
    return this.open(0, (work) => work()).tools
  }

  private async act(step: PlanStep, { school, tools }: ReturnType<PlannedSchool['open']>): Promise<unknown> {
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
    const { school, tools } = this
    const before = await school.tx(findSubscription)
    await this.breaks.insist(() => followSubscription(school, tools))
    await this.breaks.insist(() => followPayments(school, tools, never))
    await this.breaks.insist(() => followRefunds(school, tools, never))
    const after = await school.tx(findSubscription)
    // A grace is free: its days of a plan that ends with it, or of a greater one whose month is paid as one of the smaller.
    if (before?.utc_grace_ends_on && before.plan_id !== after?.plan_id)
      this.free += this.graceOf(before.plan_id) - this.graceOf(after?.plan_id ?? 'onDemand')
  }

  private graceOf(planId: PlanId): number {
    return dueOf([{ planId, from: this.begunOn, until: this.begunOn + 8 * dayMs }])
  }

  /** Hears what is new, the latest first, and each twice. */
  private async hear(): Promise<void> {
    const { tools } = this
    const events = await this.provider.ask(({ events }) =>
      events.list({ limit: 100 }).autoPagingToArray({ limit: 2000 }),
    )
    for (const event of events.filter(({ id }) => !this.heard.has(id))) {
      this.heard.add(event.id)
      for (let time = 0; time < 2; time++) await this.breaks.insist(() => hearEvent(event, tools))
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
    const free = this.free + (ahead.row && paidUntil < now ? this.graceOf(ahead.row.plan_id as PlanId) : 0)
    // Jobs may be some hours late, and sums are whole cents.
    const rounding = due * 0.02 + plans.middle.eachMonth / 40
    const isFit = paid - due <= rounding && due - paid <= rounding + free
    return isFit ? [] : [`paid ${paid}, due ${Math.round(due)}, free ${Math.round(free)}: ${JSON.stringify(stretches)}`]
  }
}
