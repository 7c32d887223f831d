import { formatMoney } from './money.ts'

/** Consent that a payer gives with the card of a plan. A changed text has another version; each is kept as it was read. */
export const cardConsent = {
  version: 1,
  text: (cents: number): string => `Autorizo cobrar ${formatMoney(cents)} por mês neste cartão até eu cancelar`,
} as const
