import { limits } from '@escola/contract/limits'
import { cleanText, digits, findEmail } from '@escola/contract/people'

/** Value at a path of a body, by the names that it has itself; undefined when there is nothing. */
export const getValue = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  )

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, or what a form makes of one whose numbers have gaps: an object. */
export const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return isObject(value) ? Object.values(value) : []
}

/** A line of text; '' for anything that is neither a text nor a whole number. The same platform sends ids as both. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : ''
  return typeof value === 'string' ? cleanText(value.slice(0, 1000)).slice(0, limits.inputMax).toWellFormed() : ''
}

/** Reads an id. An id that is too long gives '', because a truncated one may be another record's; so does 0, which forms send for a missing id. */
export const idOf = (value: unknown): string => {
  if (typeof value === 'string' && value.trim().length > limits.inputMax) return ''
  const id = textOf(value)
  return id === '0' ? '' : id
}
export const idOrNull = (value: unknown): string | null => idOf(value) || null

const mostIds = 100
/** Lists the distinct ids among the values. */
export const idsOf = (values: unknown[]): string[] =>
  [...new Set(values.map(idOf).filter((id) => id !== ''))].slice(0, mostIds)

/** Finds the first text that is not empty. */
export const findText = (...values: unknown[]): string => values.map(textOf).find((text) => text !== '') ?? ''

/** The secret as it was sent: it is compared to its last space. */
export const secretOf = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null

/** Reads an e-mail address; '' for any other value. */
export const emailOf = (value: unknown): string => (typeof value === 'string' ? findEmail(value) : '')
/** The first that is an e-mail address, else the first text: an administrator corrects it. */
export const typedEmailOf = (...values: unknown[]): string =>
  values.map(emailOf).find((email) => email !== '') ?? findText(...values)

/**
 * Digits with the country's code in front: the one that was written, and Brazil's 55 where none was.
 * @param code code of the area or of the country, which several platforms write in one field
 */
export const cellphoneOf = (value: unknown, code: unknown = ''): string => {
  const number = digits(textOf(value)).replace(/^0+/, '')
  if (number === '') return ''
  const whole = textOf(value).startsWith('+') ? number : addCodes(number, digits(textOf(code)).replace(/^0+/, ''))
  return whole.length <= limits.cellphoneMax ? whole : ''
}

/** Codes of Brazilian areas have two digits, and a number with nine after one begins with 9. */
function addCodes(number: string, code: string): string {
  const isLocal = number.length <= 9
  const isArea = code.length === 2 && (isLocal ? number.length < 9 || number.startsWith('9') : number.startsWith(code))
  const isForeign = code !== '' && code !== '55' && !isArea && number.length <= 11
  if (isForeign) return number.length === 11 && number.startsWith(code) ? number : `${code}${number}`
  const whole = isLocal ? `${code}${number}` : number
  return whole.length === 10 || whole.length === 11 ? `55${whole}` : whole
}

/** Eleven digits are a CPF, fourteen a CNPJ. */
export const documentOf = (value: unknown): string => {
  const number = digits(textOf(value))
  return number.length <= 20 ? number : ''
}

const plausible = { from: Date.UTC(2000), to: Date.UTC(2100) }
const checkTime = (time: number): Date | null => (time >= plausible.from && time < plausible.to ? new Date(time) : null)

/** Unix time is in seconds until the year 5138, or in milliseconds since 1973. */
const parseUnixTime = (value: number) => checkTime(value > 1e11 ? value : value * 1000)

/** A moment: Unix time, ISO 8601, or local time without a zone, which is Brasília's. null for a mere day. */
export const momentOf = (value: unknown): Date | null => {
  if (typeof value === 'number') return parseUnixTime(value)
  const text = textOf(value)
  if (/^\d{10,13}$/.test(text)) return parseUnixTime(Number(text))
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  if (!day || !time) return null
  return checkTime(
    Date.parse(`${day}T${time}${(zone ?? '-03:00').replace(/([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase()}`),
  )
}

/** A moment, or the beginning of a day in Brasília. */
export const endOf = (value: unknown): Date | null => {
  const text = textOf(value)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? momentOf(`${text}T00:00:00`) : momentOf(value)
}
