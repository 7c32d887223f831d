import { digits } from '@escola/contract/people'
import { formatCellphone, formatInternational, hasSeveralPhones, readPhone } from '@escola/contract/phones'

/** A telephone while it is typed: (11) 9123, then (11) 91234-5678; with its country +351 912 345 678. What is no telephone of Brazil stays digits, and several numbers and an area of zeros stay as they are. */
export function maskCellphone(typed: string): string {
  if (hasSeveralPhones(typed) || /^\s*\(0+\)/.test(typed)) return typed
  if (/^\s*\(?[+＋]/.test(typed)) {
    const [number, phone] = [`+${digits(typed)}`, readPhone(typed)]
    // A number of Brazil that is not whole yet would be read as one from before they had nine digits.
    return phone?.e164 === number ? formatInternational(phone) : number
  }
  const value = digits(typed)
  if (value.length < 3 || value.length > 11 || value.startsWith('0')) return value
  return value.length < 10 ? `(${value.slice(0, 2)}) ${value.slice(2)}` : maskWhole(value)
}

/** Ten digits may be a landline, or a mobile number that is not whole yet. */
const maskWhole = (value: string) =>
  value.length === 10 && readPhone(value)
    ? `(${value.slice(0, 2)}) ${value.slice(2, 6)}-${value.slice(6)}`
    : formatCellphone(value)
