import { z } from 'zod'
import { AttemptAnswer, ShownExamQuestion } from './exam-attempt-wire.ts'
import { handedInWays } from './exam-attempts.contract.ts'
import { annulments, examQuestionKinds } from './exam-content.ts'
import { ExamException } from './exam-exceptions.ts'
import { examKinds, examLimits } from './exam-plan.ts'
import { ContactText } from './needs.ts'
import { defineRoute } from './route.ts'
import { Id, Link, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const examResultLimits = {
  studentsPerPage: 50,
  questionsPerPage: 50,
  searchMax: 100,
  /** Bands of marks in the distribution, of ten per cent each. */
  bands: 10,
  /** Assessments that a student's page and a class's page list. */
  listed: 200,
} as const

/** Students of an assessment; '' asks for all. 'failed' has attempted without passing, and no attempt waits to be corrected. */
export const resultStates = ['passed', 'failed', 'waiting', 'none', 'exception'] as const
export type ResultState = (typeof resultStates)[number]

/** Points of a mark, in hundredths. */
const Mark = z.object({ points: z.number().int(), total: z.number().int() })

/** Place of an assessment. */
const Place = {
  lesson_id: Id,
  lesson_link: z.string(),
  lesson: z.string(),
  degree_link: z.string(),
  degree: z.string(),
  kind: z.enum(examKinds),
  pass_percent: z.number().int(),
}

/** How a group of students did. Attempts count once they are handed in. */
const Sums = {
  attempts: z.number().int(),
  /** Students with an attempt that was handed in. */
  students: z.number().int(),
  passed: z.number().int(),
  /** Mean of the students' marks in per cent; null without a mark. */
  mean_percent: z.number().nullable(),
}

export const ExamOverview = z.object({
  ...Place,
  ...Sums,
  running: z.number().int(),
  /** Attempts of which an open answer waits to be corrected. */
  waiting: z.number().int(),
  /** Number of students with a mark in each band, the lowest first; the last band has those with all points. */
  bands: z.array(z.number().int()),
})
export type ExamOverview = z.infer<typeof ExamOverview>

/** One student at one assessment. */
const Standing = {
  attempts: z.number().int(),
  is_running: z.boolean(),
  /** An open answer of one of the attempts waits to be corrected. */
  is_waiting: z.boolean(),
  /** Follows the rule of counting; null before the first attempt is handed in. */
  mark: Mark.nullable(),
  has_passed: z.boolean(),
  exception: ExamException.nullable(),
  /** The latest attempt; null without one. */
  attempt_id: Id.nullable(),
}

export const ResultStudent = z.object({
  user_id: Id,
  link: z.string(),
  name: z.string(),
  email: ContactText,
  ...Standing,
})
export type ResultStudent = z.infer<typeof ResultStudent>

export const StudentExam = z.object({ ...Place, ...Standing })
export type StudentExam = z.infer<typeof StudentExam>

export const CohortExam = z.object({ ...Place, ...Sums })
export type CohortExam = z.infer<typeof CohortExam>

/** A version of a question, and how it did. */
export const QuestionResult = z.object({
  question_id: Id,
  version: z.number().int(),
  /** The school's bank has it; not so in an edition, whose questions are the franchisor's. */
  in_bank: z.boolean(),
  /** The bank has a newer version. */
  is_old: z.boolean(),
  kind: z.enum(examQuestionKinds),
  /** First words of the statement. */
  summary: z.string(),
  attempts: z.number().int(),
  /** Attempts with all of its points. */
  right: z.number().int(),
  most_wrong: z.object({ html: z.string(), attempts: z.number().int() }).nullable(),
  /** Students who do well get it wrong. */
  needs_check: z.boolean(),
  /** Corrected key by which it is marked, or its annulment; null: it is marked as it was written. */
  correction: z
    .object({
      annulled: z.enum(annulments).nullable(),
      utc_corrected_on: Utc,
      /** The franchisor's, whose question it is. */
      by_franchisor: z.boolean(),
    })
    .nullable(),
})
export type QuestionResult = z.infer<typeof QuestionResult>

const ListedAttempt = z.object({
  id: Id,
  /** Counts the student's attempts, from 1. */
  number: z.number().int(),
  utc_begun_on: Utc,
  utc_handed_in_on: Utc.nullable(),
  handed_in_how: z.enum(handedInWays).nullable(),
  /** Null while it runs, and while an open answer waits to be corrected. */
  mark: Mark.nullable(),
})

export const ReviewedQuestion = z.object({
  /** The question with its key, and the answer that counts. */
  shown: ShownExamQuestion,
  /** Answer that came after the end, and what it would earn. */
  late: z
    .object({
      answer: AttemptAnswer.nullable(),
      earned: z.number().int(),
      utc_saved_on: Utc,
      /** The key could be seen by then. */
      after_key: z.boolean(),
    })
    .nullable(),
  /** When an administrator let a late answer count; null: none did. */
  utc_counted_on: Utc.nullable(),
  counted_by: z.string(),
})
export type ReviewedQuestion = z.infer<typeof ReviewedQuestion>

export const AttemptReview = z.object({
  ...Place,
  id: Id,
  student: z.object({ user_id: Id, link: z.string(), name: z.string() }),
  has_passed: z.boolean(),
  /** All attempts of the student, in their order. */
  attempts: z.array(ListedAttempt),
  /** Empty while the attempt runs. */
  questions: z.array(ReviewedQuestion),
})
export type AttemptReview = z.infer<typeof AttemptReview>

const LessonParams = SchoolParams.extend({ lessonId: Id })
const AttemptParams = SchoolParams.extend({ attemptId: Id })
const OneReview = z.object({ review: AttemptReview })

export const examResults = {
  overview: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/:lessonId',
    summary: "How the students of a lesson's assessment did; 404 before it is published",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    response: z.object({ overview: ExamOverview }),
  }),
  students: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/:lessonId/students',
    summary: 'Students who may answer an assessment or have, a page at a time, by name',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    query: PageQuery.extend({
      search: z.string().max(examResultLimits.searchMax).default(''),
      state: z.enum(['', ...resultStates]).default(''),
    }),
    response: z.object({ students: pageOf(ResultStudent) }),
  }),
  questions: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/:lessonId/questions',
    summary:
      'Versions of questions that handed-in attempts have asked, a page at a time; those to check first, then the hardest',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LessonParams,
    query: PageQuery,
    response: z.object({ questions: pageOf(QuestionResult) }),
  }),
  marksFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/:lessonId/marks.csv',
    summary: 'The marks of all students of an assessment as a CSV file; takes a fresh proof',
    access: 'admin',
    isLogged: true,
    may: 'courses',
    byCourse: true,
    proof: 'recent',
    rateLimit: 'ownData',
    params: LessonParams,
    response: 'stream',
  }),
  questionsFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/:lessonId/questions.csv',
    summary: 'The questions of an assessment with their discrimination, as a CSV file',
    access: 'admin',
    isLogged: true,
    may: 'courses',
    byCourse: true,
    rateLimit: 'ownData',
    params: LessonParams,
    response: 'stream',
  }),
  attempt: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/attempts/:attemptId',
    summary: "A student's attempt with its answers, keys, and what came after the end",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: AttemptParams,
    response: OneReview,
  }),
  countLate: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-results/attempts/:attemptId/late-answers',
    summary:
      'Let an answer count that came after the end of an attempt, and mark the attempt again; 409 attempt_running before its end',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: AttemptParams,
    body: z.object({ question: z.number().int().min(1).max(examLimits.questions) }),
    response: OneReview,
  }),
  ofStudent: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/exam-results',
    summary: 'Assessments that a student may answer or has answered, with their mark at each',
    access: 'admin',
    may: 'courses',
    params: SchoolParams.extend({ link: Link }),
    response: z.object({ exams: z.array(StudentExam) }),
  }),
  ofCohort: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/exam-results/classes/:id',
    summary: "Published assessments of a class's courses, and how its students did",
    access: 'admin',
    may: 'courses',
    params: SchoolParams.extend({ id: Id }),
    response: z.object({ exams: z.array(CohortExam) }),
  }),
}
