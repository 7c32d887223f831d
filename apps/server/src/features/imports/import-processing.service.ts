import { type CheckedRow, checkImportRow, type ImportRow } from '@escola/contract/imports.contract'
import { refusals } from '@escola/contract/refusals'
import { AppError } from '../../core/app-error.ts'
import { FileMissing, type FileStore } from '../../core/file-store.ts'
import type { School } from '../../core/scope.ts'
import type { BillingTools, Clock, Tools } from '../../core/tools.ts'
import { holdAnyCohort } from '../cohorts/cohorts.service.ts'
import { giveGrants } from '../enrollments/enrollments.service.ts'
import { refuseJoining } from '../enrollments/seats.service.ts'
import { recordNews } from '../notices/notices.service.ts'
import { followMerges } from '../people/merged.service.ts'
import type { Addressee, People } from '../people/people.service.ts'
import { advanceImport, insertRefusals, lockImportAt, type RefusedRow } from './import-batch.queries.ts'
import { findImportToRun, markImportFailed } from './imports.queries.ts'
import { RowParser } from './row-parser.ts'

const batchSize = 2000

export interface ProcessingTools extends Pick<Tools, 'files' | 'now' | 'billing'> {
  people: People
}

interface Batch {
  /** Number of rows of the file that come before it. */
  from: number
  good: CheckedRow[]
  refused: RefusedRow[]
}

/**
 * Processes the import from where it stands. Rows before that are read only for their e-mails, which later rows must not repeat. A batch is
 * one transaction that also moves the cursor, so it happens once, whatever other run is at work on the import. While the database is at one
 * batch, the rows of the next are read and their people made.
 */
export async function processImport(
  school: School,
  importId: string,
  tools: ProcessingTools,
  signal: AbortSignal,
): Promise<void> {
  const found = await school.tx((db) => findImportToRun(db, importId))
  if (!found) return
  const seen = new Set<string>()
  const makeBatch = (from: number): Batch => ({ from, good: [], refused: [] })
  let position = 0
  let batch = makeBatch(found.processed)
  let applying = Promise.resolve()
  const apply = async () => {
    const people = tools.people.ensureFor(
      school,
      batch.good.map((row) => row.email),
    )
    // The batch that awaits these people reports their failure; until then it would count as unhandled.
    people.catch(() => {})
    await applying
    signal.throwIfAborted()
    applying = applyBatch(school, { importId, ...found, people: await people }, batch, tools)
    // It is awaited with the next batch.
    applying.catch(() => {})
    batch = makeBatch(position)
  }
  try {
    for await (const row of readStoredRows(tools.files, found.storage_key)) {
      const verdict = checkImportRow(row, seen)
      position++
      if (position <= found.processed) continue
      if ('row' in verdict) batch.good.push(verdict.row)
      else batch.refused.push({ row, reason: verdict.reason })
      if (position - batch.from === batchSize) await apply()
    }
    if (position > batch.from) await apply()
    await applying
  } catch (error) {
    const cause = await applying.then(
      () => error,
      (failure: unknown) => failure,
    )
    // A retry would neither bring the file back nor mend it.
    if (!(cause instanceof FileMissing || cause instanceof AppError)) throw cause
    await failImport(school, importId, tools)
  }
}

export const failImport = (school: School, importId: string, { now }: Clock) =>
  school.tx(async (db) => {
    await markImportFailed(db, importId, refusals.importFailed, now())
    await recordNews(db, 'import_ended', [importId], { now })
  })

async function* readStoredRows(files: FileStore, key: string): AsyncGenerator<ImportRow> {
  const parser = new RowParser()
  for await (const chunk of await files.read(key)) yield* parser.push(chunk as Buffer)
  parser.end()
}

interface Applied {
  importId: string
  cohort_id: string
  /** Students who are in the class get another grant. */
  renews: boolean
  people: Map<string, Addressee>
}

const applyBatch = (
  school: School,
  { importId, cohort_id: cohortId, renews, people }: Applied,
  { from, good, refused }: Batch,
  tools: BillingTools,
) =>
  school.tx(async (db) => {
    const now = tools.now()
    // The class is held before the import, as its deletion holds them; without its class an import is gone too.
    if (!(await holdAnyCohort(db, cohortId))) return
    // Another run was faster; this one goes on with the next batch.
    if (!(await lockImportAt(db, importId, from))) return
    const followed = await followMerges(
      db,
      [...people.values()].map(({ userId }) => userId),
    )
    const idOf = ({ email }: CheckedRow) => followed.get(people.get(email)!.userId)!
    const closed = await refuseJoining(db, cohortId, [...new Set(good.map(idOf))], tools)
    const refusalOf = (row: CheckedRow) => closed.get(idOf(row))
    const admitted = good.filter((row) => !refusalOf(row))
    const turnedAway = good.flatMap((row) => {
      const reason = refusalOf(row)
      return reason ? [{ row, reason }] : []
    })
    const allRefused = [...refused, ...turnedAway]
    const grants = admitted.map((row) => ({
      cohortId,
      student: { ...row, email: people.get(row.email)!.email, userId: idOf(row) },
      source: 'importer' as const,
      sourceKey: importId,
      sourceLine: row.line,
    }))
    const enrolled = (await giveGrants(db, grants, tools, { renews })).filter(({ hasJoined }) => hasJoined)
    const created = enrolled.filter(({ isNewToSchool }) => isNewToSchool)
    if (allRefused.length) await insertRefusals(db, importId, allRefused)
    const counts = {
      processed: admitted.length + allRefused.length,
      created: created.length,
      enrolled: enrolled.length,
      unchanged: admitted.length - enrolled.length,
      refused: allRefused.length,
    }
    if (await advanceImport(db, importId, counts, now)) await recordNews(db, 'import_ended', [importId], tools)
  })
