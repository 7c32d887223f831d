import { cleanInvisible } from './text.ts'

/** Longest number that is read, in characters; a student types a dozen. */
export const typedNumberMax = 60

/** Decimal without loss: '-12.50' is -1250 with 2 places. */
interface ExactNumber {
  digits: bigint
  places: number
}

const plain = /^(\d*)(?:[.,](\d*))?$/
/** Whole part in groups of three, and decimals behind the other sign: '1.234,5', '1,234.5', '1 234,5'; or without decimals: '1.234.567'. */
const grouped = [
  /^(\d{1,3}(?:\.\d{3})+),(\d+)$/,
  /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/,
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:\.\d{3}){2,})()$/,
  /^(\d{1,3}(?:,\d{3}){2,})()$/,
]

/**
 * Reads a number that a student typed; undefined for any other text.
 *
 * Comma and point are both decimal signs: '12,5' is '12.5'. A point or a comma between thousands is understood where it can be nothing else,
 * because the other sign follows or the same one comes twice. A single sign is the decimal one: '1.234' is a little more than one, and the screen
 * says so before the answer counts. Powers and fractions are no numbers.
 */
export function readTypedNumber(typed: string): ExactNumber | undefined {
  if (typed.length > typedNumberMax) return undefined
  const [, sign = '', rest = ''] = /^([-+]?) ?(.*)$/s.exec(spaced(typed).replace(/[−–]/g, '-')) ?? []
  const [, whole = '', decimals = ''] = [plain, ...grouped].map((form) => form.exec(rest)).find(Boolean) ?? []
  const digits = whole.replace(/\D/g, '') + decimals
  return digits === '' ? undefined : { digits: BigInt(`${sign}${digits}`.replace('+', '')), places: decimals.length }
}

/** Reads a number beside the unit of its question, which students type as well: '12,5 kg', 'R$ 3'. */
export function readTypedAmount(typed: string, unit: string): ExactNumber | undefined {
  const [text, sign] = [spaced(typed).toUpperCase(), spaced(unit).toUpperCase()]
  const number = readTypedNumber(text)
  if (number || sign === '') return number
  if (text.endsWith(sign)) return readTypedNumber(text.slice(0, -sign.length))
  return text.startsWith(sign) ? readTypedNumber(text.slice(sign.length)) : undefined
}

/** Whether a number lies at most so far from another; exactly so far is still within. */
export function isWithin(number: ExactNumber, right: ExactNumber, tolerance: ExactNumber): boolean {
  const places = Math.max(number.places, right.places, tolerance.places)
  const [a, b, most] = [number, right, tolerance].map((each) => each.digits * 10n ** BigInt(places - each.places)) as [
    bigint,
    bigint,
    bigint,
  ]
  const distance = a < b ? b - a : a - b
  return distance <= (most < 0n ? 0n : most)
}

/** One blank for each run of them, also for those that a phone or a table of numbers puts between digits. */
const spaced = (text: string) => cleanInvisible(text).replace(/\s+/g, ' ').trim()

/** Writes a number as it was read, with a comma: 'Lido como 1,234' tells a student that the point was taken for a decimal sign. */
export function formatExact({ digits, places }: ExactNumber): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  const [whole, decimals] = [text.slice(0, text.length - places), text.slice(text.length - places)]
  return `${digits < 0n ? '-' : ''}${whole}${decimals && `,${decimals}`}`
}
