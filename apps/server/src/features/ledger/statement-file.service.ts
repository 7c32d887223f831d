import { Readable } from 'node:stream'
import { movementText, statementHeadings } from '@escola/contract/ledger.contract'
import { dayOf, formatDateTime } from '@escola/contract/time'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { listNextRows, type Span, type StatementRow, spanOf } from './ledger.queries.ts'

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers the movements as a file, written while it is sent. */
export const downloadStatement = (
  school: School,
  month: string | undefined,
  { now }: Pick<Tools, 'now'>,
  atOnce = rowsAtOnce,
): Bytes =>
  new Bytes(Readable.from(writeStatement(school, spanOf(month), atOnce)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="extrato-${month ?? dayOf(now())}.csv"`,
    'cache-control': 'no-store',
  })

async function* writeStatement(school: School, span: Span | undefined, atOnce: number): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([statementHeadings])
  let rows: StatementRow[]
  let after = 0
  do {
    rows = await school.tx((db) => listNextRows(db, span, { after, limit: atOnce }))
    after = rows.at(-1)?.row ?? after
    if (rows.length > 0) yield writeCsvRows(rows.map(cellsOf))
  } while (rows.length === atOnce)
}

/** Writes cents as a number that Brazilian spreadsheets add up: 1234,56. */
const decimal = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

const cellsOf = (row: StatementRow) => [
  formatDateTime(row.utc_booked_on.toISOString()),
  movementText(row),
  row.reason,
  decimal(row.cents),
  decimal(row.balance_after),
  String(row.points),
  String(row.points_after),
]
