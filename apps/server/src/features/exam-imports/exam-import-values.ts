import { type ExamImport, type ExamImportUndo, examImportFormats } from '@escola/contract/exam-imports.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import { findLatestRun, type Run } from '../../jobs/runs/runs.queries.ts'
import { toProgress } from '../../jobs/runs/runs.ts'
import { countFree } from '../exam-questions/exam-questions.service.ts'
import { findImport, type ImportRow } from './exam-imports.queries.ts'

export const undoKind = 'undo_questions'

/** One undo of an import is open at a time. */
export const laneOf = (importId: string) => `undo questions ${importId}`

/** Whether the job has used up its tries. */
export const hasStopped = ({ counts }: Run) => (counts.stopped ?? 0) > 0

/** @throws not_found */
export async function readImport(db: SchoolDb, id: string) {
  const row = await findImport(db, id)
  if (!row) throw notFound()
  return { exam_import: await toWireImport(db, row), free: await countFree(db) }
}

export async function toWireImport(db: SchoolDb, row: ImportRow): Promise<ExamImport> {
  const run = row.utc_undone_on === null ? undefined : await findLatestRun(db, laneOf(row.id))
  const { utc_undone_on: _, ...shown } = row
  return {
    ...shown,
    format: examImportFormats.find((format) => format === row.format)!,
    status: row.status as ExamImport['status'],
    utc_created_on: row.utc_created_on.toISOString(),
    utc_finished_on: row.utc_finished_on?.toISOString() ?? null,
    undo: run ? toWireUndo(run) : null,
  }
}

const toWireUndo = (run: Run): ExamImportUndo => ({
  ...toProgress(run),
  done: run.done,
  removed: run.counts.removed ?? 0,
  used: run.counts.used ?? 0,
  edited: run.counts.edited ?? 0,
  is_stopped: hasStopped(run),
})
