import type { SchoolDb } from '@escola/db'
import { type Run, runs } from '../../jobs/runs/runs.queries.ts'
import { type RunKind, startRun } from '../../jobs/runs/runs.ts'
import { regradeQuestion } from '../exam-attempts/regrading.service.ts'

/** Attempts of one transaction, so that others never wait long for it. */
const attemptsAtOnce = 50

const regradeKind = 'regrade'

/** One marking of a question is open at a time. */
export const laneOf = (questionId: string) => `regrade ${questionId}`

export interface RegradeInput {
  versions: number[]
  /** Null: a correction was undone. */
  correctionId: string | null
  /** The question was annulled, or its annulment undone. */
  isAnnulment?: boolean
}

interface Marking {
  questionId: string
  input: RegradeInput
  /** Attempts that ask one of the versions. */
  total: number
  /** Null: the franchisor's correction asks for it. */
  askedBy: string | null
  askedOn: Date
}

/** Has the attempts of a question marked again. @returns undefined while another marking of it is open */
export const startMarking = (db: SchoolDb, { questionId, ...run }: Marking) =>
  startRun(db, {
    ...run,
    kind: regradeKind,
    subject: { kind: 'question', id: questionId },
    targetId: null,
    lane: laneOf(questionId),
  })

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
