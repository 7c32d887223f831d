import { bulkRuns } from './features/bulk-changes/bulk-runs.service.ts'
import { subscriberRuns } from './features/bulk-changes/subscribers.service.ts'
import { reissueRun } from './features/certificates/reissues/reissues.service.ts'
import { termRun } from './features/enrollments/term-changes.service.ts'
import { regradeRun } from './features/exam-corrections/regrade-run.service.ts'
import { undoQuestionsRun } from './features/exam-imports/exam-import-undo.service.ts'
import { undoRun } from './features/imports/import-undo.service.ts'
import type { RunKind } from './jobs/runs/runs.ts'
import { studentLifecycle } from './student-lifecycle.ts'

/** Kinds of runs, each with how its batches are done. */
export const runKinds: RunKind[] = [
  ...bulkRuns({ lifecycle: studentLifecycle }),
  ...subscriberRuns,
  termRun,
  reissueRun,
  undoRun,
  regradeRun,
  undoQuestionsRun,
]
