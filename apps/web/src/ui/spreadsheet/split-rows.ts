import type { Line } from './line.ts'

/** A quoted cell goes over fewer lines than this; one that seems to be longer was never closed. */
const longestCell = 100

/**
 * Splits a text into rows with the line that each begins on. A quoted cell may hold separators and line breaks. A quote that nothing closes, or that
 * would join the lines of two people, ends with its line, and is a letter like any other.
 * @param isKnownCell knows a cell that stands once in each row, as an e-mail does
 */
export function splitRows(text: string, separator: string, isKnownCell: (cell: string) => boolean): Line[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const isPerson = (line: string) => line.split(separator).some((cell) => isKnownCell(cell.replaceAll('"', '')))
  const rows: Line[] = []
  for (let at = 0; at < lines.length; ) {
    let row = readRow(lines, at, separator)
    const people = row.height > 1 ? lines.slice(at, at + row.height).filter(isPerson) : []
    const isJoined = people.length > 1 && people.at(-1)!.split(separator).length >= row.cells.length
    if (isJoined) row = readRow(lines.slice(at, at + 1), 0, separator)
    rows.push({ line: at + 1, cells: row.cells })
    at += row.height
  }
  return rows
}

interface Row {
  cells: string[]
  /** Number of lines that it takes. */
  height: number
}

function readRow(lines: string[], first: number, separator: string): Row {
  if (!lines[first]!.includes('"')) return { cells: lines[first]!.split(separator), height: 1 }
  const cells: string[] = []
  let place: Place | undefined = { line: first, column: 0 }
  let last = first
  while (place) {
    const cell: Cell = readQuoted(lines, place, separator) ?? readPlain(lines[place.line]!, place, separator)
    cells.push(cell.text)
    last = cell.line
    place = cell.next
  }
  return { cells, height: last - first + 1 }
}

interface Place {
  line: number
  column: number
}
interface Cell {
  text: string
  /** Line on which it ends. */
  line: number
  /** Place of the next cell of the row. */
  next?: Place | undefined
}

function readPlain(line: string, place: Place, separator: string): Cell {
  const end = line.indexOf(separator, place.column)
  const text = line.slice(place.column, end < 0 ? undefined : end).replace(/^ *"(?!")/, '')
  return { text, line: place.line, next: end < 0 ? undefined : { line: place.line, column: end + 1 } }
}

/** Reads a cell that begins with a quote, up to the quote that closes it: behind that one comes a separator, or the end of the line. */
function readQuoted(lines: string[], place: Place, separator: string): Cell | undefined {
  const start = /^ *"/.exec(lines[place.line]!.slice(place.column))
  if (!start) return undefined
  let text = ''
  let column = place.column + start[0].length
  for (let line = place.line; line < Math.min(lines.length, place.line + longestCell); line++) {
    const letters = lines[line]!
    for (let quote = letters.indexOf('"', column); quote >= 0; quote = letters.indexOf('"', column)) {
      text += letters.slice(column, quote)
      column = quote + 1
      if (letters[column] === '"') {
        text += '"'
        column += 1
        continue
      }
      let end = column
      while (letters[end] === ' ') end++
      if (end === letters.length) return { text, line }
      if (letters.startsWith(separator, end)) return { text, line, next: { line, column: end + separator.length } }
      // Inches, or a word in quotes. In a further line, or at the beginning of another cell, it shows that this one was never closed.
      if (line > place.line || beginsCell(letters, column - 1, separator)) return undefined
      text += '"'
    }
    text += `${letters.slice(column)}\n`
    column = 0
  }
  return undefined
}

function beginsCell(line: string, quote: number, separator: string): boolean {
  let before = quote - 1
  while (line[before] === ' ') before--
  return line[before] === separator
}
