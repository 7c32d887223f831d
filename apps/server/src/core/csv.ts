import Papa from 'papaparse'

/**
 * Puts an apostrophe before what a spreadsheet would take for a formula. One that separates by commas, tabs or lines makes further cells of a text, and one of
 * these may begin with a formula, too. A negative number is none, and neither is a sign that stands after a space.
 */
const neutralizeFormula = (text: string) => {
  const inner = text.replace(/([,;\t\r\n]"*)([=+\-@])/g, "$1'$2")
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(,\d+)?$/.test(text) ? `'${inner}` : inner
}

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
