import { digits } from './people.ts'

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

const brazilian = /^(?:55)?([1-9]\d9\d{8})$/

/**
 * Reads a cellphone as the number that a text message goes to: 5511912345678. A number without a country is Brazil's.
 * @returns undefined for landlines and for what is no number
 */
export function smsNumberOf(cellphone: string): string | undefined {
  const number = digits(cellphone)
  const local = brazilian.exec(number)?.[1]
  if (local) return `55${local}`
  return /^(?!55)[1-9]\d{11,14}$/.test(number) ? number : undefined
}
