/** Reads an amount as people type it here, '1.234,56' or '-12,5', as whole cents; not a number where it is none. */
export function typedCents(typed: string): number {
  const text = typed.replace(/R\$|\s/g, '').replace('−', '-')
  const parts = /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(text)
  if (!parts) return Number.NaN
  const [, sign, reais, cents = ''] = parts
  const amount = Number(reais!.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -amount : amount
}
