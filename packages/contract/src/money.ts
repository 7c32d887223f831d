const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Reads money as it is on the wire, "30.00", as the whole cents that the ledger adds up. */
export function centsOf(money: string): number {
  const parts = /^(-?)(\d+)\.(\d{2})$/.exec(money)
  const cents = parts ? Number(parts[2]) * 100 + Number(parts[3]) : Number.NaN
  if (!Number.isSafeInteger(cents)) throw new Error(`not an amount of money: ${JSON.stringify(money)}`)
  return parts![1] && cents ? -cents : cents
}

/** Writes whole cents as money on the wire: 3000 → "30.00". */
export function moneyOf(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new Error(`not whole cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Writes whole cents as people do: 'R$ 30,00', with a plain space. */
export const formatMoney = (cents: number): string => reais.format(cents / 100).replaceAll('\u00a0', ' ')

/** Writes cents of any currency: 'R$ 30,00', 'US$ 30,00'. */
export const formatAmount = ({ cents, currency }: { cents: number; currency: string }): string =>
  currency === 'BRL'
    ? formatMoney(cents)
    : new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 100).replaceAll('\u00a0', ' ')
