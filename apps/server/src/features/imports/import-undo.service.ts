import { type Import, isRunning, isUndoable } from '@escola/contract/imports.contract'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { forecastReturn, returnCharges } from '../charges/returned-charges.service.ts'
import { holdAnyCohort } from '../cohorts/cohorts.service.ts'
import { endGrants } from '../enrollments/enrollments.service.ts'
import * as queries from './import-undo.queries.ts'
import { findImport, lockImport } from './imports.queries.ts'
import { toWireImport } from './imports.service.ts'

type Clock = Pick<Tools, 'now'>

const batchSize = 1000

export const forecastUndo = (school: School, id: string, tools: Clock) =>
  school.tx(async (db) => {
    if (!(await findImport(db, id))) throw notFound()
    return { ...(await queries.countGivenPlaces(db, id)), ...(await forecastReturn(db, id, tools)) }
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
    await queries.markUndoing(db, id, { total, by: school.actor.userId })
    await enqueue(db, jobs.undoImport, { importId: id, month: monthOf(now()) })
    return { import: toWireImport((await findImport(db, id))!) }
  })

/**
 * Ends the grants of an import, some in each transaction, which counts them too. Whatever other run is at work on it, each grant ends once; a run after
 * the last finds nothing. What the question has promised to give back goes back, though the month may end before the work does.
 */
export const processUndo = (school: School, asked: Undo, tools: Clock, signal: AbortSignal): Promise<void> =>
  workInBatches(school, signal, (db) => undoBatch(db, asked, tools))

interface Undo {
  importId: string
  month?: string | undefined
}

async function undoBatch(db: SchoolDb, { importId, month }: Undo, tools: Clock): Promise<boolean> {
  const found = await queries.findUndoToRun(db, importId)
  // The class is held before the import, as its deletion holds them; without its class an import is gone too.
  if (!found || !(await holdAnyCohort(db, found.cohort_id)) || !(await queries.lockUndo(db, importId))) return false
  const { ended, left } = await endGrants(
    db,
    { source: 'importer', sourceKeys: [importId], atMost: batchSize },
    { why: 'import_undone', endedBy: found.undone_by! },
    tools,
  )
  const isMore = await queries.hasGivenPlaces(db, importId)
  // The try that follows begins with what is there by then.
  if (isMore && ended.length === 0) throw new Error(`no grant of import ${importId} could be ended`)
  const counts = { left: left.length, kept: ended.length - left.length, doneOn: isMore ? null : tools.now() }
  if (!isMore) await returnCharges(db, { importId, month: month ?? monthOf(tools.now()) }, tools)
  await queries.advanceUndo(db, importId, counts)
  return isMore
}

export const failUndo = (school: School, importId: string) =>
  school.tx((db) => queries.markUndoFailed(db, importId)).then(() => undefined)
