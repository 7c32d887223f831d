import { type CheckedRow, checkImportRow, type ImportRow, type RefusalReason } from '@escola/contract/imports.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { cleanText } from '@escola/contract/people'
import { decodeText } from '../../ui/spreadsheet/decode-text.ts'
import type { Sheet } from '../../ui/spreadsheet/sheet.ts'
import { listProblems, listSheetsWithEmails, readTextLines } from '../../ui/spreadsheet/sheets.ts'
import { isEmailCell } from '../../ui/spreadsheet/written-email.ts'
import { isKnownHeading } from './columns.ts'
import { readJson } from './read-json.ts'
import { rowsOf, type Table, tableOf } from './table.ts'

export interface BadRow extends ImportRow {
  reason: RefusalReason
}

export interface GoodRow extends CheckedRow {
  /** The file gives no name. */
  namedAfterEmail?: boolean
}

/** Contents of a file, before anything is sent. */
export interface Preview {
  filename: string
  /** Every row, good or bad: the server gives its own verdict and keeps the refused ones. */
  rows: ImportRow[]
  /** Columns of the file; JSON has none. */
  table?: Table
  /** Sheets that hold e-mails, where there are several, and the sheet on the screen. */
  sheets?: { all: Sheet[]; name: string }
  good: number
  goodRows: GoodRow[]
  /** Number of good rows without a name. */
  nameless: number
  bad: BadRow[]
}
export type PreviewResult = { preview: Preview } | { problem: string }

const withoutEmail: RefusalReason[] = ['no_email', 'invalid_email']

export const known = { isKnownCell: isEmailCell, isKnownHeading }

/** Understands a text. */
export function previewFile(filename: string, bytes: Uint8Array): PreviewResult {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problem: listProblems[decoded.problem](filename) }
  const text = decoded.text.replace(/^\uFEFF/, '').trimStart()
  const isJson = /^(\{\s*["}]|\[\s*[[{"\]])/.test(text)
  if (!isJson) return previewTable(filename, tableOf(readTextLines(decoded.text, known)))
  const rows = readJson(text)
  if (!rows) return { problem: `Não foi possível ler ${filename}: o JSON está incompleto ou incorreto.` }
  return previewRows(filename, rows)
}

/** Understands a sheet of a workbook, beside which others may be chosen. */
export function previewSheet(filename: string, all: Sheet[], chosen = listSheetsWithEmails(all)[0]): PreviewResult {
  const result = previewTable(filename, tableOf(chosen?.lines ?? []))
  const offered = listSheetsWithEmails(all)
  if (!('preview' in result) || !chosen || offered.length < 2) return result
  return { preview: { ...result.preview, sheets: { all: offered, name: chosen.name } } }
}

/** Reads a table by its columns; again after they were mapped by hand. */
export const previewTable = (filename: string, table: Table): PreviewResult =>
  previewRows(filename, rowsOf(table), table)

/** Judges rows as the server will; again after an e-mail was corrected. */
export function previewRows(filename: string, rows: ImportRow[], table?: Table): PreviewResult {
  if (rows.length > limits.importRows) return { problem: messages.importTooMany }
  const seen = new Set<string>()
  const goodRows: GoodRow[] = []
  let nameless = 0
  const bad: BadRow[] = []
  for (const row of rows) {
    const verdict = checkImportRow(row, seen)
    if ('reason' in verdict) {
      bad.push({ ...row, reason: verdict.reason })
      continue
    }
    const namedAfterEmail = cleanText(row.name) === ''
    if (namedAfterEmail) nameless += 1
    goodRows.push(namedAfterEmail ? { ...verdict.row, namedAfterEmail } : verdict.row)
  }
  if (seen.size === 0 && bad.every(({ reason }) => withoutEmail.includes(reason))) {
    return { problem: messages.importNoEmail(filename) }
  }
  return { preview: { filename, rows, ...(table && { table }), good: seen.size, goodRows, nameless, bad } }
}
