import { examQuestionLimits } from '@escola/contract/exam-content'
import { questionText } from '@escola/contract/question-text'
import { sanitizeQuestionText } from '../../rich-text/sanitize-rich-text.ts'

/** Text formats of Moodle. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown'

const signs: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
export const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign]!)

const openFormula = `<span ${questionText.formula}="tex">`
/** Delimiters of TeX in MathJax, and in Moodle's old filter. */
const formulaSigns = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['[tex]', '[/tex]'],
] as const
const formulaOpens = /\\\(|\\\[|\$\$|\[tex\]/g
const textOrTag = /<[^<>]*>|[^<]+|</g

/** Changes the text between tags. */
const mapText = (html: string, change: (text: string) => string) =>
  html.replace(textOrTag, (part) => (part.startsWith('<') && part.endsWith('>') ? part : change(part)))

const withFormulas = (html: string) => mapText(html, markFormulas)

/** A text may open thousands of formulas and close none, so each kind's next closing delimiter is searched for once. */
function markFormulas(text: string): string {
  const closings = new Map<string, number>()
  const findClosing = (close: string, from: number) => {
    const known = closings.get(close)
    if (known !== undefined && known >= from) return known
    const at = text.indexOf(close, from)
    closings.set(close, at < 0 ? text.length : at)
    return at < 0 ? text.length : at
  }
  let marked = ''
  let done = 0
  for (const { 0: open, index } of text.matchAll(formulaOpens)) {
    if (index < done) continue
    const close = formulaSigns.find(([each]) => each === open)![1]
    const [from, to] = [index + open.length, findClosing(close, index + open.length)]
    const tex = to - from > questionText.formulaMax ? '' : text.slice(from, to).trim()
    if (to === text.length || tex === '') continue
    marked += `${text.slice(done, index)}${openFormula}${tex}</span>`
    done = to + close.length
  }
  return marked + text.slice(done)
}

const block = /<(?:p|div|ul|ol|li|pre|h[1-6]|table|tr|blockquote|section)\b/i
const others = /<(\/?)(?:div|h[1-6]|tr|blockquote|section)\b[^<>]*>/gi

/** Keeps as paragraphs what the bank has no tag for. */
const withParagraphs = (html: string) => {
  const text = html
    .replace(others, '<$1p>')
    .replace(/<(\/?)b(?:\s[^<>]*)?>/gi, '<$1strong>')
    .replace(/<(\/?)i(?:\s[^<>]*)?>/gi, '<$1em>')
    .replace(/<\/t[dh]>/gi, ' ')
    .trim()
  return text === '' || block.test(text) ? text : `<p>${text}</p>`
}

/** Converts HTML from elsewhere into a question's text; pictures have their keys already. */
const readHtml = (html: string) => sanitizeQuestionText(withFormulas(withParagraphs(html))).trim()

const splitParagraphs = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter((part) => part !== '')

const readLines = (html: string) =>
  readHtml(
    splitParagraphs(html)
      .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
      .join(''),
  )

/** The Markdown that teachers use; other syntax stays as written. */
const withMarks = (escaped: string) =>
  mapText(escaped, (text) =>
    text
      .replace(/`([^`\n]{1,500})`/g, '<code>$1</code>')
      .replace(/\*\*([^*\n]{1,500})\*\*/g, '<strong>$1</strong>')
      .replace(/(?<![\p{L}\d*])\*([^*\s][^*\n]{0,500})\*(?![\p{L}\d*])/gu, '<em>$1</em>')
      .replace(/(?<![\p{L}\d_])_([^_\s][^_\n]{0,500})_(?![\p{L}\d_])/gu, '<em>$1</em>'),
  )

const listItem = /^\s*(?:([-*+])|\d{1,3}[.)])\s+/
function readMarkdown(text: string): string {
  const parts = splitParagraphs(text).map((part) => {
    const lines = part.split('\n')
    if (!lines.every((line) => listItem.test(line))) return `<p>${withMarks(escapeText(lines.join(' ')))}</p>`
    const tag = listItem.exec(lines[0]!)![1] ? 'ul' : 'ol'
    const items = lines.map((line) => `<li><p>${withMarks(escapeText(line.replace(listItem, '')))}</p></li>`)
    return `<${tag}>${items.join('')}</${tag}>`
  })
  return readHtml(parts.join(''))
}

/** Office programs write a hundred times more markup than text; beyond this a text is too long in any case. */
const rawMax = 500_000
const rawTags = 20_000
export const isEndless = (text: string) => text.length > rawMax || text.split('<', rawTags + 1).length > rawTags

/** Converts a text in any of Moodle's formats into a question's text. */
export function readText(text: string, format: TextFormat): string {
  // Longer than any text of the bank, so it is refused as too long.
  if (isEndless(text))
    return escapeText(text.slice(0, 2 * examQuestionLimits.textMax)).padEnd(2 * examQuestionLimits.textMax)
  if (format === 'html') return readHtml(text)
  // Moodle's own format is HTML in which line breaks count.
  if (format === 'moodle') return block.test(text) ? readHtml(text) : readLines(text)
  return format === 'markdown' ? readMarkdown(text) : readLines(escapeText(text))
}

const writtenFormula = new RegExp(`${openFormula}([^<]*)</span>`, 'g')

/** Characters that a reader would take for the start of a formula. */
const maskFormulas = (html: string) =>
  mapText(html, (text) =>
    text
      .replace(/\\(?=[([]|$)/g, '&#92;')
      .replace(/\$(?=\$|$)/g, '&#36;')
      .replace(/\[(?=tex\])/g, '&#91;'),
  )

/** Writes a question's text as HTML whose formulas stand between the signs of MathJax. */
export const writeHtml = (html: string): string =>
  maskFormulas(html).replace(writtenFormula, (whole, tex: string) => {
    const plain = tex.replaceAll('&#92;', '\\').replaceAll('&#36;', '$').replaceAll('&#91;', '[')
    const isWhole = plain.length <= questionText.formulaMax && plain.trim() === plain && plain !== ''
    return isWhole && !plain.includes('\\)') ? `\\(${plain}\\)` : whole
  })
