import { Readable } from 'node:stream'
import { movementText, statementHeadings } from '@escola/contract/ledger.contract'
import { dayOf, formatDateTime } from '@escola/contract/time'
import { csvMark, decimalOf, writeCsvRows } from '../../core/csv.ts'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { type NamedRow, nameBookers } from './bookers.service.ts'
import { listNextRows, type Span, type StatementRow, spanOf } from './ledger.queries.ts'

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers the movements as a file, written while it is sent. */
export const downloadStatement = (
  school: School,
  month: string | undefined,
  { now, platform }: Pick<PlatformTools, 'now' | 'platform'>,
  atOnce = rowsAtOnce,
): Bytes =>
  new Bytes(Readable.from(writeStatement(school, { span: spanOf(month), atOnce }, platform)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="extrato-${month ?? dayOf(now())}.csv"`,
    'cache-control': 'no-store',
  })

async function* writeStatement(
  school: School,
  { span, atOnce }: { span: Span | undefined; atOnce: number },
  platform: PlatformTools['platform'],
): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([statementHeadings])
  let rows: StatementRow[]
  let after = 0
  do {
    rows = await school.tx((db) => listNextRows(db, span, { after, limit: atOnce }))
    after = rows.at(-1)?.row ?? after
    if (rows.length > 0) yield writeCsvRows((await nameBookers(rows, platform)).map(cellsOf))
  } while (rows.length === atOnce)
}

const cellsOf = (row: NamedRow) => [
  formatDateTime(row.utc_booked_on.toISOString()),
  movementText(row),
  row.reason,
  row.booked_by,
  decimalOf(row.cents),
  decimalOf(row.balance_after),
  String(row.points),
  String(row.points_after),
]
