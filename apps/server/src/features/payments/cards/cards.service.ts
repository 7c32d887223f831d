import { randomUUID } from 'node:crypto'
import { type PaymentMethod, paymentLimits, paymentMessages, type payments } from '@escola/contract/payments.contract'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import { AppError, invalidField, notFound } from '../../../core/app-error.ts'
import { requireProof } from '../../../core/require-proof.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { type PaymentProvider, requireProvider } from '../../../payments/payment-provider.ts'
import { CallRefused, CardRefused, mayMissCard, unlessGone, unlessSettled } from '../../../payments/provider-errors.ts'
import { lockBank } from '../../ledger/ledger.service.ts'
import { ensureCustomer, findCustomer, type PaymentTools } from '../customers.service.ts'
import { beginTry, endTry } from './card-tries.service.ts'
import * as queries from './cards.queries.ts'

/** Names of brands that are written otherwise here than at the provider (part 2 §9). */
const brandNames: Record<string, string> = { diners: 'diners_club' }

export const toWireCard = ({ id, stripe_id, brand, last_4_digits, expires }: queries.CardRow): PaymentMethod => ({
  id: stripe_id,
  dbId: id,
  card_type: brand,
  last_4_digits,
  expires,
})

type CardTools = Pick<PaymentTools, 'now' | 'plans'>

const listWireCards = async (db: SchoolDb) => (await queries.listCards(db)).map(toWireCard)

/** Lists the school's cards, and how its pages reach the provider. */
export async function listMethods(
  school: School,
  { provider, now }: Pick<PaymentTools, 'provider' | 'now'>,
): Promise<ResponseInput<typeof payments.methods>> {
  const paymentMethods = await school.tx(listWireCards)
  if (!provider) return { paymentMethods, checkout: null }
  const { scriptUrl, publishableKey, isReal } = provider.config
  return {
    paymentMethods,
    checkout: {
      script: scriptUrl,
      key: publishableKey,
      is_real: isReal,
      has_pix: await provider.pix.isOn(now()),
    },
  }
}

/** Facts of a card by which its owner knows it. */
const factsOf = (card: Stripe.PaymentMethod.Card) => ({
  brand: brandNames[card.brand] ?? card.brand,
  last_4_digits: card.last4,
  expires: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
})

/** Records that a bank has given a kept card another number or day. */
export async function updateCard(school: School, { id, card }: Stripe.PaymentMethod): Promise<void> {
  if (card) await school.tx((db) => queries.updateCard(db, id, factsOf(card)))
}

/**
 * Keeps a card that the provider has attached to the school's customer. The sums are held already, so cards that come at once are counted one after the other.
 * @returns true when the card is kept; false when the school already keeps all that it may: the card is then stored as removed. A needed card is always kept
 */
export async function keepCard(
  db: SchoolDb,
  { id, card }: Stripe.PaymentMethod,
  { isNeeded, now }: Clock & { isNeeded: boolean },
): Promise<boolean> {
  if (!card) return false
  const cards = await queries.listCards(db)
  const isKept = isNeeded || cards.length < paymentLimits.cards || cards.some(({ stripe_id }) => stripe_id === id)
  await queries.insertCard(db, { stripe_id: id, ...factsOf(card), utc_removed_on: isKept ? null : now() }, now())
  return isKept
}

/**
 * Refuses to keep another card where the school has all that it may.
 * @param field place of the reason in the form: the choice to keep the card, or the card itself where there is none
 */
export async function requireCardPlace(school: School, field: 'card' | 'saveCard'): Promise<void> {
  const cards = await school.tx(queries.listCards)
  if (cards.length >= paymentLimits.cards) throw invalidField(field, paymentMessages.cardsFull)
}

/**
 * Refuses to let a card that the school keeps pay, at once or month by month, in a platform view, and without a proof of these minutes: a screen that was left
 * open must not spend the school's money.
 */
export function requireCardRight(school: Attended, tools: Clock): void {
  if (school.isPlatformView) throw new AppError('card_of_school')
  requireProof(school, tools)
}

export const cardMissing = () => new CardRefused('card_missing')

interface ProviderCard {
  methodId: string
  customer: string
}

/** Tells whether the provider keeps a card for the customer. */
const isCardOf = async ({ methodId, customer }: ProviderCard, provider: PaymentProvider): Promise<boolean> =>
  (await unlessGone(provider.ask(({ paymentMethods }) => paymentMethods.retrieve(methodId))))?.customer === customer

/**
 * Makes sure that the provider has a kept card still, as one of the school's present customer. One that was detached or deleted there is removed here, too.
 * @throws CardRefused
 */
export async function requireKeptCard(
  school: School,
  { card, customer }: { card: queries.CardRow; customer: string },
  provider: PaymentProvider,
  tools: CardTools,
): Promise<void> {
  if (await isCardOf({ methodId: card.stripe_id, customer }, provider)) return
  await school.tx((db) => removeCard(db, card.id, tools))
  throw cardMissing()
}

/**
 * Waits for a call that names a card. Where the provider refuses it without a reason that a program can read, a kept card is looked at: another window may
 * have removed it meanwhile. A new card that has paid once can't pay again, and is refused so as well.
 * @throws CardRefused
 */
export async function awaitCardCall<T>(
  school: School,
  call: Promise<T>,
  card: ProviderCard,
  provider: PaymentProvider,
  tools: CardTools,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!mayMissCard(error)) throw error
    const [kept, isRemoved] = await school.tx((db) =>
      Promise.all([queries.findCardByProvider(db, card.methodId), queries.isRemoved(db, card.methodId)]),
    )
    if (!kept) throw isRemoved || error instanceof CallRefused ? cardMissing() : error
    if (!(await isLost(card, provider))) throw error
    await school.tx((db) => removeCard(db, kept.id, tools))
    throw cardMissing()
  }
}

/** Tells whether a card that a call may have missed is gone; one that can't be asked for now is not. */
const isLost = (card: ProviderCard, provider: PaymentProvider): Promise<boolean> =>
  isCardOf(card, provider).then(
    (isThere) => !isThere,
    () => false,
  )

/** Removes a card that the provider no longer keeps. */
export async function removeCard(db: SchoolDb, id: string, tools: CardTools): Promise<void> {
  await tools.plans.payWithoutCard(db, id, tools)
  await queries.markRemoved(db, id, tools.now())
}

/**
 * Makes sure that the school may pay with a card: one that it keeps, or a new one of no customer.
 * @returns whether it is kept already
 * @throws CardRefused for a card that was removed; AppError not_found for a card of another school, and what is no card
 */
export async function requireOwnCard(
  school: School,
  { methodId, customer }: { methodId: string; customer: string },
  provider: PaymentProvider,
  tools: CardTools,
): Promise<boolean> {
  const card = await school.tx((db) => queries.findCardByProvider(db, methodId))
  if (card) {
    await requireKeptCard(school, { card, customer }, provider, tools)
    return true
  }
  // The provider takes no card again that was detached.
  if (await school.tx((db) => queries.isRemoved(db, methodId))) throw cardMissing()
  const method = await provider.ask(({ paymentMethods }) => paymentMethods.retrieve(methodId))
  if (method.type !== 'card' || (method.customer !== null && method.customer !== customer)) throw notFound()
  return false
}

/** Begins to keep a card without a payment. */
export async function startCard(school: School, tools: PaymentTools) {
  const provider = requireProvider(tools)
  await requireCardPlace(school, 'card')
  const customer = await ensureCustomer(school, provider, tools)
  const key = randomUUID()
  await school.tx((db) => beginTry(db, key, tools))
  const intent = await provider.ask(({ setupIntents }) =>
    setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: { school: school.id, try: key },
    }),
  )
  await giveUpOlder(intent, customer, provider)
  return { client_secret: intent.client_secret! }
}

/** Most intents that the provider lists at once. */
const listedAtOnce = 100

/**
 * Leaves one secret with which a page can try cards at the provider, before it is given away: the provider reports refusals some seconds later, and several
 * secrets would multiply the cards that can be tried meanwhile.
 */
async function giveUpOlder({ id }: Stripe.SetupIntent, customer: string, provider: PaymentProvider): Promise<void> {
  const { data } = await provider.ask(({ setupIntents }) => setupIntents.list({ customer, limit: listedAtOnce }))
  const older = data.slice(data.findIndex((each) => each.id === id) + 1)
  for (const intent of older) if (intent.status.startsWith('requires_')) await giveUpCard(intent, provider)
}

/** Keeps the card that the browser has confirmed with the provider. */
export async function saveCard(school: School, setupIntent: string, tools: PaymentTools) {
  const provider = requireProvider(tools)
  const customer = await findCustomer(school, tools)
  const intent = await provider.ask(({ setupIntents }) =>
    setupIntents.retrieve(setupIntent, { expand: ['payment_method'] }),
  )
  const { status, payment_method: method } = intent
  if (!customer || intent.customer !== customer) throw notFound()
  if (status !== 'succeeded' || !method || typeof method === 'string') throw new AppError('card_refused')
  const { isKept, paymentMethods } = await school.tx(async (db) => {
    await lockBank(db)
    await endTry(db, intent.metadata?.try ?? '')
    return {
      isKept: await keepCard(db, method, { isNeeded: false, now: tools.now }),
      paymentMethods: await listWireCards(db),
    }
  })
  if (isKept) return { paymentMethods }
  await detach(method.id, provider)
  throw invalidField('card', paymentMessages.cardsFull)
}

/** Makes sure that a card can't pay at the provider. */
async function detach(methodId: string, provider: PaymentProvider): Promise<void> {
  const isAttached = async () => {
    const method = await unlessGone(provider.ask(({ paymentMethods }) => paymentMethods.retrieve(methodId)))
    return Boolean(method?.customer)
  }
  if (await isAttached())
    await unlessSettled(
      provider.ask(({ paymentMethods }) => paymentMethods.detach(methodId)),
      async () => !(await isAttached()),
    )
}

/** Takes a card off the school's customer that was kept as one too many, and so counts as removed. */
export async function detachCard(
  school: School,
  { methodId }: { methodId: string },
  tools: PaymentTools,
): Promise<void> {
  if (await school.tx((db) => queries.isRemoved(db, methodId))) await detach(methodId, requireProvider(tools))
}

/** Makes sure that no further card is tried for an intent that saves one. */
export const giveUpCard = ({ id }: Stripe.SetupIntent, provider: PaymentProvider): Promise<void> =>
  unlessSettled(
    provider.ask(({ setupIntents }) => setupIntents.cancel(id)),
    async () => !(await provider.ask(({ setupIntents }) => setupIntents.retrieve(id))).status.startsWith('requires_'),
  )

/**
 * Removes a card, first at the provider, where a detached card can't pay; a retry then removes it here. A plan that
 * ends is switched to Pix codes, in case the school keeps it after all.
 */
export async function removeMethod(
  school: School,
  { id, paymentMethodStripeId }: { id: string; paymentMethodStripeId: string },
  tools: PaymentTools,
) {
  const provider = requireProvider(tools)
  const card = await school.tx(async (db) => {
    const found = await queries.findCard(db, id)
    if (found && (await queries.paysPlan(db, id))) throw new AppError('card_pays_plan')
    return found
  })
  if (card?.stripe_id !== paymentMethodStripeId) throw notFound()
  await detach(card.stripe_id, provider)
  return school.tx(async (db) => {
    await removeCard(db, id, tools)
    return { paymentMethods: await listWireCards(db) }
  })
}
