import { digits, formatCellphone } from '@escola/contract/people'

/** A Brazilian telephone while it is typed: (11) 9123, then (11) 91234-5678. Longer numbers, from abroad, stay digits. */
export function maskCellphone(typed: string): string {
  const value = digits(typed)
  if (value.length < 3 || value.length > 11) return value
  return value.length < 10 ? `(${value.slice(0, 2)}) ${value.slice(2)}` : formatCellphone(value)
}
