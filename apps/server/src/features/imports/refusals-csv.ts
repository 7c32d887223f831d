import { type RefusalReason, refusalReasons } from '@escola/contract/imports.contract'
import { labels } from '@escola/contract/labels'

interface Refused {
  line: number
  name: string
  email: string
  cellphone: string
  reason: RefusalReason
}

/** Semicolons and a byte order mark: so that Brazilian spreadsheets open it with its accents. */
export function refusalsCsv(rows: Refused[]): string {
  const lines = [
    ['Linha', labels.fields.name, labels.fields.email, 'Telefone', 'Motivo'],
    ...rows.map((row) => [String(row.line), row.name, row.email, row.cellphone, refusalReasons[row.reason]]),
  ]
  return `\uFEFF${lines.map((cells) => cells.map(cell).join(';')).join('\r\n')}\r\n`
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
