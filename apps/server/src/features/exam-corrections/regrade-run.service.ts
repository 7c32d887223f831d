import { type Run, runs } from '../../jobs/runs/runs.queries.ts'
import type { RunKind } from '../../jobs/runs/runs.ts'
import { regradeQuestion } from '../exam-attempts/regrading.service.ts'

/** Attempts of one transaction, so that others never wait long for it. */
const attemptsAtOnce = 50

export const regradeKind = 'regrade'

/** One marking of a question is open at a time. */
export const laneOf = (questionId: string) => `regrade ${questionId}`

export interface RegradeInput {
  versions: number[]
  /** Null: a correction was undone. */
  correctionId: string | null
  /** The question was annulled, or its annulment undone. */
  isAnnulment?: boolean
}

/** Whether the job has used up its tries: a page offers to go on. */
export const hasStopped = ({ counts }: Run) => (counts.stopped ?? 0) > 0

/** Attempts that are marked again by a corrected key, or by the key before it. */
export const regradeRun: RunKind = {
  kind: regradeKind,
  atOnce: attemptsAtOnce,
  forgets: false,
  prepare: ({ subjectId, input, cursor }, { db, tools, atOnce: limit }) =>
    regradeQuestion(db, { questionId: subjectId!, ...(input as RegradeInput) }, { after: cursor, limit }, tools),
  giveUp: (db, run) => runs.advance(db, run, { done: 0, counts: { stopped: 1 }, isMore: false }),
}
