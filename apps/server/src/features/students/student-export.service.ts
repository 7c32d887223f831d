import { Readable } from 'node:stream'
import { labels } from '@escola/contract/labels'
import { cleanText } from '@escola/contract/people'
import { formatPercent } from '@escola/contract/percent'
import { formatCellphone } from '@escola/contract/phones'
import { originLabel, type StudentFilter } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { dayOf, formatDate } from '@escola/contract/time'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import { phoneOf } from '../../core/phones.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Clock } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { readProgress } from '../cohorts/cohorts.service.ts'
import { readOverallProgress } from './overall-progress.service.ts'
import { listNextIds, type Matching } from './search/filters.queries.ts'
import { matchingOf } from './search/filters.service.ts'
import { type ExportedStudent, readExportedStudents } from './students.queries.ts'

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers the students whom a search and filters find as a file, written while it is sent. */
export async function exportStudents(
  school: Attended,
  { search, ...filter }: { search: string } & StudentFilter,
  tools: Clock & { securityLog: SecurityLog },
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
const headings = [
  name,
  email,
  'Telefone',
  'Turmas',
  'Origem',
  'Membro desde',
  'Acesso até',
  'Último acesso',
  'Progresso',
]

/** The file of one class has the progress in it, as the class's page has; any other, the progress in all classes. */
async function* writeStudents(school: School, matching: Matching, atOnce: number): AsyncGenerator<string> {
  const cohortId = matching.filter.school_gateway_id
  yield csvMark + writeCsvRows([headings])
  let after = '0'
  let ids: string[]
  do {
    const page = await school.tx(async (db) => {
      const next = await listNextIds(db, matching, { after, limit: atOnce })
      const rows = next.length > 0 ? await readExportedStudents(db, next) : []
      const progress = await (cohortId ? readProgress(db, cohortId, next) : readOverallProgress(db, next))
      return { next, rows: rows.map((row) => [...cellsOf(row), progressCell(progress, row)]) }
    })
    ids = page.next
    after = ids.at(-1) ?? after
    if (page.rows.length > 0) yield writeCsvRows(page.rows)
  } while (ids.length === atOnce)
}

/** Latest end of a student's access. */
const endOf = ({ access }: ExportedStudent) => {
  if (!access) return 'sem acesso'
  const [hasEnd, endsOn] = access
  return hasEnd && endsOn ? formatLastDay(endsOn) : 'para sempre'
}

/** Empty for a student whom no class opens a lesson. */
function progressCell(progress: Map<string, string>, { user_id }: ExportedStudent) {
  const percent = progress.get(user_id)
  return percent === undefined ? '' : formatPercent(percent)
}

/** A number whose country is known as it is read, any other as it was written. */
const shownPhone = (row: ExportedStudent) => (phoneOf(row) ? formatCellphone(row.cellphone) : row.cellphone)

const cellsOf = (row: ExportedStudent) => [
  row.name,
  row.email,
  shownPhone(row),
  row.school_gateways.join(', '),
  originLabel(row.origin),
  formatDate(row.utc_created_on.toISOString()),
  endOf(row),
  row.utc_seen_on ? formatDate(row.utc_seen_on.toISOString()) : 'nunca',
]
