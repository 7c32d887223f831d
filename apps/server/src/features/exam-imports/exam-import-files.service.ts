import { Readable } from 'node:stream'
import { modelQuestions } from '@escola/contract/exam-import-model'
import { describeVerdict, verdictFileHeadings } from '@escola/contract/exam-import-texts'
import type { ExamImportVerdictRow, examImports } from '@escola/contract/exam-imports.contract'
import type { RouteOutput } from '@escola/contract/route'
import { dayOf } from '@escola/contract/time'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import type { School, TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { readBankBatches } from '../exam-questions/exam-question-list.service.ts'
import { listNextItems } from './exam-import-items.queries.ts'
import { readImport } from './exam-import-values.ts'
import { writeGift } from './write-gift.ts'
import { writeTable, writeTableRows } from './write-table.ts'

/** Rows in memory, and in one short transaction, at a time: no transaction waits for the reader. */
const rowsAtOnce = 500

const fileOf = (body: Readable | Buffer, name: string, type = 'text/csv') =>
  new Bytes(body, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })

export const downloadModel = () => fileOf(Buffer.from(writeTable(modelQuestions).text), 'modelo-questoes.csv')

/** Answers the verdicts of an import as a file, written while it is sent. */
export async function downloadVerdicts(school: School, { id }: { id: string }, atOnce = rowsAtOnce): Promise<Bytes> {
  await school.tx((db) => readImport(db, id))
  return fileOf(Readable.from(writeVerdicts(school, id, atOnce)), `importacao-${id}.csv`)
}

async function* writeVerdicts(school: School, id: string, limit: number): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([verdictFileHeadings])
  let after = 0
  let rows: ExamImportVerdictRow[]
  do {
    rows = (await school.tx((db) => listNextItems(db, id, { after, limit }))) as ExamImportVerdictRow[]
    after = rows.at(-1)?.number ?? after
    if (rows.length > 0) yield writeCsvRows(rows.map(describeVerdict))
  } while (rows.length === limit)
}

/** Answers the questions of a search as a file, written while it is sent. */
export function exportQuestions(
  school: TeamSchool,
  { format, ...asked }: RouteOutput<typeof examImports.exportFile>['query'],
  { now }: Clock,
  atOnce = rowsAtOnce,
): Bytes {
  const name = `questoes-${dayOf(now())}`
  const batches = readBankBatches(school, asked, atOnce)
  return format === 'csv'
    ? fileOf(Readable.from(writeTableOf(batches)), `${name}.csv`)
    : fileOf(Readable.from(writeGiftOf(batches)), `${name}.gift.txt`, 'text/plain')
}

type Batches = ReturnType<typeof readBankBatches>

async function* writeTableOf(batches: Batches): AsyncGenerator<string> {
  yield writeTable([]).text
  for await (const questions of batches) yield writeTableRows(questions)
}

async function* writeGiftOf(batches: Batches): AsyncGenerator<string> {
  // An empty stream would be no file to some browsers.
  yield '\n'
  for await (const questions of batches) yield `${writeGift(questions).text}\n`
}
