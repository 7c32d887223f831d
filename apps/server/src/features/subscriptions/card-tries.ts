import { dayMs, hourMs } from '@escola/contract/durations'
import { dayOf, dayStart } from '@escola/contract/time'
import { graceStart } from './grace.ts'

/** Days after the first refusal on which a card is tried again. */
const againDays = [1, 3, 5]
/** Most charges of one month to its card. */
export const maxTries = againDays.length + 1
/** Hour of the day in São Paulo at which a card is tried again. */
const morningMs = 9 * hourMs
/** Time after which a charge is made again that broke off, or that the provider refused for a reason of its own. */
const brokenMs = hourMs

/** Refusals after which a card is not tried again: it is lost, stolen or closed, or its bank says that no further try can pass. */
const lastWords = new Set([
  'card_missing',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

/** Refusals that say that the payer has to confirm the charge with the bank. */
const confirmations = new Set([
  'authentication_not_handled',
  'authentication_required',
  'mobile_device_authentication_required',
  'payment_intent_authentication_failure',
])

export const asksPayer = (fault: string): boolean => confirmations.has(fault)

/** Tells whether we may try a card again that was refused. */
export const mayTryAgain = (fault: string): boolean => !lastWords.has(fault) && !asksPayer(fault)

interface Row {
  tries: number
  utc_grace_ends_on: Date | null
}
interface Renewal {
  fault: string
  utc_tried_on: Date
}

/**
 * Finds when the card is charged for the month that is due: at once, or in a morning after a refusal; undefined where only its payer can have it paid.
 * @param before the charge that was refused, broke off or was canceled; undefined without one
 */
export function nextTryOn({ tries, utc_grace_ends_on }: Row, before: Renewal | undefined, now: Date): Date | undefined {
  if (before?.fault === 'not_confirmed') return new Date(before.utc_tried_on.getTime() + brokenMs)
  if (tries >= maxTries) return undefined
  if (tries === 0 || !utc_grace_ends_on) return now
  const first = dayStart(dayOf(graceStart(utc_grace_ends_on)))
  return new Date(first.getTime() + againDays[tries - 1]! * dayMs + morningMs)
}
