import { z } from 'zod'
import { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from './exam-attempt-wire.ts'
import { practiceLimits } from './practice-due.ts'
import { defineRoute } from './route.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

const Due = z
  .number()
  .int()
  .min(0)
  .max(practiceLimits.counted + 1)

/** A student's practice of one course. */
export const PracticeState = z.object({
  /** Questions that are due now; one more than may be told stands for all beyond it. */
  due: Due,
  /** When the next one is due; null where none is scheduled. */
  utc_next_on: Utc.nullable(),
})
export type PracticeState = z.infer<typeof PracticeState>

/** Question that practice asks, without its key. */
export const PracticeQuestion = z.object({
  /** Card of the student for this question. */
  id: Id,
  /** Counts how often the card was asked; its answer names it. */
  turn: z.number().int(),
  question: AskedExamQuestion,
})
export type PracticeQuestion = z.infer<typeof PracticeQuestion>

/** Result of an answer: whether it is right as a whole, the key, and the explanation. */
export const PracticeVerdict = z.object({ is_right: z.boolean(), solution: ShownExamQuestion.shape.solution.unwrap() })
export type PracticeVerdict = z.infer<typeof PracticeVerdict>

const CourseParams = SchoolParams.extend({ degreeLink: Link })

export const practice = {
  state: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/student/:degreeLink/practice',
    summary: 'How many questions of a course its student has to review; null where there is nothing to practise',
    access: 'member',
    params: CourseParams,
    response: z.object({ practice: PracticeState.nullable() }),
  }),
  begin: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/student/:degreeLink/practice',
    summary:
      'Ask the questions of a course that are due, at most ten; those that were asked and not answered are the same again',
    access: 'member',
    params: CourseParams,
    response: z.object({ questions: z.array(PracticeQuestion).max(practiceLimits.round), practice: PracticeState }),
  }),
  answer: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/practice-cards/:cardId/answer',
    summary:
      'Answer a question of practice, and get its key; a repeated answer gets the first verdict, or its own with `is_again`, and changes nothing. 409 practice_moved where the question was asked again or has left practice',
    access: 'member',
    params: SchoolParams.extend({ cardId: Id }),
    body: z.object({
      turn: z.number().int().min(1).max(1_000_000_000),
      answer: AttemptAnswer,
      /** The student has seen the key, and tries the question once more. */
      is_again: z.boolean().default(false),
    }),
    response: z.object({ verdict: PracticeVerdict }),
  }),
}
