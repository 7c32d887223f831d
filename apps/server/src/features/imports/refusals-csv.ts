import { type RefusalReason, refusalReasons } from '@escola/contract/imports.contract'
import { labels } from '@escola/contract/labels'
import Papa from 'papaparse'

interface Refused {
  line: number
  name: string
  email: string
  cellphone: string
  reason: RefusalReason
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const neutralizeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Writes semicolons and a byte order mark, so that Brazilian spreadsheets open the file with its accents. */
export function writeRefusalsCsv(rows: Refused[]): string {
  const lines = [
    ['Linha', labels.fields.name, labels.fields.email, 'Telefone', 'Motivo'],
    ...rows.map((row) =>
      [String(row.line), row.name, row.email, row.cellphone, refusalReasons[row.reason]].map(neutralizeFormula),
    ),
  ]
  return `\uFEFF${Papa.unparse(lines, { delimiter: ';' })}\r\n`
}
