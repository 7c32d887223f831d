import { type BulkAction, BulkSelection, bulkActions } from '@escola/contract/bulk-changes.contract'
import { z } from 'zod'
import type { LifecycleTools } from '../../core/student-lifecycle.ts'
import type { Run } from '../../jobs/runs/runs.queries.ts'
import type { RunKind, Step, Working } from '../../jobs/runs/runs.ts'
import { runBeforeMove } from '../charges/charges-run.service.ts'
import { holdAnyCohort } from '../cohorts/cohorts.service.ts'
import { holdRunCohorts } from '../cohorts/run-cohorts.service.ts'
import { EnrolledUntil, listEnrolled } from '../moves/moves.service.ts'
import { batchOf, type ErasingWork, steps } from './bulk-steps.service.ts'
import { type Range, readListing } from './selections.service.ts'

/** Students of one transaction. One who is erased costs many statements, and holds the balance. */
const atOnce: Record<BulkAction, number> = { add: 200, move: 500, remove: 200, resend: 200, erase: 20 }

/** Students whom a run is for: those of a selection, or of a class since a day. */
const Input = z.union([EnrolledUntil, BulkSelection])

async function readList(
  { kind, input, subjectId, askedOn }: Run,
  { db }: Working,
): Promise<{ list: (range: Range) => Promise<string[]>; isOfImport: boolean }> {
  const among = Input.parse(input)
  if ('enrolled_until' in among)
    return { list: (range) => listEnrolled(db, subjectId!, among, range), isOfImport: false }
  const filterId = among.filter?.school_gateway_id
  const isThere = !filterId || (await holdAnyCohort(db, filterId))
  const list = isThere ? await readListing(db, among, { action: kind as BulkAction, askedOn }) : async () => []
  return { list, isOfImport: among.import_id !== undefined }
}

/** Does the next students of a selection. */
async function prepare(found: Run, working: ErasingWork): ReturnType<RunKind['prepare']> {
  const { db, tools, atOnce } = working
  if (!(await holdRunCohorts(db, found))) return 'gone'
  if (found.kind === 'move' && (await runBeforeMove(db, found.subjectId!, tools))) return 'again'
  const { list, isOfImport } = await readList(found, working)
  const step: Step = async (run) => {
    const userIds = await list({ after: run.cursor, limit: atOnce })
    const sift = (among: string[]) => list({ after: '0', limit: among.length, among })
    const counts =
      userIds.length > 0 ? await steps[run.kind as BulkAction](run, { userIds, isOfImport, sift }, working) : {}
    return batchOf(counts, { last: userIds.at(-1), isMore: userIds.length === atOnce })
  }
  return step
}

/** Runs over students whom an administrator has selected. With a class of it a run ends. */
export const bulkRuns = (own: Pick<LifecycleTools, 'lifecycle'>): RunKind[] =>
  bulkActions.map((kind) => ({
    kind,
    atOnce: atOnce[kind],
    forgets: true,
    prepare: (found, working) => prepare(found, { ...working, tools: { ...working.tools, ...own } }),
  }))
