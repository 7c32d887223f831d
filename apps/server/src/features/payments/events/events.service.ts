import { dayMs } from '@escola/contract/durations'
import { done } from '@escola/contract/wire'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { AppError, notFound } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Incoming } from '../../../http/mount.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../../jobs/enqueue.ts'
import { idOf } from '../../../payments/expandable.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { unlessGone } from '../../../payments/provider-errors.ts'
import { recordRefusedTry } from '../cards/card-tries.service.ts'
import { giveUpCard, updateCard } from '../cards/cards.service.ts'
import { findSchoolOf, type PaymentTools } from '../customers.service.ts'
import * as paymentRows from '../payments.queries.ts'
import { giveUpIntent, readIntent } from '../payments.service.ts'
import { recordDisputes, recordRefunds } from '../returns/returns.service.ts'
import { intentParams, recordIntent } from '../settling.service.ts'
import { isSignedEvent } from './event-signature.ts'
import * as queries from './events.queries.ts'

export interface EventTools extends PaymentTools {
  openSchool(id: string): School
}

/** Parts of an event that are used, of any version of the API; the object itself is read again. */
const Event = z.object({
  id: z.string().regex(/^evt_\w{1,100}$/),
  type: z.string().max(100),
  livemode: z.boolean(),
  /** Account of a platform's customer; the events of our own account name none. */
  account: z.string().optional(),
  data: z.object({ object: z.object({ id: z.string().max(200).default('') }) }),
})

/** Stores an event of the provider, and leaves it to a job; an event that is known already changes nothing. */
export async function receiveEvent({ headers, body }: Incoming, tools: EventTools) {
  if (!tools.provider) throw notFound()
  const { webhookSecret, isReal } = tools.provider.config
  const now = tools.now()
  if (!isSignedEvent(headers['stripe-signature'], body, { secret: webhookSecret, now })) throw refused()
  const event = Event.safeParse(parse(body)).data
  if (!event || event.account !== undefined || event.livemode !== isReal) throw refused()
  const { id, type, data } = event
  await tools.platform.withPlatform(async (db) => {
    const isHandled = handlerOf(type) !== undefined
    const stored = { event_id: id, type, object_id: data.object.id, isHandled }
    if ((await queries.insertEvent(db, stored, now)) && isHandled)
      await enqueuePlatformJob(db, jobs.processPaymentEvent, { eventId: id })
  })
  return done
}

const refused = () => new AppError('payment_event_refused')

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/**
 * Does what an event asks for. It may come twice and in any order, because only the object's present state counts; one of an object that the provider has no
 * more asks for nothing.
 */
export async function processPaymentEvent(eventId: string, tools: EventTools): Promise<void> {
  const provider = requireProvider(tools)
  const event = await tools.platform.withPlatform((db) => queries.findEvent(db, eventId))
  if (!event || event.utc_processed_on) return
  // An earlier release may have stored events that no longer have a handler.
  await handlerOf(event.type)?.(event, provider, tools)
  await tools.platform.withPlatform((db) => queries.markProcessed(db, eventId, tools.now()))
}

/** Time within which each event is processed, including all retries of its job. */
const processingDeadlineMs = dayMs
const namedAtMost = 100

/** @throws with the events that no worker could process, oldest first */
export async function requireProcessedEvents({ platform, now }: Pick<EventTools, 'platform' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - processingDeadlineMs)
  const waiting = await platform.withPlatform((db) => queries.listWaiting(db, before, namedAtMost))
  const names = waiting.map(({ event_id, type, object_id }) => `${event_id} ${type} ${object_id}`)
  if (names.length > 0) throw new Error(`events of the payment provider were not heard: ${names.join(', ')}`)
}

const keptDays = 90

/** Deletes events that were processed more than 90 days ago. */
export const deleteProcessedEvents = ({ platform, now }: Pick<EventTools, 'platform' | 'now'>) =>
  platform.withPlatform(
    async (db) => void (await queries.deleteProcessedBefore(db, new Date(now().getTime() - keptDays * dayMs))),
  )

type EventHandler = (event: queries.StoredEvent, provider: PaymentProvider, tools: EventTools) => Promise<void>

const handlers: [RegExp, EventHandler][] = [
  [
    /^payment_intent\.(succeeded|payment_failed|canceled|processing|requires_action)$/,
    async ({ event_id, type, object_id }, provider, tools) => {
      const found = await readPayment(object_id, provider, tools)
      if (!found) return
      const { school, payment } = found
      if (type !== 'payment_intent.payment_failed' || payment.way !== 'card') return
      const areTooMany = await recordRefusedTry(school, event_id, tools)
      if (areTooMany && payment.status !== 'succeeded') await giveUpIntent(school, payment, provider, tools)
    },
  ],
  [
    /^setup_intent\.setup_failed$/,
    async ({ event_id, object_id }, provider, tools) => {
      const intent = await unlessGone(provider.ask(({ setupIntents }) => setupIntents.retrieve(object_id)))
      const school = intent && (await openSchoolOf(intent.customer, tools))
      const areTooMany = school && (await recordRefusedTry(school, event_id, tools))
      if (areTooMany) await giveUpCard(intent, provider)
    },
  ],
  [
    /^payment_method\.(automatically_updated|updated)$/,
    async ({ object_id: id }, provider, tools) => {
      const method = await unlessGone(provider.ask(({ paymentMethods }) => paymentMethods.retrieve(id)))
      const school = method && (await openSchoolOf(method.customer, tools))
      if (school) await updateCard(school, method)
    },
  ],
  [
    /^charge\.refunded$/,
    async ({ object_id: id }, provider, tools) => {
      const charge = await unlessGone(provider.ask(({ charges }) => charges.retrieve(id)))
      if (charge) await followReturns(charge.payment_intent, recordRefunds, provider, tools)
    },
  ],
  [
    /^(charge\.)?refund\.(created|updated|failed)$/,
    async ({ object_id: id }, provider, tools) => {
      const refund = await unlessGone(provider.ask(({ refunds }) => refunds.retrieve(id)))
      if (refund) await followReturns(refund.payment_intent, recordRefunds, provider, tools)
    },
  ],
  [
    /^charge\.dispute\./,
    async ({ object_id: id }, provider, tools) => {
      const dispute = await unlessGone(provider.ask(({ disputes }) => disputes.retrieve(id)))
      if (dispute) await followReturns(dispute.payment_intent, recordDisputes, provider, tools)
    },
  ],
  [
    /^invoice\.(paid|payment_failed|payment_action_required)$/,
    async ({ object_id: id }, provider, tools) => {
      const invoice = await unlessGone(provider.ask(({ invoices }) => invoices.retrieve(id, { expand: ['payments'] })))
      const school = invoice && (await openSchoolOf(invoice.customer, tools))
      if (school) await tools.plans.recordInvoice(school, invoice, provider, tools)
    },
  ],
]
const handlerOf = (type: string): EventHandler | undefined => handlers.find(([pattern]) => pattern.test(type))?.[1]

/** Records first that the payment was made: its event may come later than that of its return. */
async function followReturns(
  intent: string | Stripe.PaymentIntent | null,
  record: typeof recordRefunds,
  provider: PaymentProvider,
  tools: EventTools,
): Promise<void> {
  const intentId = idOf(intent)
  const found = intentId && (await readPayment(intentId, provider, tools))
  if (found) await record(found.school, found.payment, provider, tools)
}

/** Opens the school that a customer of the provider is; undefined for customers of others. */
async function openSchoolOf(customer: string | { id: string } | null, tools: EventTools): Promise<School | undefined> {
  const id = idOf(customer)
  const schoolId = id && (await findSchoolOf(id, tools))
  return schoolId ? tools.openSchool(schoolId) : undefined
}

interface Found {
  school: School
  payment: paymentRows.PaymentRow
}

/**
 * Finds the payment of an intent, and writes down what the provider says of it; undefined for what others do with the same account at the provider. The first
 * reading only finds the school: an attempt may have begun since, so one that isn't the last word is followed by another, once the payment is known.
 */
async function readPayment(intentId: string, provider: PaymentProvider, tools: EventTools): Promise<Found | undefined> {
  const intent = await unlessGone(provider.ask(({ paymentIntents }) => paymentIntents.retrieve(intentId, intentParams)))
  const school = intent && (await openSchoolOf(intent.customer, tools))
  if (!school) return undefined
  const known = await school.tx((db) => paymentRows.findByIntent(db, intent.id))
  if (!known) return undefined
  if (intent.status === 'succeeded') return { school, payment: await recordIntent(school, known, intent, tools) }
  const { payment } = await readIntent(school, { ...known, intent_id: intent.id }, provider, tools)
  return { school, payment }
}
