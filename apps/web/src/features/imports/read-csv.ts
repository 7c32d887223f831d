import Papa from 'papaparse'
import { isEmailCell, isKnownHeading } from './columns.ts'
import { type Line, type Table, tableOf } from './table.ts'

const separators = [';', ',', '\t', '|']
const sampledLines = 50

export const readCsv = (text: string): Table => tableOf(split(text, separatorOf(text)))

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
