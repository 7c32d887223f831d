import Papa from 'papaparse'

/**
 * Puts an apostrophe before each text that a spreadsheet would run as a formula, also behind a comma, semicolon, tab or line break, where a spreadsheet may
 * begin another cell. A negative number and a sign behind a space stay as they are.
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
