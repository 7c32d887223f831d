import { limits } from './limits.ts'

/** Makes text storable everywhere: whole characters, no NUL. An emoji that was cut in half becomes '\uFFFD'. */
export const storable = (value: string) => value.toWellFormed().replaceAll('\0', '')

/** Makes what a person calls something, or looks for, storable. An accent is one letter with its base (NFC), however a Mac or a telephone typed it. */
export const storableName = (value: string) => storable(value).normalize('NFC')

/** Removes characters that turn a text's direction or show nothing. The joiners stay, because emoji are made with them. */
export const cleanInvisible = (value: string) =>
  value.replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g, '')

/** "João" → "Joao" */
export const withoutAccents = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '')

const titleOrder = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })
/** Compares as people count: 'Aula 2' before 'Aula 10'. */
export const compareTitles = (a: string, b: string) => titleOrder.compare(a, b)

/** Makes a link of a title: no diacritics, lower case, hyphens; never empty. */
export const slugify = (value: string, fallback = 'sem-titulo') =>
  withoutAccents(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '') || fallback

/**
 * Cleans a link. A typed one is trimmed, without diacritics, with hyphens for spaces (part 2 §5). One with its scheme was copied from somewhere, and
 * keeps its path, where capitals and accents lead to another page.
 */
export const cleanLink = (value: string) =>
  encodeAddress(value.trim()) ?? withoutAccents(value.trim()).replace(/\s+/g, '-')

/**
 * Lowercases scheme and host of a web address, and percent-encodes blanks and letters beyond ASCII elsewhere; undefined for any other text. A backslash
 * is a slash up to the query, as browsers read it, and a blank behind the scheme came with the copy.
 */
export function encodeAddress(text: string): string | undefined {
  const [, scheme, user = '', host, path = '', rest = ''] =
    /^(https?:)[/\\]{2}\s*([^/\\?#\s]*@)?([^/\\?#\s@]+)([/\\][^?#]*)?([?#].*)?$/is.exec(text.toWellFormed()) ?? []
  if (!scheme || !host || !URL.canParse(`${scheme}//${host}`)) return undefined
  const encode = (part: string) => part.normalize('NFC').replace(/[\s\P{ASCII}]/gu, encodeURIComponent)
  const behind = encode(path.replaceAll('\\', '/')) + encode(rest)
  return `${scheme.toLowerCase()}//${encode(user)}${new URL(`${scheme}//${host}`).host}${behind}`
}

/** Adds the usual scheme to an address without one; behind a host the colon names a port. */
export const withScheme = (address: string) =>
  address === '' || /^(?![^:]*\.[^:]*:\d)[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`

/** Accepts addresses that open in a browser and do nothing else: http or https, or no text at all. */
export const isWebAddress = (value: string) => {
  if (value === '') return true
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) return false
  try {
    return /^https?:$/.test(new URL(value).protocol)
  } catch {
    return false
  }
}

/** Explains why an address can't be kept; undefined when it can. */
export const webAddressProblem = (value: string) => {
  if (!isWebAddress(value)) return 'Preencha um endereço que comece com http:// ou https://'
  return value.length > limits.linkMax ? `Use no máximo ${limits.linkMax} caracteres` : undefined
}

const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
/** Joins titles with commas and 'e'. */
export const joinTitles = (titles: string[]): string => listFormat.format(titles)

/** Joins up to three titles, else writes 'N cursos'; '(nenhum curso)' without any (part 2 §2). */
export const summarizeTitles = (titles: string[]): string => {
  if (titles.length === 0) return '(nenhum curso)'
  return titles.length > 3 ? `${titles.length} cursos` : joinTitles(titles)
}
