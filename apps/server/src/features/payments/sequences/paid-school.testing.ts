import { randomUUID } from 'node:crypto'
import { hourMs } from '@escola/contract/durations'
import type { packs } from '@escola/contract/prices'
import { type SchoolDb, thisSchool } from '@escola/db'
import type { StripeControl } from '@escola/dev-services/stripe/control/client'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { StripeConfig } from '../../../config/stripe-config.ts'
import { openSchool, type School } from '../../../core/scope.ts'
import { createPaymentProvider, type PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Person } from '../../../testing/call.ts'
import { chargeSms } from '../../charges/sms-charges.service.ts'
import { swapPoints } from '../../ledger/ledger.service.ts'
import { verifyLedger } from '../../ledger/ledger-proof.service.ts'
import { listCards } from '../cards/cards.queries.ts'
import { removeMethod } from '../cards/cards.service.ts'
import type { EventTools } from '../events/events.service.ts'
import { followPayments } from '../following.service.ts'
import { pay } from '../paying.service.ts'
import { cancelPayment, readPaid } from '../payments.service.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { followRefunds, refundPayment } from '../returns/refunds.service.ts'
import { CountedUsers } from './counted-users.testing.ts'
import { deliverEvent, openGuarded, type Process, ProviderFaults } from './guarded-school.testing.ts'
import { type Guard, interrupt, isExpectedEnd } from './interruption.testing.ts'
import { type Booked, PaymentsModel, stateFits } from './payments-model.testing.ts'
import { cards, type Step } from './payments-steps.testing.ts'

export interface Parts {
  processes: [Process, Process]
  stripe: StripeConfig
  control: StripeControl
  admin: Pick<Person, 'userId' | 'schoolId' | 'sessionId'>
}

/** Refusals that callers are answered; every other error is a fault of ours. A proof may be too old where other steps came between. */
const refusals = new Set(
  'payment_provider_away card_declined card_refused payment_not_refundable refund_refused points_missing balance_missing invalid_request not_found too_many_requests too_many_cards proof_needed key_used'.split(
    ' ',
  ),
)

/** A school that pays at a stand-in's account of its own, which two processes serve at once. */
export class PaidSchool {
  private readonly parts: Parts
  private readonly providers: PaymentProvider[]
  private readonly purchases: { key: string; item: keyof typeof packs }[] = []
  private readonly breaks = new ProviderFaults()
  private readonly students = new CountedUsers((work) => this.read(work))
  private laterMs = 0

  constructor(parts: Parts) {
    this.parts = parts
    this.providers = parts.processes.map(() => createPaymentProvider(parts.stripe, { timeoutMs: 20_000, retries: 0 })!)
  }

  async play(steps: Step[]): Promise<void> {
    const left = [...steps]
    const next = async () => {
      const step = left.shift()
      if (step) await this.take(step, next)
    }
    while (left.length > 0) await next()
  }

  /** Takes a step in a process that may be interrupted. */
  private async take(step: Step, next: () => Promise<void>): Promise<void> {
    const guard: Guard = step.interruption ? interrupt(step.interruption, next) : (work) => work()
    try {
      await this.act(step, this.open(step.process, guard))
    } catch (error) {
      if (!isExpectedEnd(error, refusals)) throw error
    }
  }

  private open(number: number, guard: Guard) {
    const { processes, admin } = this.parts
    const now = () => new Date(Date.now() + this.laterMs)
    const opened = openGuarded({ process: processes[number]!, provider: this.providers[number]!, admin, now, guard })
    const operator = { ...opened.school.actor, platformRole: 'admin', provenOn: now() }
    return { ...opened, operator: { ...opened.school, actor: operator } }
  }

  private async act(step: Step, { tools, school, operator }: ReturnType<PaidSchool['open']>): Promise<unknown> {
    const { control } = this.parts
    switch (step.kind) {
      case 'buy': {
        const bought = { key: randomUUID(), item: step.item }
        this.purchases.push(bought)
        const order = { ...(await this.order(step)), paymentId: bought.key, item: bought.item }
        return this.together(Array.from({ length: step.times }, () => pay(school, order, tools)))
      }
      case 'again': {
        const bought = pick(this.purchases, step.which)
        if (!bought) return
        const order = { ...(await this.order(step)), paymentId: bought.key, item: bought.item }
        return pay(school, order, tools)
      }
      case 'remove_card': {
        const card = pick(await this.read(listCards), step.which)
        return card && removeMethod(school, { id: card.id, paymentMethodStripeId: card.stripe_id }, tools)
      }
      case 'look':
      case 'cancel': {
        const bought = pick(this.purchases, step.which)
        return bought && (step.kind === 'look' ? readPaid : cancelPayment)(school, bought.key, tools)
      }
      case 'payer':
      case 'expire': {
        // One that was confirmed after its payment had failed is shown to no payer.
        const { statuses } = await this.readBooked()
        const isShown = ({ id }: Stripe.PaymentIntent) =>
          statuses.some(({ intent_id, status }) => intent_id === id && status === 'requires_action')
        const waiting = (await this.list('paymentIntents')).filter(
          (each) => each.status === 'requires_action' && isShown(each),
        )
        const intent = pick(waiting, step.which)
        if (!intent) return
        const isPix = intent.next_action?.type === 'pix_display_qr_code'
        if (step.kind === 'payer')
          return isPix ? control.payPix(intent.id) : control.authenticate(intent.id, step.agrees)
        return isPix && control.expirePix(intent.id)
      }
      case 'refund': {
        const payment = pick(await this.listPaid(), step.which)
        if (!payment) return
        const { id, cents } = payment
        const idempotencyKey = step.key === undefined ? undefined : `${id}:${step.key}`
        const refund = { id, cents: Math.ceil(cents * step.share), reason: 'Engano' }
        return refundPayment({ ...operator, idempotencyKey }, refund, tools)
      }
      case 'dashboard': {
        const charge = pick(await this.listCharges(), step.which)
        const left = charge && charge.amount - charge.amount_refunded
        if (left && !charge.disputed) await control.refund(charge.id, Math.ceil(left * step.share))
        return
      }
      case 'dispute': {
        const charge = pick(await this.listCharges(), step.which)
        const isCard = charge?.payment_method_details?.type === 'card'
        return isCard && !charge?.disputed && control.dispute(charge!.id)
      }
      case 'close': {
        const open = (await this.list('disputes')).filter(({ status }) => status === 'needs_response')
        const dispute = pick(open, step.which)
        return dispute && control.closeDispute(dispute.id, step.end)
      }
      case 'fail_refund': {
        const refund = pick(
          (await this.list('refunds')).filter(({ status }) => status !== 'failed'),
          step.which,
        )
        return refund && control.failRefund(refund.id)
      }
      case 'swap':
        return swapPoints({ ...school, idempotencyKey: undefined }, 100, tools)
      case 'spend':
        return school.tx((db) => chargeSms(db, { messageId: randomUUID(), userId: school.actor.userId }, tools))
      case 'join':
      case 'add':
        return this.students.count(school, { users: step.users, mayOwe: step.kind === 'join' }, tools)
      case 'receive': {
        const events = await this.list('events')
        for (const which of step.picks) if (events.length) await deliverEvent(pick(events, which)!, tools)
        return
      }
      case 'follow':
        this.laterMs += step.hours * hourMs
        return this.follow(school, tools)
      case 'break':
        this.breaks.add()
        return control.failNext(step)
    }
  }

  private async order({ means, which, saveCard }: Extract<Step, { kind: 'buy' | 'again' }>) {
    if (means === 'pix') return { paymentMethod: means, saveCard: false }
    const kept = means === 'kept' ? pick(await this.read(listCards), which) : undefined
    const number = cards[means === 'kept' ? 'good' : means]
    return { paymentMethod: kept?.stripe_id ?? (await this.parts.control.createCard(number)).id, saveCard }
  }

  private async together(calls: Promise<unknown>[]): Promise<void> {
    for (const ended of await Promise.allSettled(calls)) if (ended.status === 'rejected') throw ended.reason
  }

  private async follow(school: School, tools: EventTools): Promise<void> {
    const { signal } = new AbortController()
    await followPayments(school, tools, signal)
    await followRefunds(school, tools, signal)
  }

  /** Ends all that is under way: jobs run, and of each refund and dispute the last event arrives at least, those of payments never. */
  async settle(): Promise<void> {
    this.laterMs += 120_000
    const { tools, school } = this.open(0, (work) => work())
    await this.breaks.insist(() => this.follow(school, tools))
    const last = new Map((await this.list('events')).toReversed().map((event) => [objectOf(event), event]))
    for (const [object, event] of last)
      if (/^(re|pyr|du)_/.test(object)) await this.breaks.insist(() => deliverEvent(event, tools))
    await this.breaks.insist(() => this.follow(school, tools))
    await this.breaks.insist(() => reconcilePayments(school, tools))
    await verifyLedger(school)
  }

  /** @returns sentences of what is not as the model says */
  async judge(): Promise<string[]> {
    const [intents, charges, refunds, disputes] = await Promise.all([
      this.list('paymentIntents'),
      this.listCharges(),
      this.list('refunds'),
      this.list('disputes'),
    ])
    const { booked, statuses } = await this.readBooked()
    const faults = this.purchases.flatMap(({ key }) => {
      const isCharged = charges.some(({ metadata }) => metadata.payment === key)
      const { status, intent_id } = statuses.find((row) => row.key === key) ?? {}
      const waits = intents.some(({ id, status }) => id === intent_id && status === 'requires_action')
      return stateFits(status, { isCharged, waits })
        ? []
        : [`purchase ${key} is ${status}: ${JSON.stringify({ isCharged, waits })}`]
    })
    const unkept = await this.read((db) => listUnkept(db, charges))
    if (unkept.length > 0) faults.push(`cards that were to be kept are not: ${unkept}`)
    const students = await this.students.judge()
    const model = new PaymentsModel({ charges, refunds, disputes }, students.countings)
    return [...model.judge(booked), ...faults, ...students.faults]
  }

  private readBooked() {
    return this.read(async (db) => {
      const { rows } = await sql<Booked>`
        select m.key, m.kind, m.item, m.payment_id as "paymentId", r.stripe_id as "stripeId", m.balance_cents::float8 as balance, m.points::float8 as points
        from ledger_movements m
        left join payment_returns r on r.school_id = ${thisSchool} and m.key in ('return:' || r.id, 'return-given-back:' || r.id, 'return-lost:' || r.id)
        where m.school_id = ${thisSchool} order by m.number`.execute(db)
      const statuses = await db.selectFrom('payments').select(['key', 'status', 'intent_id']).execute()
      return { booked: rows, statuses }
    })
  }

  private read<T>(work: (db: SchoolDb) => Promise<T>): Promise<T> {
    const { processes, admin } = this.parts
    return openSchool(processes[1].database, admin.schoolId).tx(work)
  }

  private listPaid() {
    return this.read(async (db) => {
      const rows = await db
        .selectFrom('payments')
        .select(['id', 'cents'])
        .where('status', '=', 'succeeded')
        .orderBy('id')
        .execute()
      return rows.map(({ id, cents }) => ({ id, cents: Number(cents) }))
    })
  }

  private async listCharges(): Promise<Stripe.Charge[]> {
    return (await this.list('charges')).filter(({ paid }) => paid)
  }

  /** Lists what the account has, the newest first. */
  private async list<Name extends 'paymentIntents' | 'charges' | 'refunds' | 'disputes' | 'events'>(name: Name) {
    type Row = Awaited<ReturnType<Stripe[Name]['list']>>['data'][number]
    return this.breaks.insist(() =>
      this.providers[0]!.ask(async (stripe) => {
        const rows: unknown[] = []
        for await (const row of stripe[name].list({ limit: 100 })) rows.push(row)
        return rows as Row[]
      }),
    )
  }
}

/** Lists cards that were charged and to be kept, and that neither are kept nor were. A payment may be paid by the card before its last one. */
const listUnkept = async (db: SchoolDb, charges: Stripe.Charge[]): Promise<string[]> => {
  const rows = await db.selectFrom('payments').select(['key', 'method']).where('saves_card', '=', true).execute()
  const paid = rows.filter(({ key, method }) =>
    charges.some((charge) => charge.metadata.payment === key && charge.payment_method === method),
  )
  const known = await db.selectFrom('payment_methods').select('stripe_id').execute()
  return paid.map(({ method }) => method).filter((method) => !known.some(({ stripe_id }) => stripe_id === method))
}

const pick = <T>(all: T[], which: number): T | undefined => all[which % all.length]

const objectOf = ({ data }: Stripe.Event): string => ('id' in data.object ? String(data.object.id) : '')
