import type { SaleReason } from '@escola/contract/sale-reasons'
import type { Sale } from './platform.ts'

/** Change that an event or a status asks for. */
export type Outcome =
  | { action: 'enroll'; until?: Date | null }
  | { action: 'revoke'; revokes: 'transaction' | 'subscription'; isFinal?: true; isAtOnce?: true; until?: Date | null }
  | { action: 'amend'; amends: NonNullable<Sale['amends']>; until?: Date | null }
  | { action: 'ignore'; reason: SaleReason; reasonDetail?: string }

export const enroll: Outcome = { action: 'enroll' }
/** It was paid back. */
export const revoke: Outcome = { action: 'revoke', revokes: 'transaction', isFinal: true }
/** The access that the sale has opened ends, if there is any: a refused card is told so too. */
export const cancel: Outcome = { action: 'revoke', revokes: 'transaction' }
export const ignore = (reason: SaleReason, reasonDetail = ''): Outcome => ({ action: 'ignore', reason, reasonDetail })
/** Event that a platform tells of and that changes no access. */
export const changesNothing: Outcome = ignore('no_access_change')
export const ignoreUnknownEvent = (event: string): Outcome =>
  event === '' ? ignore('no_event') : ignore('unknown_event', event)

type Facts = Omit<Sale, 'action' | 'revokes' | 'amends' | 'until' | 'reason' | 'reasonDetail'>

/** A sale, unless it lacks what its action needs. */
export function decide(facts: Facts, wanted: Outcome, { needsProduct = true } = {}): Sale {
  // A charge is moved to a day, and to none by what says none.
  const isEmpty = wanted.action === 'amend' && wanted.amends === 'charge_moved' && !wanted.until
  const lack = isEmpty ? 'no_access_change' : findLack(facts, wanted, needsProduct)
  if (lack) return { ...facts, until: null, ...ignore(lack) }
  const sale: Sale = { ...facts, until: null, ...wanted }
  // The end of a subscription that is not named is the end of what its payment opened.
  return sale.revokes === 'subscription' && !sale.subscription ? { ...sale, revokes: 'transaction' } : sale
}

function findLack(facts: Facts, { action }: Outcome, needsProduct: boolean): SaleReason | undefined {
  if (action === 'revoke' && !facts.transaction && !facts.subscription) return 'no_purchase'
  if (action === 'amend' && !facts.subscription) return 'no_purchase'
  if (action !== 'enroll') return undefined
  if (needsProduct && facts.productIds.length + facts.offerIds.length === 0) return 'no_product'
  return undefined
}
