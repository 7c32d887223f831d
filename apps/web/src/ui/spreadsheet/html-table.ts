import type { Line } from './line.ts'

/** Many systems export a web page under the name of an old spreadsheet; spreadsheet programs open it as a table. */
export const isHtmlTable = (text: string) => /^\s*</.test(text) && /<table[\s>]/i.test(text) && /<tr[\s>]/i.test(text)

const token =
  /<!--[\s\S]*?-->|<(?:script|style)\b[\s\S]*?<\/(?:script|style)\s*>|<(\/?)([a-z]\w*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const mostSpanned = 100

/** Reads the rows of a page's tables. Workers have no DOM, so the tags are read here. */
export function readHtmlTable(page: string): Line[] {
  const rows: string[][] = []
  let cell: { text: string; width: number } | undefined
  let from = 0
  const endCell = () => {
    if (!cell) return
    rows.at(-1)?.push(plainText(cell.text), ...Array<string>(cell.width - 1).fill(''))
    cell = undefined
  }
  for (const found of page.matchAll(token)) {
    if (cell) cell.text += page.slice(from, found.index)
    from = found.index + found[0].length
    const name = found[2]?.toLowerCase()
    const isCell = name === 'td' || name === 'th'
    if (isCell || name === 'tr' || name === 'table') endCell()
    else if (name === 'br' && cell) cell.text += '\n'
    else if (name === 'p' && found[1] && cell) cell.text += '\n'
    if (found[1]) continue
    if (name === 'tr') rows.push([])
    if (isCell && rows.length > 0) cell = { text: '', width: spanOf(found[3] ?? '') }
  }
  endCell()
  return rows.map((cells, at) => ({ line: at + 1, cells }))
}

function spanOf(attributes: string): number {
  const span = Number(/\bcolspan\s*=\s*["']?(\d{1,4})/i.exec(attributes)?.[1] ?? 1)
  return Math.min(Math.max(span, 1), mostSpanned)
}

const named: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ordf: 'ª',
  ordm: 'º',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
}
const marks: Partial<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}

const plainText = (html: string) =>
  html
    .replace(/[ \t\r\n]*\n[ \t\r\n]*/g, '\n')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name) return named[name] ?? accented(name) ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()

function accented(name: string): string | undefined {
  const mark = marks[name.slice(1)]
  return mark && `${name[0]}${mark}`.normalize('NFC')
}
