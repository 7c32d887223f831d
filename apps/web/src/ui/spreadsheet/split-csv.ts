import Papa from 'papaparse'
import type { Line } from './line.ts'

const separators = [';', ',', '\t', '|']
const sampledLines = 50

/** Cells and headings that the reader of a file knows. */
interface Known {
  isKnownCell: (cell: string) => boolean
  isKnownHeading: (cell: string) => boolean
}

/** Splits a text into rows, by the separator that it was probably written with. */
export const splitCsv = (text: string, known: Known): Line[] => split(text, separatorOf(text, known))

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

/** The separator that lets most cells stand alone that a reader knows; then most known headings; then most columns. */
function separatorOf(text: string, { isKnownCell, isKnownHeading }: Known): string {
  const sample = text.split(/\r\n|\r|\n/, sampledLines).join('\n')
  const scores = separators.map((separator) => {
    const rows = split(sample, separator)
    const known = rows.filter(({ cells }) => cells.some(isKnownCell)).length
    const headings = rows[0]?.cells.filter(isKnownHeading).length ?? 0
    const columns = Math.min(100, rows[0]?.cells.length ?? 0)
    return { separator, score: known * 1_000_000 + headings * 1000 + columns }
  })
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator
}
