import type { ImportRow } from '@escola/contract/imports.contract'
import Papa from 'papaparse'
import { columnsOfContents, columnsOfHeading, isEmailCell, isHeading, isKnownHeading, studentOf } from './columns.ts'
import { importRow } from './import-row.ts'

interface Line {
  line: number
  cells: string[]
}

const separators = [';', ',', '\t', '|']
const sampledLines = 50

export function readCsv(text: string): ImportRow[] {
  const lines = split(text, separatorOf(text)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const marked = /^sep=/i.test(lines[0]?.cells.join('').trim() ?? '') ? lines.slice(1) : lines
  const first = marked[0]
  if (!first) return []
  const headed = isHeading(first.cells)
  const data = headed ? marked.slice(1) : marked
  const cells = data.map((line) => line.cells)
  const columns = headed ? columnsOfHeading(first.cells, cells) : columnsOfContents(cells)
  return data.map(({ line, cells }) => importRow({ line, ...studentOf(cells, columns) }))
}

/** Rows with the line of the file that each begins on: a quoted cell may hold line breaks. */
function split(text: string, delimiter: string): Line[] {
  let parsed = Papa.parse<string[]>(text, { delimiter })
  // A quote that never closes would swallow the rest of the file: then quotes are letters like any other.
  if (parsed.errors.some((error) => error.code === 'MissingQuotes')) {
    parsed = Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' })
  }
  let line = 1
  return parsed.data.map((cells) => {
    const start = line
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return { line: start, cells }
  })
}

/** The separator that lets most e-mails stand alone; then most known headings; then most columns. */
function separatorOf(text: string): string {
  const sample = text.split(/\r\n|\r|\n/, sampledLines).join('\n')
  const scores = separators.map((separator) => {
    const rows = split(sample, separator)
    const emails = rows.filter(({ cells }) => cells.some(isEmailCell)).length
    const headings = rows[0]?.cells.filter(isKnownHeading).length ?? 0
    const columns = Math.min(100, rows[0]?.cells.length ?? 0)
    return { separator, score: emails * 1_000_000 + headings * 1000 + columns }
  })
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator
}
