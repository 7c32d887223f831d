import { z } from 'zod'
import { Moment } from './calendars.contract.ts'
import { AskedExamQuestion, AttemptAnswer, ShownExamQuestion } from './exam-attempt-wire.ts'
import { difficulties, examQuestionKinds } from './exam-content.ts'
import { ExamPlan, ExamSettings, examLimits, problemFields } from './exam-plan.ts'
import { examPlanTexts } from './exam-plan-texts.ts'
import { examSeedPattern } from './exam-random.ts'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

const WrittenSettings = ExamSettings.extend({
  utc_opens_on: Moment.nullable(),
  utc_closes_on: Moment.nullable(),
  utc_shows_on: Moment.nullable(),
})

/** Plan as an author may save it. It may lack what a publication needs: `listExamProblems` says what. */
export const WrittenExamPlan = ExamPlan.extend({ settings: WrittenSettings })
  .refine(({ parts }) => new Set(parts.map(({ id }) => id)).size === parts.length, {
    path: ['parts'],
    error: examPlanTexts.partTwice,
  })
  .refine(({ parts }) => parts.filter(({ kind }) => kind === 'draw').length <= examLimits.draws, {
    path: ['parts'],
    error: examPlanTexts.tooManyDraws(examLimits.draws),
  })

/** Fixed question of a plan, as the bank has it now. */
export const PlannedQuestion = z.object({
  id: Id,
  /** First words of the statement. */
  summary: z.string(),
  kind: z.enum(examQuestionKinds),
  difficulty: z.enum(difficulties),
  is_archived: z.boolean(),
})
export type PlannedQuestion = z.infer<typeof PlannedQuestion>

/** Assessment of a lesson as its author sees it. */
export const Exam = z.object({
  lesson_id: Id,
  version: z.number().int(),
  plan: ExamPlan,
  /** Fixed questions that the bank has. */
  questions: z.array(PlannedQuestion),
  /** Number of questions that each draw finds, and whether open ones are among them. */
  draws: z.array(z.object({ part: z.string(), found: z.number().int(), has_open: z.boolean() })),
  /** Faults that keep it from being published. */
  problems: z.array(
    z.object({
      part: z.string().nullable(),
      field: z.enum(problemFields),
      message: z.string(),
    }),
  ),
  /** Null until it was published. */
  utc_published_on: Utc.nullable(),
  changes: z.object({
    plan: z.boolean(),
    changed: z.number().int(),
    added: z.number().int(),
    removed: z.number().int(),
  }),
})
export type Exam = z.infer<typeof Exam>

const LessonParams = SchoolParams.extend({ lessonId: Id })
const OneExam = z.object({ exam: Exam.nullable() })

/** Question of a trial: the version that was drawn, and its points. */
const TriedQuestion = z.object({
  question: Id,
  version: z.number().int().min(1).max(1_000_000),
  points: z.number().int().min(examLimits.pointsMin).max(examLimits.pointsMax),
})
export type TriedQuestion = z.infer<typeof TriedQuestion>

const ListedExam = z.object({
  lesson_id: Id,
  degree_id: Id,
  /** The lesson's title, as its author sees it. */
  title: z.string(),
})

export const exams = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exams',
    summary: 'Assessments of the school, to choose one from',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: SchoolParams,
    response: z.object({ exams: z.array(ListedExam) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exams/:lessonId',
    summary: "A lesson's assessment for its author; null where it has none",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    response: OneExam,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exams/:lessonId',
    summary:
      'Save the plan of an assessment; it is published with its course. `version` is null for the first save. 409 stale_version carries the newer one',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    body: z.object({ version: z.number().int().nullable(), plan: WrittenExamPlan }),
    response: OneExam,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/exams/:lessonId',
    summary: 'Take the assessment off its lesson at once',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    response: Done,
  }),
  tryOut: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exams/:lessonId/trial',
    summary: 'Draw the questions of one attempt for the author; nothing is written',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    reads: true,
    params: LessonParams,
    response: z.object({
      trial: z.object({
        seed: z.string(),
        questions: z.array(TriedQuestion),
        /** Questions of the trial, as a student is asked them. */
        asked: z.array(AskedExamQuestion),
      }),
    }),
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exams/:lessonId/trial/correction',
    summary: "Correct the author's answers to a trial; nothing is written",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    reads: true,
    params: LessonParams,
    body: z.object({
      seed: z.string().regex(examSeedPattern),
      questions: z.array(TriedQuestion).min(1).max(examLimits.questions),
      answers: z
        .array(z.object({ number: z.number().int().min(1).max(examLimits.questions), answer: AttemptAnswer }))
        .max(examLimits.questions),
    }),
    response: z.object({
      correction: z.object({
        points: z.number().int(),
        total: z.number().int(),
        has_passed: z.boolean(),
        shown: z.array(ShownExamQuestion),
      }),
    }),
  }),
}
