import type { Sale } from './platform.ts'

/** What an event or a status asks for. */
export type Outcome =
  | { action: 'enroll' }
  | { action: 'revoke'; revokes: 'transaction' | 'subscription'; isFinal?: true; until?: Date | null }
  | { action: 'ignore'; reason: string }

export const enroll: Outcome = { action: 'enroll' }
/** It was paid back. */
export const revoke: Outcome = { action: 'revoke', revokes: 'transaction', isFinal: true }
/** What it has opened ends, if anything: a refused card is told so too. */
export const cancel: Outcome = { action: 'revoke', revokes: 'transaction' }
export const ignore = (reason: string): Outcome => ({ action: 'ignore', reason })
/** What a platform tells of and no access hangs on. */
export const changesNothing: Outcome = ignore('Este aviso não muda o acesso de ninguém')
export const unknownEvent = (event: string): Outcome =>
  ignore(event === '' ? 'Não diz o que aconteceu' : `“${event}” não é um evento conhecido`)

type Facts = Omit<Sale, 'action' | 'revokes' | 'until' | 'reason'>

/** A sale, unless it lacks what its action needs. */
export function decide(facts: Facts, wanted: Outcome, { needsProduct = true } = {}): Sale {
  const lack = lackOf(facts, wanted, needsProduct)
  if (lack) return { ...facts, until: null, ...ignore(lack) }
  const sale: Sale = { ...facts, until: null, ...wanted }
  // The end of a subscription that is not named is the end of what its payment opened.
  return sale.revokes === 'subscription' && !sale.subscription ? { ...sale, revokes: 'transaction' } : sale
}

function lackOf(facts: Facts, { action }: Outcome, needsProduct: boolean): string | undefined {
  if (action === 'revoke' && !facts.transaction && !facts.subscription)
    return 'Não diz qual transação ou assinatura deve perder o acesso'
  if (action !== 'enroll') return undefined
  if (!facts.buyer.email) return 'Não traz um e-mail válido de quem vai estudar'
  if (needsProduct && facts.productIds.length + facts.offerIds.length === 0) return 'Não diz qual produto foi vendido'
  return undefined
}
