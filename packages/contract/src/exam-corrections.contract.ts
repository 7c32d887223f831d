import { z } from 'zod'
import { dayMs } from './durations.ts'
import { annulments } from './exam-content.ts'
import { Correction, correctionLimits, KeyAnswer } from './exam-corrections.ts'
import { defineRoute } from './route.ts'
import { RunProgress } from './runs.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

const count = z.number().int()

/** Numbers of what a correction would change. */
export const CorrectionEffect = z.object({
  /** Marks of students that change. */
  marks: count,
  /** Students who have passed with it. */
  passed: count,
  /** Students who stay passed below the pass mark. */
  kept: count,
  /** Attempts that run now: they are marked by the right key when they end. */
  running: count,
  /** Certificates that were printed with another mark. */
  certificates: count,
})
export type CorrectionEffect = z.infer<typeof CorrectionEffect>

/** A correction that was made and not undone. */
export const KeyCorrection = z.object({
  id: Id,
  wrong: Correction,
  answer: Correction,
  utc_corrected_on: Utc,
  /** Effects that stay when it is undone: students who have passed with it, and their certificates of the course. */
  passed: count,
  certificates: count,
})
export type KeyCorrection = z.infer<typeof KeyCorrection>

/** Progress of the marking that a correction, or its undo, began. */
export const Regrading = RunProgress.extend({
  done: count,
  marks: count,
  passed: count,
  /** It goes back to the key before. */
  is_undo: z.boolean(),
  /** The question was annulled, or its annulment undone. */
  is_annulment: z.boolean(),
  /** The job has used up its tries before it had marked all. */
  is_stopped: z.boolean(),
})
export type Regrading = z.infer<typeof Regrading>

/** Corrections of a question, as its author finds them. */
export const QuestionCorrections = z.object({
  /** Right answer of the bank's current version, and its options in their order, with their first words. */
  answer: KeyAnswer,
  options: z.array(z.object({ id: Id, words: z.string() })),
  /** Ids of its left texts, where it has pairs. */
  lefts: z.array(Id),
  /** Set where attempts are marked by another key than the bank's: one of their versions, and the answer by which it is marked. */
  outdated: z
    .object({
      version: z.number().int(),
      wrong: KeyAnswer,
      /** The statement differs, so that both keys may be right. */
      is_other_statement: z.boolean(),
    })
    .nullable(),
  /** The newest version that attempts ask, with the first words of its statement; null without one, and for an open question. */
  asked: z
    .object({ version: z.number().int(), summary: z.string(), annulled: z.enum(annulments).nullable() })
    .nullable(),
  /** Id of the newest correction, undone or not, for the call that makes the next one. */
  last: Id.nullable(),
  /** The newest that was not undone. */
  latest: KeyCorrection.nullable(),
  /** The newest marking, over or not. */
  regrading: Regrading.nullable(),
})
export type QuestionCorrections = z.infer<typeof QuestionCorrections>

/** First moment at which a correction can't be undone. */
export const undoEnd = (correctedOn: Date) => new Date(correctedOn.getTime() + correctionLimits.undoDays * dayMs)

const QuestionParams = SchoolParams.extend({ id: Id })
const Answer = z.object({ corrections: QuestionCorrections })
const Asked = z.object({ version: z.number().int().min(1).max(1_000_000_000), answer: Correction })

export const examCorrections = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-questions/:id/corrections',
    summary: 'Whether attempts are marked by another key than that of the bank, and the last correction of the key',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: QuestionParams,
    response: Answer,
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/corrections/preview',
    summary: 'Count the marks and passes that a corrected key, or an annulment, would change; nothing is written',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    reads: true,
    params: QuestionParams,
    body: Asked,
    response: z.object({ effect: CorrectionEffect }),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/corrections',
    summary:
      'Correct the key of a version, and of all that asked the same with the same key, or annul it with all that say the same; a job marks the attempts again. 409 stale_version where `last` is not the newest correction',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    status: 202,
    params: QuestionParams,
    body: Asked.extend({ last: Id.nullable() }),
    response: Answer,
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/corrections/:correctionId/undo',
    summary: 'Go back to the key before a correction, for seven days; passes, completions and certificates stay',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    status: 202,
    params: QuestionParams.extend({ correctionId: Id }),
    response: Answer,
  }),
  resume: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-questions/:id/corrections/resume',
    summary: 'Mark the attempts of the newest correction again, where a job ended before it had marked all',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    status: 202,
    params: QuestionParams,
    response: Answer,
  }),
}
