import { messages } from '@escola/contract/messages'
import { cleanEmail, isEmail } from '@escola/contract/people'
import { reportLimits } from '@escola/contract/sales-reports.contract'
import { askWorker } from '../../ui/spreadsheet/ask-worker.ts'
import { decodeText, isZip } from '../../ui/spreadsheet/decode-text.ts'
import { type Line, listFilled } from '../../ui/spreadsheet/line.ts'
import { splitCsv } from '../../ui/spreadsheet/split-csv.ts'
import { isKnownHeading, type ReportTable, tableOf } from './report-columns.ts'

export type ReportFile = { table: ReportTable } | { problem: string }

const unreadable = 'Não conseguimos abrir esta planilha. Exporte o relatório da plataforma como CSV ou XLSX.'
const isEmailCell = (cell: string) => isEmail(cleanEmail(cell))

/** Reads a report of any kind. The reader of spreadsheets comes with the first of them. */
export async function readReport(bytes: Uint8Array): Promise<ReportFile> {
  if (isZip(bytes)) {
    const { readXlsx } = await import('../../ui/spreadsheet/read-xlsx.ts')
    const read = await readXlsx(bytes)
    if ('lines' in read) return withLines(read.lines)
    return {
      problem: read.problem === 'large' ? 'Esta planilha é grande demais. Exporte um período menor.' : unreadable,
    }
  }
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problem: unreadable }
  return withLines(splitCsv(decoded.text, { isKnownCell: isEmailCell, isKnownHeading }))
}

function withLines(all: Line[]): ReportFile {
  const table = tableOf(listFilled(all))
  return table.lines.length === 0 ? { problem: 'Este arquivo não tem nenhuma venda.' } : { table }
}

/** Reads a file away from the page's own thread, so that a long one doesn't freeze it. */
export async function readReportFile(file: File): Promise<ReportFile> {
  if (file.size > reportLimits.bytes) return { problem: messages.fileTooLarge(file.name) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (typeof Worker === 'undefined') return readReport(bytes)
  const worker = new Worker(new URL('./report.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<ReportFile>(worker, bytes, [bytes.buffer])
}
