import { decodeText, isZip } from './decode-text.ts'
import { isHtmlTable, readHtmlTable } from './html-table.ts'
import type { Line } from './line.ts'
import type { ListProblem, Sheet } from './sheet.ts'
import { type Known, splitCsv } from './split-csv.ts'

/** Tells an administrator what to do with a file that can't be read. */
export const listProblems: Record<ListProblem, (filename: string) => string> = {
  packed: (filename) => listProblems.unreadable(filename),
  old: (filename) =>
    `${filename} é uma planilha do Excel antigo (.xls). Abra-a no Excel ou no Google Planilhas e salve como XLSX ou CSV.`,
  ods: (filename) => `${filename} é uma planilha do LibreOffice (.ods). Abra-a e salve como XLSX ou CSV.`,
  pdf: (filename) => `${filename} é um PDF. Exporte a lista como CSV ou XLSX, ou copie os e-mails e cole a lista.`,
  large: (filename) => `${filename} é grande demais depois de aberto. Deixe só a lista, ou exporte-a como CSV.`,
  unreadable: (filename) =>
    `Esse arquivo é uma planilha que não conseguimos abrir (${filename}). Abra-a e exporte como CSV ou XLSX.`,
}

/** Reads the rows of a text: a page's tables, or columns with a separator. */
export const readTextLines = (text: string, known: Known): Line[] =>
  isHtmlTable(text) ? readHtmlTable(text) : splitCsv(text, known)

/** Reads the tables of a file of any kind that people see. The reader of workbooks comes with the first of them. */
export async function readSheets(
  bytes: Uint8Array,
  known: Known,
): Promise<{ sheets: Sheet[] } | { problem: ListProblem }> {
  if (isZip(bytes)) {
    const { readXlsx } = await import('./read-xlsx.ts')
    return readXlsx(bytes)
  }
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return decoded
  return { sheets: [{ name: '', lines: readTextLines(decoded.text, known) }] }
}

const hasEmail = ({ lines }: Sheet) => lines.some(({ cells }) => cells.some((cell) => cell.includes('@')))

/** Puts the sheets first that hold e-mails; the others are offered only where none does. */
export function listSheetsWithEmails(sheets: Sheet[]): Sheet[] {
  const some = sheets.filter(hasEmail)
  return some.length > 0 ? some : sheets.slice(0, 1)
}
