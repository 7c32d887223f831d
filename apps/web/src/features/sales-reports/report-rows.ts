import { digits } from '@escola/contract/people'
import { type NewReportRow, type ReportStatus, reportLimits } from '@escola/contract/sales-reports.contract'
import { readWrittenEmail } from '../../ui/spreadsheet/written-email.ts'
import type { ReportTable } from './report-columns.ts'
import { readMoment } from './report-moments.ts'
import { type ChosenStatus, readStatus } from './report-statuses.ts'

export interface StatusWord {
  /** Word as it stands in the report. */
  word: string
  count: number
  status: ChosenStatus
  /** The word is none that we know. */
  isUnknown: boolean
}

const cellOf = ({ columns }: ReportTable, cells: string[], field: keyof ReportTable['columns']) => {
  const at = columns[field]
  return at === undefined ? '' : (cells[at] ?? '').trim().slice(0, reportLimits.cellMax)
}

/** Lists the words of the column of states, the most frequent first. */
export function listStatusWords(table: ReportTable, chosen: ReadonlyMap<string, ChosenStatus>): StatusWord[] {
  if (table.columns.status === undefined) return []
  const words = Map.groupBy(table.lines, ({ cells }) => cellOf(table, cells, 'status'))
  return [...words]
    .map(([word, lines]) => {
      const known = readStatus(word)
      return {
        word,
        count: lines.length,
        status: chosen.get(word) ?? known ?? 'ignored',
        isUnknown: known === undefined,
      }
    })
    .sort((a, b) => b.count - a.count)
}

export interface ReadReport {
  rows: NewReportRow[]
  /** Rows that are in no state to compare. */
  ignored: number
  /** Rows without a code of their transaction. */
  nameless: number
}

/** Rows that are compared; all others never leave the browser. */
export function readRows(table: ReportTable, words: StatusWord[]): ReadReport {
  const statusOf = new Map(words.map(({ word, status }) => [word, status]))
  const read: ReadReport = { rows: [], ignored: 0, nameless: 0 }
  for (const { line, cells } of table.lines) {
    const text = (field: keyof ReportTable['columns']) => cellOf(table, cells, field)
    const status = statusOf.get(text('status')) ?? 'ignored'
    if (status === 'ignored') read.ignored += 1
    else if (text('transaction') === '') read.nameless += 1
    else read.rows.push(rowOf({ line, status, text }))
  }
  return read
}

interface Cells {
  line: number
  status: ReportStatus
  text: (field: keyof ReportTable['columns']) => string
}

const rowOf = ({ line, status, text }: Cells): NewReportRow => ({
  line,
  status,
  transaction: text('transaction'),
  email: readWrittenEmail(text('email')).email,
  name: text('name'),
  cellphone: digits(text('cellphone')).length <= 9 ? `${text('areaCode')}${text('cellphone')}` : text('cellphone'),
  product_id: text('product_id'),
  product_name: text('product_name'),
  offer_id: text('offer_id'),
  subscription: text('subscription'),
  paid_on: readMoment(text('paid_on')),
  ends_on: readMoment(text('ends_on')),
})
