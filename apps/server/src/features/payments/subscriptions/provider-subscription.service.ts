import { hourMs, minuteMs } from '@escola/contract/durations'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import type { School } from '../../../core/scope.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { CardRefused, unlessGone, unlessSettled } from '../../../payments/provider-errors.ts'
import { type CardRow, findCard } from '../cards/cards.queries.ts'
import { awaitCardCall, payWithoutCard } from '../cards/cards.service.ts'
import { ensureCustomer, findCustomer, type PaymentTools } from '../customers.service.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { payByPix, toCard } from './subscription-states.ts'
import * as queries from './subscriptions.queries.ts'

const isOver = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

const find = (id: string, provider: PaymentProvider): Promise<Stripe.Subscription | undefined> =>
  unlessGone(provider.ask(({ subscriptions }) => subscriptions.retrieve(id)))

/** Reads a subscription at the provider; undefined for one that is over, or gone. */
export async function findLiving(id: string, provider: PaymentProvider): Promise<Stripe.Subscription | undefined> {
  const known = await find(id, provider)
  return known && !isOver(known) ? known : undefined
}

/**
 * Lets a paid month go on whose subscription the provider has ended. Where it gave up a renewal that was paid after all, the card begins anew when the month is
 * over; one that was ended there by hand charges the card no more, and the months to come are paid with codes.
 */
export async function detachEndedSubscription(
  db: SchoolDb,
  row: queries.SubscriptionRow,
  { cancellation_details }: Stripe.Subscription,
  { now }: Pick<PaymentTools, 'now'>,
): Promise<void> {
  const goesOn = cancellation_details?.reason === 'payment_failed' && row.pays_with === 'card' && row.method_id
  await queries.updateSubscription(db, {
    ...(goesOn ? toCard(row, { cardId: goesOn, from: row.utc_paid_until }) : { ...payByPix, utc_card_from: null }),
    stripe_id: null,
    item_id: null,
  })
  await scheduleJob(db, jobs.followSubscription, now())
}

export async function cancelAtProvider(id: string, provider: PaymentProvider): Promise<void> {
  if (!(await findLiving(id, provider))) return
  await unlessEnded(id, ({ subscriptions }) => subscriptions.cancel(id), provider)
}

/** Changes a subscription at the provider; one that has ended meanwhile needs no change. */
const unlessEnded = (id: string, change: (stripe: Stripe) => Promise<unknown>, provider: PaymentProvider) =>
  unlessSettled(provider.ask(change), async () => (await findLiving(id, provider)) === undefined)

/** Makes the provider's subscription be as the school wants it: whether there is one, which price is charged next, to which card, and whether it ends. */
export async function syncSubscription(school: School, tools: PaymentTools): Promise<void> {
  const provider = requireProvider(tools)
  const row = await school.tx(queries.findSubscription)
  if (!row) return
  if (row.pays_with === 'pix') await leaveSubscription(school, row, provider, tools)
  else if (row.stripe_id) await updateAtProvider(school, row, row.stripe_id, provider, tools)
  else if (row.next_plan_id !== 'onDemand') await beginAtMonthEnd(school, row, provider, tools)
}

async function updateAtProvider(
  school: School,
  { plan_id, next_plan_id, item_id, method_id }: queries.SubscriptionRow,
  id: string,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const card = method_id ? await school.tx((db) => findCard(db, method_id)) : undefined
  // The card was removed while a renewal was open.
  if (method_id && !card) await school.tx((db) => payWithoutCard(db, method_id, tools))
  const ends = next_plan_id === 'onDemand'
  const price = await ensurePrice(ends ? plan_id : next_plan_id, provider)
  const known = await find(id, provider)
  if (!known) return
  if (isOver(known)) {
    const isLeft = await school.tx(async (db) => {
      const row = await queries.lockSubscription(db)
      if (row?.stripe_id !== id || row.utc_grace_ends_on || row.utc_paid_until <= tools.now()) return false
      await detachEndedSubscription(db, row, known, tools)
      return true
    })
    return isLeft ? syncSubscription(school, tools) : undefined
  }
  if (known.items.data.some((item) => item.id === item_id && item.price.id !== price))
    await unlessEnded(
      id,
      ({ subscriptions }) => subscriptions.update(id, { items: [{ id: item_id!, price }], proration_behavior: 'none' }),
      provider,
    )
  if (known.cancel_at_period_end !== ends)
    await unlessEnded(id, ({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: ends }), provider)
  if (card && known.default_payment_method !== card.stripe_id)
    await sendPlanCard(school, { id, card, customer: known.customer as string }, provider, tools).catch(ignoreLostCard)
}

/** Has a subscription be charged to a card. @throws CardRefused where the provider keeps the card no more */
export const sendPlanCard = (
  school: School,
  { id, card, customer }: { id: string; card: CardRow; customer: string },
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> =>
  awaitCardCall(
    school,
    unlessEnded(
      id,
      ({ subscriptions }) => subscriptions.update(id, { default_payment_method: card.stripe_id }),
      provider,
    ),
    { methodId: card.stripe_id, customer },
    provider,
    tools,
  )

/** A plan whose card is gone is paid with codes from then on, and nothing is left to tell the provider of it. */
const ignoreLostCard = (error: unknown): undefined => {
  if (!(error instanceof CardRefused && error.fault === 'card_missing')) throw error
}

/** The provider takes no beginning in the past. One that is late begins at a full hour, so that repeated calls ask for the same. */
const leastWaitMs = 10 * minuteMs

/**
 * Makes a subscription that charges nothing before the month that was paid by Pix is over. What a call that broke off has made is found again, and the
 * key makes sure that two calls at once make one; an hour later it is another key, because the provider keeps the answer that it failed.
 */
async function beginAtMonthEnd(
  school: School,
  { next_plan_id, method_id, utc_card_from, moves }: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  const card = method_id ? await school.tx((db) => findCard(db, method_id)) : undefined
  if (next_plan_id === 'onDemand' || !card || !utc_card_from) return
  const customer = await ensureCustomer(school, provider, tools)
  const price = await ensurePrice(next_plan_id, provider)
  const now = tools.now().getTime()
  const isLate = utc_card_from.getTime() < now + leastWaitMs
  const begins = isLate ? Math.ceil((now + leastWaitMs) / hourMs) * hourMs : utc_card_from.getTime()
  const trial_end = Math.floor(begins / 1000)
  const made =
    (await findWaiting(school, customer, provider)) ??
    (await awaitCardCall(
      school,
      provider.ask(({ subscriptions }) =>
        subscriptions.create(
          {
            customer,
            items: [{ price }],
            trial_end,
            default_payment_method: card.stripe_id,
            off_session: true,
            payment_settings: { payment_method_types: ['card'] },
            metadata: { school: school.id },
          },
          { idempotencyKey: `card-${school.id}-${moves}-${card.id}-${trial_end}-${price}-${Math.floor(now / hourMs)}` },
        ),
      ),
      { methodId: card.stripe_id, customer },
      provider,
      tools,
    ).catch(ignoreLostCard))
  if (!made) return
  const isWanted = await school.tx(async (db) => {
    const row = await queries.lockSubscription(db)
    if (row?.pays_with !== 'card' || row.moves !== moves) return false
    if (row.stripe_id) return row.stripe_id === made.id
    await queries.updateSubscription(db, { stripe_id: made.id, item_id: made.items.data[0]!.id })
    return true
  })
  if (!isWanted) await cancelAtProvider(made.id, provider)
}

/** Finds a subscription of the school that charges nothing yet. */
const findWaiting = async (school: School, customer: string, provider: PaymentProvider) =>
  (
    await provider.ask(({ subscriptions }) => subscriptions.list({ customer, status: 'trialing', limit: 100 }))
  ).data.find(({ metadata }) => metadata.school === school.id)

/** Ends the subscription at the provider of a school that pays by Pix from now on. What was paid stays paid. */
async function leaveSubscription(
  school: School,
  { stripe_id, utc_card_from }: queries.SubscriptionRow,
  provider: PaymentProvider,
  tools: PaymentTools,
): Promise<void> {
  if (!stripe_id && !utc_card_from) return
  const customer = await findCustomer(school, tools)
  const id = stripe_id ?? (customer && (await unlessGone(findWaiting(school, customer, provider)))?.id)
  if (id) await cancelAtProvider(id, provider)
  await school.tx(async (db) => {
    const row = await queries.lockSubscription(db)
    if (row?.pays_with !== 'pix' || row.stripe_id !== stripe_id) return
    await queries.updateSubscription(db, { stripe_id: null, item_id: null, utc_card_from: null })
  })
}
