import type { SaleReason } from '@escola/contract/sale-reasons'
import type { Sale } from './platform.ts'

/** Change that an event or a status asks for. */
export type AskedChange =
  | { action: 'enroll'; until?: Date | null }
  | { action: 'revoke'; revokes: 'transaction' | 'subscription'; isFinal?: true; isAtOnce?: true; until?: Date | null }
  | { action: 'amend'; amends: NonNullable<Sale['amends']>; until?: Date | null }
  | { action: 'ignore'; reason: SaleReason; reasonDetail?: string }

export const enroll: AskedChange = { action: 'enroll' }
/** It was paid back. */
export const revoke: AskedChange = { action: 'revoke', revokes: 'transaction', isFinal: true }
/** Ends the access that the sale has opened, if any: a refused card is reported in the same way. */
export const cancel: AskedChange = { action: 'revoke', revokes: 'transaction' }
export const ignore = (reason: SaleReason, reasonDetail = ''): AskedChange => ({
  action: 'ignore',
  reason,
  reasonDetail,
})
/** Reported event that changes no access. */
export const changesNothing: AskedChange = ignore('no_access_change')
export const ignoreUnknownEvent = (event: string): AskedChange =>
  event === '' ? ignore('no_event') : ignore('unknown_event', event)

type Facts = Omit<Sale, 'action' | 'revokes' | 'amends' | 'until' | 'reason' | 'reasonDetail'>

/** Makes the sale that a delivery reports; one that lacks what its change needs changes nothing. */
export function makeSale(facts: Facts, wanted: AskedChange, { needsProduct = true } = {}): Sale {
  // A charge is moved to a day, and to none by what says none.
  const isEmpty = wanted.action === 'amend' && wanted.amends === 'charge_moved' && !wanted.until
  const lack = isEmpty ? 'no_access_change' : findLack(facts, wanted, needsProduct)
  if (lack) return { ...facts, until: null, ...ignore(lack) }
  const sale: Sale = { ...facts, until: null, ...wanted }
  // The end of a subscription that is not named is the end of what its payment opened.
  return sale.revokes === 'subscription' && !sale.subscription && !sale.tie ? { ...sale, revokes: 'transaction' } : sale
}

function findLack(facts: Facts, { action }: AskedChange, needsProduct: boolean): SaleReason | undefined {
  if (action === 'revoke' && !facts.transaction && !facts.subscription) return 'no_purchase'
  if (action === 'amend' && !facts.subscription) return 'no_purchase'
  if (action !== 'enroll') return undefined
  if (needsProduct && facts.productIds.length + facts.offerIds.length === 0) return 'no_product'
  return undefined
}
