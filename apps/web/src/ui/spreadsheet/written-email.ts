import { cleanEmail, hasInnerBlank, isEmail } from '@escola/contract/people'
import { cleanInvisible } from '@escola/contract/text'

const bracketed = /^"?([^<]*?)"?\s*<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>[\s;,.]*$/i
/** Number or sign of a line in a list. Signs that an address may hold need a blank behind them. */
const bullet = /^(?:\d{1,5}[)ºª°:]+\s*|\d{1,5}[.\-–]?\s+|[–—•·▪►]+\s*|[-*]\s+)/u

/**
 * Reads an address as people write it in a list: 'Ana Lima <ana@…>', '1. ana@…', 'mailto:ana@…', 'ana@…;'. What is left is judged by the contract: a
 * blank inside it is asked about.
 */
export function readWrittenEmail(written: string): { email: string; name: string } {
  const text = cleanInvisible(written).trim()
  const parts = bracketed.exec(text)
  if (parts) return { email: parts[2]!, name: withoutBullet(parts[1]!.trim()) }
  const email = text
    .replace(bullet, '')
    .replace(/^mailto:/i, '')
    .replace(/^[<("'[]+|[>)"'\];,.\s]+$/g, '')
  return { email, name: '' }
}

/** Takes the number of a list away: '1. Ana Lima' → 'Ana Lima'. */
export const withoutBullet = (name: string) => name.replace(/^\s*(?:\d{1,5}[.)]\s+|[•·▪►–—]\s*)/u, '')

/** Says whether a cell holds an address, however a list writes it. */
export const isEmailCell = (cell: string) => {
  if (!cell.includes('@')) return false
  const { email } = readWrittenEmail(cell)
  return !hasInnerBlank(email) && isEmail(cleanEmail(email))
}
