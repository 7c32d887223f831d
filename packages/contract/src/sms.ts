import { digits } from './people.ts'
import { readPhone } from './phones.ts'

export const smsLimits = {
  /** Characters of GSM's own alphabet that fit in one message. */
  characters: 160,
  /** Messages with access links that one student gets in an hour. */
  perHour: 5,
  /** Messages of a school to one number in an hour: students of one family may share it. */
  toNumberPerHour: 30,
  /** Messages of a school in a day. */
  perDay: 500,
} as const

/**
 * Reads a telephone as the number that a text message goes to: +5511912345678.
 * @returns undefined for Brazil's landlines, and where the country can't be known
 */
export function smsNumberOf(cellphone: string): string | undefined {
  const phone = readPhone(cellphone)
  if (!phone || (phone.country === '55' && !isMobile(phone.local))) return undefined
  return phone.e164
}
const isMobile = (local: string) => /^\d\d9\d{8}$/.test(local)

/** Tells whether a text says this number with its country, as a caller does who has seen where a message goes. */
export const saysNumber = (cellphone: string, e164: string): boolean => `+${digits(cellphone)}` === e164
