import { z } from 'zod'
import { examLimits } from './exam-plan.ts'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const openAnswerLimits = {
  perPage: 50,
  commentMax: 2000,
  /** Questions that the filters of the list name, those with the oldest answers first. */
  listed: 500,
} as const

/** Place of an open answer: its attempt, and the number of its question there. */
const AnswerPlace = z.object({ attempt_id: Id, number: z.number().int() })
export type AnswerPlace = z.infer<typeof AnswerPlace>

/** Which of the waiting answers; '' asks for all. */
export const OpenAnswerFilter = z.object({
  /** Id of a course. */
  degree: z.union([z.literal(''), Id]).default(''),
  /** Id of the lesson whose assessment it is. */
  lesson: z.union([z.literal(''), Id]).default(''),
  /** Id of a question, in all of its versions. */
  question: z.union([z.literal(''), Id]).default(''),
})
export type OpenAnswerFilter = z.infer<typeof OpenAnswerFilter>

const Titles = { lesson_id: Id, lesson: z.string(), degree_id: Id, degree: z.string() }

export const WaitingAnswer = z.object({
  ...AnswerPlace.shape,
  ...Titles,
  student: z.string(),
  /** First words of the question. */
  summary: z.string(),
  utc_handed_in_on: Utc,
})
export type WaitingAnswer = z.infer<typeof WaitingAnswer>

/** A question with answers that wait, by assessment. */
export const WaitingQuestion = z.object({
  ...Titles,
  question_id: Id,
  summary: z.string(),
  answers: z.number().int(),
})
export type WaitingQuestion = z.infer<typeof WaitingQuestion>

export const OpenAnswer = z.object({
  ...AnswerPlace.shape,
  ...Titles,
  student: z.object({ link: z.string(), name: z.string() }),
  question_id: Id,
  html: z.string(),
  /** Guide for the person who corrects; '' without one. */
  guide: z.string(),
  answer: z.string(),
  /** When the answer was saved. A late answer that is counted replaces it, and has a moment of its own. */
  utc_answered_on: Utc,
  /** Hundredths of a point that it can earn. */
  points: z.number().int(),
  utc_handed_in_on: Utc,
  /** Null until it is corrected. */
  earned: z.number().int().nullable(),
  comment: z.string(),
  utc_corrected_on: Utc.nullable(),
  /** '' before, and for a person who has left the school. */
  corrected_by: z.string(),
})
export type OpenAnswer = z.infer<typeof OpenAnswer>

const Opened = z.object({
  open_answer: OpenAnswer,
  /** The next one that waits, by the filter; null: none does. */
  next: AnswerPlace.nullable(),
  /** Number of answers that wait, by the filter. */
  waiting: z.number().int(),
})
export type OpenedAnswer = z.infer<typeof Opened>

const GivenPoints = z.object({
  /** Hundredths of a point. */
  points: z.number().int().min(0).max(examLimits.pointsMax),
  comment: z.string().max(openAnswerLimits.commentMax).overwrite(storable),
})

const AnswerParams = SchoolParams.extend({
  attemptId: Id,
  number: z.coerce.number().int().min(1).max(examLimits.questions),
})

export const examOpenAnswers = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-open-answers',
    summary: 'Open answers that wait to be corrected, a page at a time, the oldest first',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    query: PageQuery.extend(OpenAnswerFilter.shape),
    response: z.object({ open_answers: pageOf(WaitingAnswer), questions: z.array(WaitingQuestion) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-open-answers/:attemptId/:number',
    summary: 'An open answer of a handed-in attempt, corrected or not, and the next one that waits',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: AnswerParams,
    query: OpenAnswerFilter,
    response: Opened,
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-open-answers/:attemptId/:number',
    summary:
      'Give an open answer its points and a comment, or change them; 409 answer_corrected where another person corrected it after `utc_seen_on`, 409 answer_replaced where another answer counts than that of `utc_answered_on`',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: AnswerParams,
    query: OpenAnswerFilter,
    body: GivenPoints.extend({
      /** The latest correction that the caller has seen; null: none. */
      utc_seen_on: Utc.nullable(),
      /** Moment of the answer that the caller has read. */
      utc_answered_on: Utc,
    }),
    response: Opened,
  }),
}
