import { z } from 'zod'
import { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from './exam-attempt-wire.ts'
import { ExamSettings, examLimits, shownParts } from './exam-plan.ts'
import { defineRoute } from './route.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

export const examAttemptLimits = {
  /** Calls that one student sends in a minute; a save may have several answers. */
  callsPerMinute: 120,
  /** Attempts that a student's list has, the latest ones. */
  listed: 100,
  /** Bytes of one call: some ninety open answers of full length. */
  bytes: 1024 * 1024,
} as const

/** Points of a mark, in hundredths. */
const Mark = z.object({ points: z.number().int(), total: z.number().int() })

/** How an attempt came to its end. */
export const handedInWays = ['student', 'time_over', 'closed', 'no_access', 'merged'] as const
export type HandedInWay = (typeof handedInWays)[number]

const PastAttempt = z.object({
  id: Id,
  /** Counts the student's attempts at this assessment, from 1. */
  number: z.number().int(),
  utc_begun_on: Utc,
  utc_handed_in_on: Utc,
  handed_in_how: z.enum(handedInWays),
  /** Part of the results that may be shown now. */
  shows: z.enum(shownParts),
  /** Null until the score may be shown. */
  mark: Mark.nullable(),
  /** An open answer waits for a person, and the rest with it. */
  is_waiting: z.boolean(),
})
export type PastAttempt = z.infer<typeof PastAttempt>

/** A lesson's assessment as one student finds it. */
export const LessonExam = z.object({
  /** Settings of the publication, with the limit of time and the closing that the student's exception gives. */
  settings: ExamSettings.extend({ limit_minutes: z.number().int().nullable() }),
  /** Number of questions that an attempt asks. */
  questions: z.number().int(),
  /** Points of an attempt in hundredths, without what is annulled and out of the total. Null for an exercise, which counts for nothing. */
  points: z.number().int().nullable(),
  /** An attempt may ask open questions, whose points a person gives afterwards. False for an exercise, whose open questions have none. */
  has_open: z.boolean(),
  /** Why no attempt can be begun now, in words; null: one can. */
  refusal: z.string().nullable(),
  /** When one can be begun, as far as that is known. */
  utc_next_on: Utc.nullable(),
  /** Null: any number. */
  attempts_left: z.number().int().nullable(),
  running: z.object({ id: Id, utc_begun_on: Utc, utc_ends_on: Utc.nullable() }).nullable(),
  /** The latest attempts that are over, the newest first. */
  past: z.array(PastAttempt),
  /** The mark by the rule of counting; null while it may not be shown. */
  mark: Mark.nullable(),
  has_passed: z.boolean(),
})
export type LessonExam = z.infer<typeof LessonExam>

/** An attempt that runs, on the device that opened it last. */
export const RunningAttempt = z.object({
  id: Id,
  /** Stands with each save; a later opening makes it old. */
  epoch: z.number().int(),
  kind: ExamSettings.shape.kind,
  /** The server's clock, by which the attempt ends. */
  utc_now: Utc,
  utc_ends_on: Utc.nullable(),
  questions: z.array(AskedExamQuestion),
  answers: z.array(z.object({ question: z.number().int(), answer: AttemptAnswer })),
  /** Questions of an exercise that were answered, with their keys. */
  shown: z.array(ShownExamQuestion),
})
export type RunningAttempt = z.infer<typeof RunningAttempt>

const Save = z.object({
  /** Counts the device's saves since it opened the attempt. */
  number: z.number().int().min(1).max(1_000_000_000),
  question: z.number().int().min(1).max(examLimits.questions),
  /** Null takes the answer back. */
  answer: AttemptAnswer.nullable(),
})
export type AttemptSave = z.infer<typeof Save>
const Saves = z.object({
  epoch: z.number().int().min(1).max(1_000_000_000),
  saves: z.array(Save).max(examLimits.questions),
})

/** Result of a save. 'repeated': it, or a newer one, is here already. 'late': it is kept and doesn't count. */
const Verdict = z.enum(['counted', 'late', 'repeated', 'key_shown'])

/** An attempt that is over. */
export const AttemptResult = z.object({
  attempt: PastAttempt,
  kind: ExamSettings.shape.kind,
  /** Null until the score may be shown. */
  is_passing: z.boolean().nullable(),
  has_passed: z.boolean(),
  pass_percent: z.number().int(),
  /** Empty until right and wrong may be shown. */
  questions: z.array(ShownExamQuestion),
  /** Questions are no longer shown, because the student's access to the lesson has ended. */
  needs_access: z.literal(true).optional(),
  /** Part that will be shown later, and from when; null: once the student has passed. */
  later: z.object({ shows: z.enum(shownParts), utc_on: Utc.nullable() }).nullable(),
  /** Number of questions with an answer that came after the end. */
  late: z.number().int(),
})
export type AttemptResult = z.infer<typeof AttemptResult>

const LessonParams = SchoolParams.extend({ contentId: Id })
const AttemptParams = SchoolParams.extend({ attemptId: Id })

export const examAttempts = {
  state: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/content/:contentId/exam',
    summary: "A lesson's assessment: what is ahead, and the student's own attempts",
    access: 'member',
    params: LessonParams,
    response: z.object({ exam: LessonExam }),
  }),
  begin: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/content/:contentId/exam',
    summary: 'Begin an attempt; 409 attempt_refused says why none can be begun',
    access: 'member',
    status: 201,
    params: LessonParams,
    response: z.object({ attempt: RunningAttempt }),
  }),
  open: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-attempts/:attemptId/open',
    summary: 'Open a running attempt on this device; saves of devices that opened it before are refused from then on',
    access: 'member',
    params: AttemptParams,
    response: z.object({ attempt: RunningAttempt }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-attempts/:attemptId/answers',
    summary: 'Save answers in any order; 409 attempt_taken_over once another device has opened the attempt',
    access: 'member',
    params: AttemptParams,
    maxBytes: examAttemptLimits.bytes,
    body: Saves,
    response: z.object({
      verdicts: z.array(z.object({ question: z.number().int(), number: z.number().int(), verdict: Verdict })),
      /** Questions of an exercise that these saves have answered. */
      shown: z.array(ShownExamQuestion),
      utc_now: Utc,
      utc_ends_on: Utc.nullable(),
    }),
  }),
  handIn: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-attempts/:attemptId/hand-in',
    summary: 'Hand an attempt in with all answers that the device has; a second time changes nothing',
    access: 'member',
    params: AttemptParams,
    maxBytes: examAttemptLimits.bytes,
    body: Saves,
    response: z.object({ result: AttemptResult }),
  }),
  result: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-attempts/:attemptId',
    summary: 'What may be shown of an attempt that is over; 409 attempt_running before',
    access: 'member',
    params: AttemptParams,
    response: z.object({ result: AttemptResult }),
  }),
}
