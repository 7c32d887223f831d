import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  checkImportRow,
  type Import,
  type ImportUndo,
  isUnderWay,
  type RefusalReason,
} from '@escola/contract/imports.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { cleanEmail, cleanText, isEmail } from '@escola/contract/people'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, Tools } from '../../core/tools.ts'
import type { Upload } from '../../files/upload.ts'
import { Bytes, Events } from '../../http/replies.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { deleteIfRefused, recordUpload } from '../files/files.service.ts'
import { requireCost } from './import-check.service.ts'
import { type ImportProgress, pollMs } from './import-progress.ts'
import {
  correctRefusals,
  deleteRefusalsOf,
  findCohortId,
  findImport,
  type ImportRecord,
  insertImport,
  listImports,
  listRefusals,
  markSettled,
} from './imports.queries.ts'
import { writeRefusalsCsv } from './refusals-csv.ts'
import { RowParser } from './row-parser.ts'

const contentType = 'application/json'

export interface ImportTools extends Tools {
  progress: ImportProgress
}

/** Keeps the file and leaves the rest to the worker. The file is checked while it streams into the store. */
export async function startImport(
  school: Attended,
  {
    filename: givenName,
    cohortId,
    renews,
    file,
  }: { filename: string; cohortId: string; renews: boolean; file: Upload },
  { files, config, ...tools }: Pick<Tools, 'files' | 'config' | 'now' | 'billing'>,
): Promise<{ import: Import }> {
  const filename = cleanText(givenName) || file.filename
  const key = `${school.id}/imports/${randomUUID()}.json`
  const tally = { rows: 0, hasEmail: false, emails: new Set<string>(), bytes: 0 }
  const createdBy = school.actor.userId
  await files.put(key, Readable.from(counted(file.stream, tally)), contentType)
  const recorded = school.tx(async (db) => {
    if (!tally.hasEmail) throw new AppError('import_no_email', { fields: { file: messages.importNoEmail(filename) } })
    if (!(await holdCohort(db, cohortId))) throw notFound()
    await requireCost(db, { cohortId, renews, emails: tally.emails }, tools)
    const upload = { purpose: 'import', key, filename, contentType, sizeBytes: tally.bytes, createdBy } as const
    const stored = await recordUpload(db, upload, { config })
    const row = await insertImport(db, {
      cohort_id: cohortId,
      filename,
      file_id: stored.id,
      total_students: tally.rows,
      renews,
      created_by: createdBy,
    })
    await enqueue(db, jobs.processImport, { importId: row.id })
    return row
  })
  return { import: toWireImport(await deleteIfRefused(recorded, () => files.delete(key))) }
}

interface Tally {
  rows: number
  hasEmail: boolean
  /** E-mails of the rows that are not refused. */
  emails: Set<string>
  bytes: number
}

async function* counted(stream: Readable, tally: Tally) {
  const parser = new RowParser()
  let refusal: unknown
  const count = (chunk: Buffer) => {
    tally.bytes += chunk.length
    for (const row of parser.push(chunk)) {
      if (++tally.rows > limits.importRows)
        throw new AppError('import_too_many', { fields: { file: messages.importTooMany } })
      tally.hasEmail ||= isEmail(cleanEmail(row.email))
      checkImportRow(row, tally.emails)
    }
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The stream is read to its end even when it is refused: an answer that cuts an upload off looks like a broken connection in the
    // browser.
    if (refusal) continue
    try {
      count(chunk)
    } catch (error) {
      refusal = error
      continue
    }
    yield chunk
  }
  // The multipart reader cuts the stream off at the route's limit.
  if ((stream as { truncated?: boolean }).truncated) throw new AppError('file_too_large')
  if (refusal) throw refusal
  parser.end()
}

export const listCohortImports = (school: School, cohortId: string) =>
  school.tx(async (db) => {
    if (!(await findCohortId(db, cohortId))) throw notFound()
    return { imports: (await listImports(db, cohortId)).map(toWireImport) }
  })

export const getImport = (school: School, id: string) =>
  school.tx(async (db) => {
    const row = await findImport(db, id)
    if (!row) throw notFound()
    return { import: toWireImport(row), refusals: await refusalsOf(db, id) }
  })

export const settleImport = (school: School, id: string, { now }: Clock) =>
  school.tx(async (db) => {
    if (!(await markSettled(db, id, now()))) throw notFound()
    return done
  })

export async function getRefusalsFile(school: School, id: string): Promise<Bytes> {
  const { refusals } = await getImport(school, id)
  return new Bytes(Buffer.from(writeRefusalsCsv(refusals)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="recusados-${id}.csv"`,
    'cache-control': 'no-store',
  })
}

/** Yields the import as it stands, then each change until it ends, or until it is undone. */
export async function watchImport(school: School, id: string, { progress }: ImportTools): Promise<Events> {
  const first = await progress.find(school, id)
  if (!first) throw notFound()
  return new Events(async function* (signal) {
    let sent = ''
    for (let row: ImportRecord | undefined = first; row; row = await progress.find(school, id)) {
      const data = toWireImport(row)
      if (sent !== JSON.stringify(data)) yield { event: 'import', data }
      sent = JSON.stringify(data)
      if (!isUnderWay(data)) return
      await sleep(pollMs, undefined, { signal })
    }
  })
}

const refusalsOf = async (...[db, id]: Parameters<typeof listRefusals>) =>
  (await listRefusals(db, id)).map((row) => ({ ...row, reason: row.reason as RefusalReason }))

export const toWireImport = ({
  cohort_id,
  status,
  utc_created_on,
  utc_finished_on,
  undo_status,
  undo_total,
  undo_left,
  undo_kept,
  utc_undone_on,
  ...row
}: ImportRecord): Import => ({
  ...row,
  school_gateway_id: cohort_id,
  status: status as Import['status'],
  utc_created_on: utc_created_on.toISOString(),
  utc_finished_on: utc_finished_on?.toISOString() ?? null,
  undo:
    undo_status === null
      ? null
      : {
          status: undo_status as ImportUndo['status'],
          total: undo_total,
          left: undo_left,
          kept: undo_kept,
          utc_finished_on: utc_undone_on?.toISOString() ?? null,
        },
})

/** Forgets the rows of imports that were refused with a student's e-mail. */
export const forgetRefused = async (db: SchoolDb, { email }: { email: string }): Promise<void> =>
  void (await deleteRefusalsOf(db, email))

/** Rows that were refused with an e-mail that a student had name the one that they have. */
export const moveRefused = async (db: SchoolDb, emails: { from: string[]; to: string }): Promise<void> =>
  void (await correctRefusals(db, emails))
