import { type CheckedRow, checkImportRow, type ImportRow, type RefusalReason } from '@escola/contract/imports.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { cleanText } from '@escola/contract/people'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

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
  good: number
  /** E-mails of the good rows. */
  emails: string[]
  firstGood: GoodRow[]
  /** Number of good rows without a name. */
  nameless: number
  bad: BadRow[]
}
export type PreviewResult = { preview: Preview } | { problem: string }

const shownRows = 5
const withoutEmail: RefusalReason[] = ['no_email', 'invalid_email']

export function previewFile(filename: string, bytes: Uint8Array): PreviewResult {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) {
    return { problem: `Esse arquivo é uma planilha (${filename}). Abra-a e exporte como CSV para importar.` }
  }
  const text = decoded.text.trimStart()
  const isJson = /^[[{]/.test(text)
  const rows = isJson ? readJson(text) : readCsv(decoded.text)
  if (!rows) return { problem: `Não foi possível ler ${filename}: o JSON está incompleto ou incorreto.` }
  if (rows.length > limits.importRows) return { problem: messages.importTooMany }
  return check(filename, rows)
}

function check(filename: string, rows: ImportRow[]): PreviewResult {
  const seen = new Set<string>()
  const firstGood: GoodRow[] = []
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
    if (firstGood.length < shownRows)
      firstGood.push(namedAfterEmail ? { ...verdict.row, namedAfterEmail } : verdict.row)
  }
  if (seen.size === 0 && bad.every(({ reason }) => withoutEmail.includes(reason))) {
    return { problem: messages.importNoEmail(filename) }
  }
  return { preview: { filename, rows, good: seen.size, emails: [...seen], firstGood, nameless, bad } }
}
