/** Row of a file with columns. */
export interface Line {
  /** Line of the file, from 1. */
  line: number
  cells: string[]
}

/** Leaves out empty rows, and the one by which some programs name their separator. */
export function listFilled(all: Line[]): Line[] {
  const lines = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return /^sep=/i.test(lines[0]?.cells.join('').trim() ?? '') ? lines.slice(1) : lines
}
