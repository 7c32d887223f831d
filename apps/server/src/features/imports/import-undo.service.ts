import { type Import, isRunning, isUndoable } from '@escola/contract/imports.contract'
import { monthOf } from '@escola/contract/time'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { type RunKind, startRun } from '../../jobs/runs/runs.ts'
import { forecastReturn, returnCharges } from '../charges/returned-charges.service.ts'
import { holdRunCohorts } from '../cohorts/run-cohorts.service.ts'
import { endGrants } from '../enrollments/enrollments.service.ts'
import { countForsaken } from './import-erasing.queries.ts'
import * as queries from './import-undo.queries.ts'
import { findImport, lockImport } from './imports.queries.ts'
import { toWireImport } from './imports.service.ts'

const batchSize = 1000

export const forecastUndo = (school: School, id: string, tools: Clock) =>
  school.tx(async (db) => {
    if (!(await findImport(db, id))) throw notFound()
    const forsaken = await countForsaken(db, id)
    return { ...(await queries.countGivenPlaces(db, id)), forsaken, ...(await forecastReturn(db, id, tools)) }
  })

/** Leaves the work to the worker. An import that is being undone, or was, stays as it is. */
export const undoImport = (school: Attended, id: string, { now }: Clock): Promise<{ import: Import }> =>
  school.tx(async (db) => {
    const row = await lockImport(db, id)
    if (!row) throw notFound()
    const entry = toWireImport(row)
    if (entry.undo && entry.undo.status !== 'failed') return { import: entry }
    if (isRunning(entry)) throw new AppError('import_running')
    if (!isUndoable(entry, now())) throw new AppError('import_undo_late')
    const { leaving, staying } = await queries.countGivenPlaces(db, id)
    const total = row.undo_left + row.undo_kept + leaving + staying
    const askedBy = school.actor.userId
    await queries.markUndoing(db, id, { total, by: askedBy })
    const subject = { kind: 'cohort' as const, id: row.cohort_id }
    const input: Input = { import_id: id, month: monthOf(now()) }
    await startRun(db, {
      kind: 'undo',
      subject,
      targetId: null,
      lane: `undo ${id}`,
      input,
      total,
      askedBy,
      askedOn: now(),
    })
    return { import: toWireImport((await findImport(db, id))!) }
  })

interface Input {
  import_id: string
  /** The question has promised to give back what this month has charged, though it may end before the work does. */
  month?: string | undefined
}

/** Undone imports: their grants end. The import counts them too, and keeps the result. */
export const undoRun: RunKind = {
  kind: 'undo',
  atOnce: batchSize,
  forgets: false,
  prepare: async (found, { db, tools, atOnce }) => {
    const { import_id: importId, month = monthOf(tools.now()) } = found.input as Input
    // The class is held before the import, as its deletion holds them; without its class an import is gone too.
    if (!(await holdRunCohorts(db, found)) || !(await queries.lockUndo(db, importId))) return 'gone'
    return async ({ askedBy }) => {
      const given = { source: 'importer' as const, sourceKeys: [importId], atMost: atOnce }
      const { ended, left } = await endGrants(db, given, { why: 'import_undone', endedBy: askedBy! }, tools)
      const isMore = await queries.hasGivenPlaces(db, importId)
      // The try that follows begins with what is there by then.
      if (isMore && ended.length === 0) throw new Error(`no grant of import ${importId} could be ended`)
      const counts = { left: left.length, kept: ended.length - left.length }
      if (!isMore) await returnCharges(db, { importId, month }, tools)
      await queries.advanceUndo(db, importId, { ...counts, doneOn: isMore ? null : tools.now() })
      return { done: ended.length, counts, isMore }
    }
  },
  giveUp: (db, { input }) => queries.markUndoFailed(db, (input as Input).import_id),
}
