import { countOf } from '@escola/contract/messages'
import { formatMoney } from '@escola/contract/money'
import {
  outcomeLabels,
  type Purchase,
  type PurchaseSum,
  type SellingAccount,
} from '@escola/contract/purchase-list.contract'
import { formatAgo } from '@escola/contract/time'
import { stateLook } from './sale-words.ts'

/** Chip of a purchase: what became of its buyer, or how its notice stands where it opened no class. */
export function chipOf({ outcome, state }: Pick<Purchase, 'outcome' | 'state'>): { label: string; color: string } {
  if (outcome === 'settled') return stateLook[state]
  if (outcome === 'waiting' && state === 'waiting') return stateLook.waiting
  const colors = { entered: 'teal', left: 'gray', waiting: 'ambar' }
  return { label: outcomeLabels[outcome], color: colors[outcome] }
}

/** Says a sum: the reais, or the number of purchases where no amount in reais is known; and what it is made of. */
export function describeSum(
  { count, cents, foreign, unpriced }: PurchaseSum,
  one: string,
  many: string,
): { value: string; notes: string[] } {
  const priced = count - foreign - unpriced
  const counted = countOf(count, one, many)
  const value = count > 0 && priced === 0 ? counted : formatMoney(cents)
  return {
    value,
    notes: [
      value === counted ? '' : counted,
      foreign > 0 ? `${foreign} em outra moeda, fora da soma` : '',
      unpriced > 0 ? `${unpriced} sem valor informado` : '',
    ].filter(Boolean),
  }
}

const faults: Record<NonNullable<SellingAccount['fault']>, string> = {
  token: 'o token foi recusado',
  refused: 'chegou aviso sem a prova desta conta',
  unread: 'chegou aviso que não deu para ler',
}

/** Says how an account is: what is wrong with it, or when it sold last. */
export const describeAccount = ({ fault, utc_sold_on }: SellingAccount): string =>
  fault ? faults[fault] : utc_sold_on ? `última venda ${formatAgo(utc_sold_on)}` : 'nenhuma venda ainda'
