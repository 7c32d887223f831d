import { dayMs } from '@escola/contract/durations'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import { updateCard } from '../payments/cards/cards.service.ts'
import type { PaymentTools } from '../payments/customers.service.ts'
import { type CardRow, findCard } from '../payments/payment-rows.service.ts'
import { warnOfExpiry } from './plan-mails.service.ts'
import { isCharged, isLeaving } from './subscription-states.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/** Days before the end of the paid month at which the card that pays the next one is looked at. */
const warningDays = 7

/** Finds when the card is looked at that pays the next month. */
export const expiryLookOn = ({ utc_paid_until }: SubscriptionRow) =>
  new Date(utc_paid_until.getTime() - warningDays * dayMs)

/** A card pays until the end of the month on it, as '12/2026'. */
const isOverBy = ({ expires }: Pick<CardRow, 'expires'>, moment: Date): boolean =>
  expires.split('/').toReversed().join('-') < monthOf(moment)

/** Warns administrators of a card that will have expired when the next month is due. The provider is asked first, because banks renew cards by themselves. */
export async function lookAtExpiry(school: School, provider: PaymentProvider, tools: PaymentTools): Promise<void> {
  const due = await school.tx((db) => findExpiring(db, tools.now()))
  if (!due) return
  const { stripe_id } = due.card
  const known = await unlessGone(provider.ask(({ paymentMethods }) => paymentMethods.retrieve(stripe_id)))
  if (known) await updateCard(school, known)
  await school.tx(async (db) => {
    const still = await findExpiring(db, tools.now())
    if (still?.card.id === due.card.id) await warnOfExpiry(db, still, tools)
  })
}

/** @returns the plan and its card that has expired by the next charge; undefined outside the days of the warning, and for any other card */
async function findExpiring(db: SchoolDb, now: Date): Promise<{ row: SubscriptionRow; card: CardRow } | undefined> {
  const row = await findSubscription(db)
  if (!row?.method_id || !isCharged(row) || isLeaving(row) || row.next_plan_id === 'onDemand') return undefined
  if (now < expiryLookOn(row) || row.utc_paid_until <= now) return undefined
  const card = await findCard(db, row.method_id)
  return card && isOverBy(card, row.utc_paid_until) ? { row, card } : undefined
}
