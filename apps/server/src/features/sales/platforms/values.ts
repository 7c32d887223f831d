import { limits } from '@escola/contract/limits'
import { cleanLetters, cleanText, digits, findEmail } from '@escola/contract/people'
import { callingCodeOf, namesCountry } from '@escola/contract/phone-countries'
import { inUnknownCountry, readPhone, tidyPhone } from '@escola/contract/phones'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { e164Of } from '../../../core/phones.ts'

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
export const textOf = (value: unknown): string => lineOf(value, cleanText)

const lineOf = (value: unknown, clean: (text: string) => string): string => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : ''
  return typeof value === 'string' ? clean(value.slice(0, 1000)).slice(0, limits.inputMax).toWellFormed() : ''
}

/**
 * Reads an id, whose letters stay as its platform writes them. An id that is too long gives '', because a truncated one may be another record's; so does
 * 0, which forms send for a missing id.
 */
export const idOf = (value: unknown): string => {
  if (typeof value === 'string' && value.trim().length > limits.inputMax) return ''
  const id = lineOf(value, cleanLetters)
  return id === '0' ? '' : id
}
export const idOrNull = (value: unknown): string | null => idOf(value) || null

const mostIds = 100
/** Lists the distinct ids among the values. */
export const idsOf = (values: unknown[]): string[] =>
  [...new Set(values.map(idOf).filter((id) => id !== ''))].slice(0, mostIds)

/** Items of a sale by their ids; undefined for one item, which all ids of the sale name. */
export const saleItemsOf = (items: unknown[][]): { items?: string[][] } => {
  const named = items.map(idsOf).filter((ids) => ids.length > 0)
  return named.length > 1 ? { items: named.slice(0, mostIds) } : {}
}

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
 * Telephone with the country's code in front: +51987654321, and 5511912345678 where it is Brazil's. What is masked is none.
 * @param code code of the area or of the country, which several platforms write in one field
 * @param country the buyer's country, by its name, its two letters or its code
 */
export const cellphoneOf = (value: unknown, code: unknown = '', country: unknown = ''): string => {
  const typed = textOf(value)
  const number = digits(typed).replace(/^0+/, '')
  if (number === '' || /[*•]/.test(typed)) return ''
  const written = tidyPhone(typed)
  const codes = { code: digits(textOf(code)).replace(/^0+/, ''), calling: callingOf(textOf(country)) }
  const isUnknown = codes.calling === '' && codes.code !== '55' && namesCountry(textOf(country))
  const whole =
    written.startsWith('+') || typed.startsWith('+') ? withBrazil(written) : addCodes(number, codes, isUnknown)
  return digits(whole).length <= limits.cellphoneMax ? whole : ''
}

/** Countries that share a calling code with a larger one are known by their two letters alone. */
function callingOf(country: string): string {
  const letters = country.toUpperCase()
  return callingCodeOf(country) ?? (isSupportedCountry(letters) ? getCountryCallingCode(letters) : '')
}

const isBrazilian = (number: string) => readPhone(number)?.country === '55'
/** A number without a country is Brazil's if there is such a number. */
const withBrazil = (number: string) => (isBrazilian(number) ? readPhone(number)!.e164.slice(1) : number)

/**
 * A buyer abroad may have a Brazilian number, whose area is then in the code; a code that is their country's says where the number is. A number that
 * begins with 55 and is Brazil's is whole, and one that neither country nor code fits gets none of them.
 * @param isUnknown the buyer's country is named, and no list knows it
 */
function addCodes(number: string, { code, calling }: { code: string; calling: string }, isUnknown: boolean): string {
  if (isBrazilian(`+${number}`)) return withBrazil(number)
  const isLocal = number.length <= 9
  if (isUnknown) return inUnknownCountry(isLocal ? `${code}${number}` : number)
  const isArea = code.length === 2 && isBrazilian(isLocal ? `${code}${number}` : number)
  const isAbroad = calling !== '' && calling !== '55' && (code === calling || !isArea)
  const isForeign = code !== '' && code !== '55' && !isArea && number.length <= 11
  const foreign = number.length === 11 && number.startsWith(code) ? `+${number}` : `+${code}${number}`
  const abroad = [`+${number}`, `+${calling}${number}`, `+${calling}${code}${number}`].filter((each) =>
    each.startsWith(`+${calling}`),
  )
  const whole = [...(isAbroad ? abroad : []), ...(isForeign ? [foreign] : [])].find(e164Of)
  if (whole) return whole
  if (isForeign && !isAbroad) return foreign
  return withBrazil(isLocal && !isAbroad ? `${code}${number}` : number)
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
