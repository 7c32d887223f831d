import type { Line } from './line.ts'
import { splitRows } from './split-rows.ts'

const separators = [';', ',', '\t', '|']
const sampledLines = 50

/** Cells and headings that the reader of a file knows. */
export interface Known {
  isKnownCell: (cell: string) => boolean
  isKnownHeading: (cell: string) => boolean
}

/** Splits a text into rows, by the separator that it was probably written with. */
export const splitCsv = (text: string, known: Known): Line[] =>
  splitRows(text, separatorOf(text, known), known.isKnownCell)

/** The separator that lets most cells stand alone that a reader knows; then most known headings; then most columns. */
function separatorOf(text: string, { isKnownCell, isKnownHeading }: Known): string {
  const sample = text.split(/\r\n|\r|\n/, sampledLines).join('\n')
  const scores = separators.map((separator) => {
    const rows = splitRows(sample, separator, isKnownCell)
    const known = rows.filter(({ cells }) => cells.some(isKnownCell)).length
    const headings = Math.max(...rows.map(({ cells }) => cells.filter(isKnownHeading).length))
    const columns = Math.min(100, Math.max(...rows.map(({ cells }) => cells.length)))
    return { separator, score: known * 1_000_000 + headings * 1000 + columns }
  })
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator
}
