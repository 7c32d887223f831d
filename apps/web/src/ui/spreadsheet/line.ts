/** Row of a file with columns. */
export interface Line {
  /** Line of the file, from 1. */
  line: number
  cells: string[]
}

/** Values that programs write where there is none, and errors of formulas. */
const empty =
  /^(#(n\/[ad]|ref!|valor!|value!|nome\?|name\?|div\/0!|nul[ol]!|n[uú]m!?|spill!|despejar!|calc!|#{2,})|\(?(null|undefined|nan)\)?)$/i

/** Empties a cell that holds no value of a person: an error, 'null', 'undefined undefined'. */
export const cleanCell = (cell: string) =>
  /^\s*(#|\(?n(ull|an)\b|\(?undefined\b)/i.test(cell) &&
  cell
    .trim()
    .split(/\s+/)
    .every((word) => empty.test(word))
    ? ''
    : cell

/** Leaves out empty rows, and the row in which some programs name their separator. */
export function listFilled(all: Line[]): Line[] {
  const lines = all
    .map(({ line, cells }) => ({ line, cells: cells.map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return /^sep=/i.test(lines[0]?.cells.join('').trim() ?? '') ? lines.slice(1) : lines
}
