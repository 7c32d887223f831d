import { isExamImportUndoable } from '@escola/contract/exam-imports.contract'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { type Run, runs } from '../../jobs/runs/runs.queries.ts'
import { type RunKind, startRun } from '../../jobs/runs/runs.ts'
import { removeUnused } from '../exam-questions/exam-questions.service.ts'
import * as queries from './exam-import-undo.queries.ts'
import { hasStopped, laneOf, readImport, toWireImport, undoKind } from './exam-import-values.ts'
import { lockImport, markUndone } from './exam-imports.queries.ts'

/** Questions of one transaction, so that others never wait long for it. */
const questionsAtOnce = 100

export const forecastUndo = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    await readImport(db, id)
    return queries.countImported(db, id)
  })

/** Leaves the work to the worker. An import that is being undone, or was, stays as it is. */
export const undoImport = (school: Attended, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const row = await lockImport(db, id)
    if (!row) throw notFound()
    const entry = await toWireImport(db, row)
    if (entry.undo && !entry.undo.is_stopped) return readImport(db, id)
    if (entry.utc_finished_on === null) throw new AppError('import_running')
    if (!isExamImportUndoable(entry, now())) throw new AppError('import_undo_late')
    const { removing, used, edited } = await queries.countImported(db, id)
    const input: Input = { importId: id }
    await startRun(db, {
      kind: undoKind,
      subject: { kind: 'school', id: null },
      targetId: null,
      lane: laneOf(id),
      input,
      total: removing + used + edited,
      askedBy: school.actor.userId,
      askedOn: now(),
    })
    await markUndone(db, id, school.actor.userId, now())
    return readImport(db, id)
  })

interface Input {
  importId: string
}

/** Undone imports of questions: those that are neither used nor changed are removed. */
export const undoQuestionsRun: RunKind = {
  kind: undoKind,
  atOnce: questionsAtOnce,
  forgets: false,
  prepare: async ({ input, cursor }, { db, atOnce: limit }) => {
    const { importId } = input as Input
    const next = await queries.listNextImported(db, importId, { after: cursor, limit })
    const ids = next.map(({ question_id }) => question_id)
    const free = ids.length > 0 ? await queries.lockFree(db, ids) : []
    return async (run: Run) => {
      if (run.cursor !== cursor) return { done: 0, isMore: true }
      const judged = free.length > 0 ? await queries.judgeLocked(db, free) : []
      const removed = judged.filter(({ is_used, is_edited }) => !is_used && !is_edited).map(({ id }) => id)
      const edited = judged.filter(({ is_used, is_edited }) => !is_used && is_edited).length
      if (removed.length > 0) await removeUnused(db, removed)
      const counts = { removed: removed.length, edited, used: ids.length - removed.length - edited }
      const last = next.at(-1)?.number
      return {
        done: ids.length,
        counts,
        isMore: ids.length === limit,
        ...(last !== undefined && { last: String(last) }),
      }
    }
  },
  giveUp: (db, run) =>
    hasStopped(run) ? Promise.resolve() : runs.advance(db, run, { done: 0, counts: { stopped: 1 }, isMore: false }),
}
