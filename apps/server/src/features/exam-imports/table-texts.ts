import { readText, writeHtml } from './imported-text.ts'

const startsAsHtml = /^\s*<(?:p|div|ul|ol|pre|strong|em|u|b|i|span|code|sup|sub|br|h[1-6]|table)\b[^<>]*>/i

/** Reads a cell of text: HTML where it begins with a tag, else lines as they are typed. */
export const readCell = (cell: string): string => readText(cell, startsAsHtml.test(cell) ? 'html' : 'plain')

/** Removes the apostrophes that our files put before text that a spreadsheet would run. */
export const withoutGuards = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([,;\t\r\n]"*)'(?=[=+\-@])/g, '$1')

const guarded = /^'(?=[=+\-@\t\r])|([,;\t\r\n]"*)'(?=[=+\-@])/
const entities: Partial<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Writes a text as a person would type it, or as HTML where that would lose something. */
export function writeCell(html: string): string {
  if (html === '') return ''
  const typed = writeHtml(html)
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<\/p>\s*<p>/g, '\n\n')
    .replace(/^<p>|<\/p>$/g, '')
  const plain = typed.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name]!)
  if (!guarded.test(plain) && readCell(plain) === html) return plain
  // A text's own apostrophe in the guard's place is written as an entity, so that the reader keeps it.
  return writeHtml(html).replace(/'(?=[=+\-@])/g, '&#39;')
}

/** Texts in one cell are separated by '|'; a backslash makes a character literal. */
export const writeList = (texts: string[]): string =>
  texts.map((text) => text.replace(/[\\|]/g, '\\$&').replace(/'(?=[=+\-@])/g, "\\'")).join(' | ')

export const readList = (cell: string): string[] =>
  (cell.match(/(?:\\[\s\S]|[^|\\]|\\$)+/g) ?? [])
    .map((text) => text.replace(/\\([\\|'])/g, '$1').trim())
    .filter((text) => text !== '')
