import { type RefusalReason, refusalReasons } from '@escola/contract/imports.contract'
import { labels } from '@escola/contract/labels'
import { csvMark, writeCsvRows } from '../../core/csv.ts'

interface Refused {
  line: number
  name: string
  email: string
  cellphone: string
  reason: RefusalReason
}

export function writeRefusalsCsv(rows: Refused[]): string {
  const lines = [
    ['Linha', labels.fields.name, labels.fields.email, 'Telefone', 'Motivo'],
    ...rows.map((row) => [String(row.line), row.name, row.email, row.cellphone, refusalReasons[row.reason]]),
  ]
  return `${csvMark}${writeCsvRows(lines)}`
}
