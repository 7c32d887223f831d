import Papa from 'papaparse'

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. A negative number is none. */
const neutralizeFormula = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^-\d+(,\d+)?$/.test(text) ? `'${text}` : text

/** Begins a file that Brazilian spreadsheets open with its accents. */
export const csvMark = '\uFEFF'

/** Writes rows with semicolons, as Brazilian spreadsheets read them. No cell is a formula. */
export const writeCsvRows = (rows: string[][]) =>
  `${Papa.unparse(
    rows.map((row) => row.map(neutralizeFormula)),
    { delimiter: ';' },
  )}\r\n`

/** Writes cents as a number that Brazilian spreadsheets add up: 1234,56. */
export const decimalOf = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
