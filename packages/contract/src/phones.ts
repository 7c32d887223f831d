import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { digits } from './people.ts'

/** Area codes of Brazil, which are all that exist. */
const areas = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]'

/**
 * Digits of a Brazilian telephone: with or without the country, the 0 of a call to another area and the two digits of an operator. A number of eight
 * digits that begins with 6 to 9 is a mobile one from before they had nine.
 */
const brazilianPattern = `^(?:(?:00)?55)?(?:0(?:[1-9]\\d)?)?(${areas})(9\\d{8}|[2-9]\\d{7})$`
/** Texts that say their country: a Brazilian number, or one with a + before it. PostgreSQL reads the pattern as well. */
export const countryPattern = `${brazilianPattern}|^\\+`
const brazilian = new RegExp(brazilianPattern)
const internationalBrazilian = new RegExp(brazilianPattern.replace('(?:(?:00)?55)?', '55'))

const callingCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/

/** Numbers of North America have ten digits, and their area begins with neither 0 nor 1. */
const plausible = (country: string) => (country === '1' ? /^1[2-9]\d{2}[2-9]\d{6}$/ : /^\d{7,15}$/)

interface Phone {
  /** +5511912345678 */
  e164: string
  /** Calling code of the country: 55. */
  country: string
  /** Number within the country. */
  local: string
}

/** A + before the first digit, or 00, which no number within Brazil begins with. */
const saysCountry = (text: string) => /^\D*(?:[+＋]\D*\d|00\D*[1-9])/.test(text)

/** Brackets around zeros alone are the empty place of an area, which some forms fill in by themselves. */
const emptyArea = /^([^\d+＋]*)\(\s*0+\s*\)/

/** Cuts off what is no part of the number: the extension, and an area of zeros. */
const bareNumber = (text: string) => text.replace(/(\d\D*?)\b(?:ramal|ext)\b.*$/isu, '$1').replace(emptyArea, '$1')

/**
 * Says that a number has a country, which is not known: no country's code begins with 0. The text is kept so, and is read as no number wherever it
 * is copied to.
 */
export const inUnknownCountry = (number: string) => `+0${number}`

/** The number's digits, and whether the country's code stands in front of them. */
function partsOf(text: string) {
  const number = bareNumber(firstNumber(text))
  // Zeros that stand apart are that of a call and that of an area, as in 0 (011); together they would say a country.
  if (!saysCountry(number)) return { isInternational: false, number: digits(number).replace(/^00+/, '0') }
  const code = digits(number).replace(/^0+/, '')
  const isUnknown = /[+＋]\D*0\D*[1-9]/.test(number) && !internationalBrazilian.test(code)
  return { isInternational: true, number: isUnknown ? `0${code}` : code }
}

/** Signs and words between two numbers that stand in one field. */
const between = /[/|;,\n]|\s(?:ou|e)\s/i

/** The first of several numbers in one field, where that is a whole one: 11 98765-4321 / 11 91234-5678. */
function firstNumber(text: string): string {
  const [first = '', ...others] = text.split(between)
  const isWhole = digits(first).length >= shortestNumber && others.some((each) => digits(each) !== '')
  return isWhole ? first : text
}

/** Fewest digits of a telephone, which has no area then. */
const shortestNumber = 8

/** Tells whether a text holds several numbers, of which the first is read. */
export const hasSeveralPhones = (text: string): boolean =>
  firstNumber(text) !== text &&
  text
    .split(between)
    .slice(1)
    .some((each) => digits(each).length >= shortestNumber)

/**
 * Reads a telephone as it is typed or kept: a country that is written counts, and without one a valid Brazilian number is Brazil's. The server examines
 * numbers of other countries once more.
 * @returns undefined where the country can't be known
 */
export function readPhone(text: string): Phone | undefined {
  const { isInternational, number } = partsOf(text)
  const [, area, rest] = (isInternational ? internationalBrazilian : brazilian).exec(number) ?? []
  if (area && rest) {
    const local = `${area}${/^[6-9]\d{7}$/.test(rest) ? '9' : ''}${rest}`
    return { e164: `+55${local}`, country: '55', local }
  }
  const [country] = (isInternational && callingCode.exec(number)) || []
  if (!country || country === '55' || !plausible(country).test(number)) return undefined
  return { e164: `+${number}`, country, local: number.slice(country.length) }
}

/**
 * The text that is kept of a telephone: its digits, and a + before those whose country was written, unless they are read as Brazil's without it. So the
 * text carries the country wherever it is copied to.
 */
export function tidyPhone(text: string): string {
  const { isInternational, number } = partsOf(text)
  if (/^0*$/.test(number)) return ''
  return isInternational && readPhone(`+${number}`)?.country !== '55' ? `+${number}` : number
}

export const phoneTexts = {
  noCountry: 'Escreva o telefone com DDD, ou com + e o código do país',
  dropped: 'ilegível, fica vazio',
  unknown: 'sem país',
  severalPhones: (first: string) => `Fica o primeiro número: ${first}`,
} as const

/** Longest text of a field for a telephone; two numbers fit in. */
export const typedPhoneMax = 100

/** Telephone as it is typed; what can't be read is kept as well. */
export const Cellphone = z
  .string({ error: messages.cellphone })
  .max(typedPhoneMax, messages.cellphone)
  .transform(tidyPhone)
  .refine((value) => digits(value).length <= limits.cellphoneMax, messages.cellphone)
export const RequiredCellphone = Cellphone.refine((value) => value !== '', messages.cellphone)

/** Telephone that an administrator writes: empty, or one whose country is known. */
export const ReadableCellphone = Cellphone.refine((value) => value === '' || readPhone(value) !== undefined, {
  error: phoneTexts.noCountry,
})

/** WhatsApp number of a school, masked or bare; companies use it on landlines too. */
export const Whatsapp = z
  .string({ error: messages.settingsCellphone })
  .trim()
  .max(limits.cellphoneMax, messages.settingsCellphone)
  .transform(tidyPhone)
  .refine((value) => digits(value).length >= limits.whatsappMin, messages.settingsCellphone)

/** Digits of a telephone, as a profile sends it: 00 says that a country's code follows. */
export const sentDigits = (typed: string): string => tidyPhone(typed).replace('+', '00')

/** Formats a telephone as it is read: (11) 91234-5678, or +351 912 345 678 from abroad. */
export function formatCellphone(value: string): string {
  const phone = readPhone(value)
  if (!phone) return value
  if (phone.country !== '55') return formatInternational(phone)
  return `(${phone.local.slice(0, 2)}) ${phone.local.slice(2, -4)}-${phone.local.slice(-4)}`
}

/** Formats a telephone with its country's code: +55 11 91234-5678. */
export const formatInternational = ({ country, local }: Phone): string =>
  country === '55'
    ? `+55 ${local.slice(0, 2)} ${local.slice(2, -4)}-${local.slice(-4)}`
    : `+${country} ${groupDigits(local)}`

/** Groups of three digits, of which the last one has four where two would be left: 912 345 678, 305 555 0123. */
const groupDigits = (local: string) => local.replace(/\d{3}(?=\d{3})/g, '$& ').replace(/ (\d{3})(\d)$/, ' $1$2')

/** Digits of a search for a telephone, masked or bare; undefined for what is none. Eight are a number without its area. */
export function searchedPhone(search: string): string | undefined {
  if (!/^(?:[\s\d()+＋./|;,-]|\bou\b)+$/i.test(search)) return undefined
  const { number } = partsOf(search)
  return number.length >= 8 && number.length <= limits.cellphoneMax ? number : undefined
}
