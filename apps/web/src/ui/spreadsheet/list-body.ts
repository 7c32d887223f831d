import { withoutAccents } from '@escola/contract/text'
import { type Line, listFilled } from './line.ts'

/** Rows of a list, without what stands above its heading. */
interface ListBody {
  heading?: string[]
  lines: Line[]
  /** Lines of titles above the heading, and of headings that are repeated. */
  leftOut: number[]
}

/** A heading further down is none. */
const headingLines = 20

const hasEmail = ({ cells }: Line) => cells.some((cell) => cell.includes('@'))

/** The row with the most known headings before any e-mail names the columns; below a title with an e-mail it has two or more. */
export function readBody(all: Line[], isKnownHeading: (cell: string) => boolean): ListBody {
  const lines = listFilled(all)
  const at = findHeading(lines, isKnownHeading)
  if (at === undefined) return { lines, leftOut: [] }
  const heading = lines[at]!.cells
  const isRepeated = ({ cells }: Line) => cells.join('\0') === heading.join('\0')
  const below = lines.slice(at + 1)
  return {
    heading,
    lines: below.filter((line) => !isRepeated(line)),
    leftOut: [...lines.slice(0, at), ...below.filter(isRepeated)].map(({ line }) => line),
  }
}

function findHeading(lines: Line[], isKnownHeading: (cell: string) => boolean): number | undefined {
  const first = lines.slice(0, headingLines)
  const firstEmail = first.findIndex(hasEmail)
  const counts = first.map((line) => (hasEmail(line) ? 0 : line.cells.filter(isKnownHeading).length))
  const above = firstEmail < 0 ? counts : counts.slice(0, firstEmail)
  const most = (some: number[]) => Math.max(0, ...some)
  if (most(above) >= 2) return above.indexOf(most(above))
  const at = counts.indexOf(most(counts))
  // A row above a heading between two lists belongs to one of them, and is no title.
  const addressed = lines.slice(0, at).filter(({ cells }) => cells.some((cell) => /^\S+@\S+$/.test(cell.trim())))
  const isTitled = addressed.length <= lines.slice(at).filter(hasEmail).length
  if (most(counts) >= 2 && isTitled) return at
  return most(above) > 0 ? above.indexOf(most(above)) : undefined
}

/** First words of rows that sum up a list or tell of it. */
const remark =
  /^(sub ?total|total|soma|contagem|media|quantidade|qtde?|obs|observac(ao|oes)|nota|notas|fonte|gerad[oa]|emitid[oa]|exportad[oa]|atualizad[oa]|impress[oa]|pagina|relatorio|periodo|data|filtros?|legenda|fim|lista|linhas|registros)\b/

/** Columns of a person's values, as far as they are known. */
interface PersonColumns {
  name: number[]
  email: number[]
  cellphone?: number | undefined
  /** Columns of which a value says that the row is a sale, however it begins. */
  sale?: number[]
}

const isWrittenAsName = (cell: string) => /^\p{L}[\p{L}\p{M}'’.-]*( \p{L}[\p{L}\p{M}'’.-]*)*$/u.test(cell.trim())

/**
 * Puts the rows apart that are totals and notes: they hold no e-mail, and begin with a word of such rows or have one filled cell, which is no name, no
 * telephone and no attempt at an address.
 */
export function splitRemarks(lines: Line[], columns: PersonColumns): { lines: Line[]; leftOut: number[] } {
  const first = lines.findIndex(hasEmail)
  const last = lines.findLastIndex(hasEmail)
  const isRemark = (line: Line, at: number) => {
    if (hasEmail(line)) return false
    const filled = [...line.cells.entries()].filter(([, cell]) => cell.trim() !== '')
    const isRemarkWord = remark.test(wordsOf(filled[0]?.[1] ?? ''))
    const inSale = filled.filter(([column]) => columns.sale?.includes(column))
    if (inSale.some(([column, cell]) => !(isRemarkWord && column === filled[0]?.[0]) && /\p{L}/u.test(cell)))
      return false
    if (isRemarkWord) return true
    const isPerson = filled.some(
      ([column, cell]) =>
        (columns.name.includes(column) && isWrittenAsName(cell)) ||
        (columns.cellphone === column && cell.replace(/\D/g, '').length >= 8) ||
        (columns.email.includes(column) && ((at > first && at < last) || /^\S+\.\S+$/.test(cell.trim()))),
    )
    return !isPerson && (filled.length === 1 || !filled.some(([, cell]) => /\p{L}/u.test(cell)))
  }
  const remarks = new Set(lines.filter(isRemark))
  return {
    lines: lines.filter((line) => !remarks.has(line)),
    leftOut: [...remarks].map(({ line }) => line),
  }
}

const wordsOf = (cell: string) =>
  withoutAccents(cell)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
