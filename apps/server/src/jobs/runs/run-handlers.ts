import type { z } from 'zod'
import { jobs } from '../catalogue.ts'
import { defineHandler, type JobHandler } from '../handlers.ts'
import type { JobDefinition } from '../job-definition.ts'
import { oldChanges, oldMoves, oldReissues, oldTerms, oldUndos } from './old-runs.queries.ts'
import { type RunStore, runs } from './runs.queries.ts'
import { continueRun, type RunKind, stopRun } from './runs.ts'

/** Handlers of the jobs that do runs: of all kinds, and of those that release 1.0 has begun. */
export function runHandlers(kinds: readonly RunKind[]): JobHandler[] {
  const handle = <P extends z.ZodObject>(
    job: JobDefinition<P>,
    read: (payload: z.output<P>) => { id: string; store: RunStore },
  ) =>
    defineHandler(
      job,
      (school, payload, tools, signal) => {
        const { id, store } = read(payload)
        return continueRun(school, { kinds, store }, id, tools, signal)
      },
      (school, payload, _error, tools) => {
        const { id, store } = read(payload)
        return stopRun(school, { kinds, store }, id, tools)
      },
    )
  return [
    handle(jobs.continueRun, ({ runId: id }) => ({ id, store: runs })),
    handle(jobs.moveStudents, ({ moveId: id }) => ({ id, store: oldMoves })),
    handle(jobs.changeStudents, ({ changeId: id }) => ({ id, store: oldChanges })),
    handle(jobs.reissueAll, ({ reissueId: id }) => ({ id, store: oldReissues })),
    handle(jobs.undoImport, ({ importId: id, month }) => ({ id, store: oldUndos(month) })),
    ...[jobs.applyTerm, jobs.applySoldTerm].map((job) => handle(job, ({ changeId: id }) => ({ id, store: oldTerms }))),
  ]
}
