import { Decimal } from '@escola/contract/exam-content'
import { readTypedNumber } from '@escola/contract/exam-numbers'

/** Whole number and its places behind the point: 12.5 is 125 with one place. */
interface Exact {
  digits: bigint
  places: number
}

const powered = /^([-+]?[\d.,]+)[eE]([-+]?\d{1,2})$/

export function readExact(written: string): Exact | undefined {
  const text = written.trim()
  const [, base = text, power = '0'] = powered.exec(text) ?? []
  const number = readTypedNumber(base)
  if (!number) return undefined
  const places = number.places - Number(power)
  return places >= 0 ? { digits: number.digits, places } : { digits: number.digits * 10n ** BigInt(-places), places: 0 }
}

/** Writes a number as the bank keeps it; undefined for one that is too long. */
export function writeExact({ digits, places }: Exact): string | undefined {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const decimals = text.slice(text.length - places, places === 0 ? 0 : undefined).replace(/0+$/, '')
  const whole = text.slice(0, text.length - places).replace(/^0+(?=\d)/, '')
  const sign = digits < 0n ? '-' : ''
  return Decimal.safeParse(`${sign}${whole}${decimals && `.${decimals}`}`).data
}

/** Reads a number as the bank keeps it; undefined if it is none, or too long. */
export function readDecimal(written: string): string | undefined {
  const exact = readExact(written)
  return exact && writeExact(exact)
}

/** Middle of a range and half its width: '1..5' is 3 with a tolerance of 2. */
export function readRange(low: string, high: string): { right: string; tolerance: string } | undefined {
  const [from, to] = [readExact(low), readExact(high)]
  if (!from || !to) return undefined
  const places = Math.max(from.places, to.places)
  const [a, b] = [from, to].map((each) => each.digits * 10n ** BigInt(places - each.places)) as [bigint, bigint]
  // Halving needs one more decimal place.
  const right = writeExact({ digits: (a + b) * 5n, places: places + 1 })
  const tolerance = writeExact({ digits: (b > a ? b - a : a - b) * 5n, places: places + 1 })
  return right === undefined || tolerance === undefined ? undefined : { right, tolerance }
}
