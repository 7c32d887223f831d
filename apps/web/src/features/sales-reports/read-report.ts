import { messages } from '@escola/contract/messages'
import { reportLimits } from '@escola/contract/sales-reports.contract'
import { askWorker } from '../../ui/spreadsheet/ask-worker.ts'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import { listProblems, listSheetsWithEmails, readSheets } from '../../ui/spreadsheet/sheets.ts'
import { isEmailCell } from '../../ui/spreadsheet/written-email.ts'
import { isKnownHeading, type ReportTable, tableOf } from './report-columns.ts'

/** Sheets are those that may be chosen, where there are several. */
export type ReportFile = { table: ReportTable; sheets?: Sheet[] } | { problem: string }

/** Reads a report of any kind. */
export async function readReport(filename: string, bytes: Uint8Array): Promise<ReportFile> {
  const read = await readSheets(bytes, { isKnownCell: isEmailCell, isKnownHeading })
  if ('problem' in read) return { problem: listProblems[read.problem](filename) }
  const sheets = listSheetsWithEmails(read.sheets)
  const table = tableOf(sheets[0]?.lines ?? [])
  if (table.lines.length === 0) return { problem: 'Este arquivo não tem nenhuma venda.' }
  return { table, ...(sheets.length > 1 && { sheets }) }
}

/** Reads a file away from the page's own thread, so that a long one doesn't freeze it. */
export async function readReportFile(file: File): Promise<ReportFile> {
  if (file.size > reportLimits.bytes) return { problem: messages.fileTooLarge(file.name) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (typeof Worker === 'undefined') return readReport(file.name, bytes)
  const worker = new Worker(new URL('./report.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<ReportFile>(worker, { name: file.name, bytes }, [bytes.buffer])
}
