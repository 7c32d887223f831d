import { Readable } from 'node:stream'
import { labels } from '@escola/contract/labels'
import { cleanText, formatCellphone } from '@escola/contract/people'
import { originLabel, type StudentFilter } from '@escola/contract/students.contract'
import { dayOf, formatDate } from '@escola/contract/time'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Tools } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { listNextIds, type Matching } from './search/filters.queries.ts'
import { matchingOf } from './search/filters.service.ts'
import { readStudents, type StudentRow } from './students.queries.ts'

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers the students whom a search and filters find as a file, written while it is sent. */
export async function exportStudents(
  school: Attended,
  { search, ...filter }: { search: string } & StudentFilter,
  tools: Pick<Tools, 'now'> & { securityLog: SecurityLog },
  atOnce = rowsAtOnce,
): Promise<Bytes> {
  const now = tools.now()
  const matching = await school.tx((db) => matchingOf(db, { filter, search: cleanText(search) }, now))
  tools.securityLog.record('students_exported', school, { userId: school.actor.userId, schoolId: school.id })
  return new Bytes(Readable.from(writeStudents(school, matching, atOnce)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="alunos-${dayOf(now)}.csv"`,
    'cache-control': 'no-store',
  })
}

const { name, email } = labels.fields
const headings = [name, email, 'Telefone', 'Turmas', 'Origem', 'Membro desde']

async function* writeStudents(school: School, matching: Matching, atOnce: number): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([headings])
  let after = '0'
  let ids: string[]
  do {
    const page = await school.tx(async (db) => {
      const next = await listNextIds(db, matching, { after, limit: atOnce })
      return { next, rows: next.length > 0 ? await readStudents(db, next, 'since') : [] }
    })
    ids = page.next
    after = ids.at(-1) ?? after
    if (page.rows.length > 0) yield writeCsvRows(page.rows.map(cellsOf))
  } while (ids.length === atOnce)
}

const cellsOf = (row: StudentRow) => [
  row.name,
  row.email,
  formatCellphone(row.cellphone),
  row.school_gateways.join(', '),
  originLabel(row.origin),
  formatDate(row.utc_created_on.toISOString()),
]
