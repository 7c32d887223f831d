import { textOf } from './values.ts'

/** Sum in cents of its currency, which has the three letters of ISO 4217. */
export interface Amount {
  cents: number
  currency: string
}

/** Larger sums are faults of their senders, and no column takes them. */
const mostCents = 2_000_000_000

const makeAmount = (cents: number, currency: unknown): { amount?: Amount } => {
  const code = textOf(currency).toUpperCase() || 'BRL'
  const isSum = Number.isInteger(cents) && cents >= 0 && cents <= mostCents && /^[A-Z]{3}$/.test(code)
  return isSum ? { amount: { cents, currency: code } } : {}
}

/** Amount of a sale from units of its currency: a number, "97.00", "97,5" or "R$ 1.234,56". Reais, where no currency is named; nothing for any other value. */
export function amountOf(units: unknown, currency?: unknown): { amount?: Amount } {
  if (typeof units === 'number') return makeAmount(Math.round(units * 100), currency)
  const text = textOf(units).replace(/^R\$\s*/, '')
  const whole = /^\d{1,3}(\.\d{3})+,\d{2}$/.test(text) ? text.replaceAll('.', '') : text
  const [, full, part = ''] = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(whole) ?? []
  return full === undefined ? {} : makeAmount(Number(full) * 100 + Number(part.padEnd(2, '0')), currency)
}

/** Amount of a sale from cents of its currency. */
export function amountOfCents(cents: unknown, currency?: unknown): { amount?: Amount } {
  const text = textOf(cents)
  return /^\d{1,10}$/.test(text) ? makeAmount(Number(text), currency) : {}
}
