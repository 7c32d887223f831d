import { limits } from './limits.ts'

/** Makes text storable everywhere: whole characters, no NUL. An emoji that was cut in half becomes '\uFFFD'. */
export const storable = (value: string) => value.toWellFormed().replaceAll('\0', '')

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

/** Cleans a typed link (part 2 §5): trimmed, without diacritics, hyphens for spaces. */
export const cleanLink = (value: string) => withoutAccents(value.trim()).replace(/\s+/g, '-')

/** Adds the usual scheme to an address without one. */
export const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`

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
