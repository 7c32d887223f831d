import { hiddenSecret } from '@escola/contract/sales.contract'
import { isObject } from './values.ts'

/** Names of fields that hold a secret, in small letters and without signs. */
const secretNames =
  /hottok|chaveunica|secret|token|signature|password|senha|authorization|bearer|credential|hmac|apikey|appkey|accesskey|privatekey|authkey/
/** Parameter of an address: its beginning, its name, and its value. */
const parameters = /([?&;](?:amp;)?)([\w.[\]-]+)=([^&;#\s"'<>]+)/g
/** A shorter code may be part of any text, and is a secret by itself alone. */
const leastInside = 6

/** Whether a text or number says one of these codes. */
export const saysCode = (value: unknown, codes: string[]): boolean => {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value)
  return codes.some(
    (code) => code !== '' && (text.trim() === code || (code.length >= leastInside && text.includes(code))),
  )
}

const isSecretName = (name: string) => secretNames.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** A body nests less deeply; JSON within a text may nest in any way. */
const mostLevels = 30

/**
 * Copies what a platform sent without its secrets: secrets by the names of their fields, and known codes wherever they stand.
 * @param codes codes of the account, and the code that the delivery showed
 */
export function hideSecrets(sent: Record<string, unknown>, codes: string[]): Record<string, unknown> {
  return hideFields(
    sent,
    codes.filter((code) => code !== ''),
    mostLevels,
  )
}

const hideFields = (fields: Record<string, unknown>, codes: string[], levels: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      hideInText(name, codes, levels),
      isSecretName(name) && !isBlank(value) ? hiddenSecret : hideInValue(value, codes, levels - 1),
    ]),
  )

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

function hideInValue(value: unknown, codes: string[], levels: number): unknown {
  if (levels === 0) return hiddenSecret
  if (Array.isArray(value)) return value.map((each) => hideInValue(each, codes, levels - 1))
  if (isObject(value)) return hideFields(value, codes, levels)
  if (typeof value === 'string') return hideInText(value, codes, levels)
  return codes.includes(String(value)) ? hiddenSecret : value
}

function hideInText(text: string, codes: string[], levels: number): string {
  if (codes.includes(text.trim())) return hiddenSecret
  const inner = readJson(text)
  if (inner !== undefined) return JSON.stringify(hideInValue(inner, codes, levels - 1))
  const spellings = codes
    .filter((code) => code.length >= leastInside)
    .flatMap((code) => [code, encodeURIComponent(code.toWellFormed())])
  return spellings
    .reduce((rest, code) => rest.replaceAll(code, hiddenSecret), text)
    .replace(/\bbearer\s+[\w.~+/=-]+/gi, `Bearer ${hiddenSecret}`)
    .replace(parameters, (whole, begin: string, name: string) =>
      isSecretName(name) ? `${begin}${name}=${hiddenSecret}` : whole,
    )
}

/** Several platforms wrap JSON in a text. */
function readJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
