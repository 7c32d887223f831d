import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayMs } from '@escola/contract/durations'
import { examImportLimits } from '@escola/contract/exam-import-items'
import { importBreaks } from '@escola/contract/exam-import-texts'
import {
  type ExamImportFiling,
  type ExamImportFormat,
  type ExamImportVerdictRow,
  examImportListLimits,
  type examImports,
} from '@escola/contract/exam-imports.contract'
import { cleanText } from '@escola/contract/people'
import type { RouteOutput } from '@escola/contract/route'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import type { Upload } from '../../files/upload.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { deleteIfRefused, recordUpload } from '../files/files.service.ts'
import { countItems, listItems } from './exam-import-items.queries.ts'
import { readImport, toWireImport } from './exam-import-values.ts'
import * as queries from './exam-imports.queries.ts'
import { isNoText } from './read-items.ts'

const contentTypes: Record<ExamImportFormat, string> = {
  moodle: 'application/xml',
  gift: 'text/plain',
  table: 'application/json',
  text: 'text/plain',
}

const keptDays = { ended: 90, checked: 30 }

/** Keeps the file and leaves its check to the worker. */
export async function startImport(
  school: Attended,
  { filename: givenName, format, file }: { filename: string; format: ExamImportFormat; file: Upload },
  tools: Pick<Tools, 'files' | 'config'> & Clock,
) {
  const filename = cleanText(givenName) || 'questoes'
  const key = `${school.id}/question-import/${randomUUID()}`
  const tally = { bytes: 0 }
  const [contentType, createdBy, now] = [contentTypes[format], school.actor.userId, tools.now()]
  await tools.files.put(key, Readable.from(checked(file.stream, tally)), contentType)
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const recorded = school.tx(async (db) => {
    await queries.deleteOldImports(db, { ended: before(keptDays.ended), checked: before(keptDays.checked) })
    const upload = {
      purpose: 'question_import',
      key,
      filename,
      contentType,
      sizeBytes: tally.bytes,
      createdBy,
    } as const
    const stored = await recordUpload(db, upload, tools)
    const row = await queries.insertImport(db, {
      filename,
      format,
      file_id: stored.id,
      created_by: createdBy,
      utc_created_on: now,
    })
    await enqueue(db, jobs.processExamImport, { importId: row.id })
    return readImport(db, row.id)
  })
  return deleteIfRefused(recorded, () => tools.files.delete(key))
}

/** Refuses an empty file, and one that is no text. It is read to its end all the same: an answer that cuts an upload off looks like a broken line. */
async function* checked(stream: Readable, tally: { bytes: number }) {
  let refusal: unknown
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (tally.bytes === 0 && isNoText(chunk)) refusal = invalidField('file', importBreaks.noText)
    tally.bytes += chunk.length
    if (!refusal) yield chunk
  }
  // The multipart reader cuts the stream off at the route's limit.
  if ((stream as { truncated?: boolean }).truncated || tally.bytes > examImportLimits.bytes)
    throw new AppError('file_too_large', { fields: { file: importBreaks.large } })
  if (tally.bytes === 0) throw invalidField('file', importBreaks.empty)
  if (refusal) throw refusal
}

export const listImports = (school: School) =>
  school.tx(async (db) => {
    const exam_imports = []
    for (const row of await queries.listImports(db, examImportListLimits.imports))
      exam_imports.push(await toWireImport(db, row))
    return { exam_imports }
  })

export const getImport = (school: School, { id }: { id: string }) => school.tx((db) => readImport(db, id))

export const listVerdicts = (
  school: School,
  { id, page, show }: { id: string } & RouteOutput<typeof examImports.items>['query'],
) =>
  school.tx(async (db) => {
    await readImport(db, id)
    const rowsPerPage = examImportListLimits.perPage
    const total = await countItems(db, id, show)
    const rows = await listItems(db, id, show, pageRangeOf({ page, rowsPerPage, total }))
    return { items: { total, page, rowsPerPage, list: rows as ExamImportVerdictRow[] } }
  })

/** Begins to add the questions of a checked file. */
export const confirmImport = (school: School, { id, ...filing }: ExamImportFiling & { id: string }) =>
  school.tx(async (db) => {
    const row = await queries.lockImport(db, id)
    if (!row) throw notFound()
    if (row.status === 'checking') throw new AppError('exam_import_unchecked')
    if (row.status === 'checked') {
      await queries.markConfirmed(db, id, filing)
      await enqueue(db, jobs.processExamImport, { importId: id })
    }
    return readImport(db, id)
  })

/** Stops an import after its present batch; one that has ended stays as it is. */
export const cancelImport = (school: School, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    if (!(await queries.lockImport(db, id))) throw notFound()
    await queries.endImport(db, id, { status: 'cancelled', on: now() })
    return readImport(db, id)
  })
