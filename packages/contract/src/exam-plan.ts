import { z } from 'zod'
import { difficulties, examQuestionKinds, examQuestionLimits } from './exam-content.ts'
import { storable } from './text.ts'
import { Id, Utc } from './wire.ts'

/** Limits of assessments (avaliações). Points are hundredths. */
export const examLimits = {
  /** Questions that one attempt asks. */
  questions: 500,
  /** Parts of one assessment: fixed questions and draws. */
  parts: 500,
  draws: 50,
  /** Questions that all draws of one assessment choose from. */
  pooled: 2000,
  pointsMin: 1,
  pointsMax: 100_000,
  attemptsMax: 20,
  pauseMinutesMax: 43_200,
  limitMinutesMax: 600,
} as const

/** 'exam' counts (prova); 'exercise' is for learning: any number of attempts, the key after each answer (exercício). */
export const examKinds = ['exam', 'exercise'] as const
/** Rules by which several attempts make one mark. */
export const countingRules = ['best', 'last', 'mean'] as const
export type CountingRule = (typeof countingRules)[number]
/** Parts of the results that a student sees of an attempt that is over; each shows what those before it show. */
export const shownParts = ['nothing', 'score', 'answers', 'key'] as const
export type ShownPart = (typeof shownParts)[number]
/** From when on it is shown. */
export const shownTimes = ['attempt', 'passed', 'moment'] as const

export const ExamSettings = z.object({
  kind: z.enum(examKinds),
  is_shuffled: z.boolean(),
  /** Null: any number. */
  attempts: z.number().int().min(1).max(examLimits.attemptsMax).nullable(),
  /** Between the end of an attempt and the beginning of the next. */
  pause_minutes: z.number().int().min(0).max(examLimits.pauseMinutesMax),
  /** Null: no time limit. */
  limit_minutes: z.number().int().min(1).max(examLimits.limitMinutesMax).nullable(),
  utc_opens_on: Utc.nullable(),
  utc_closes_on: Utc.nullable(),
  counts: z.enum(countingRules),
  /** Per cent of the points from which an attempt passes. */
  pass_percent: z.number().int().min(1).max(100),
  /** The lesson is completed by passing, and by nothing else. */
  must_pass: z.boolean(),
  shows: z.enum(shownParts),
  shows_when: z.enum(shownTimes),
  /** Moment of `shows_when: 'moment'`. */
  utc_shows_on: Utc.nullable(),
})
export type ExamSettings = z.infer<typeof ExamSettings>

const points = z.number().int().min(examLimits.pointsMin).max(examLimits.pointsMax)

/** Which questions of the bank a draw chooses from; '' asks for all. */
export const DrawFilter = z.object({
  tag: z.string().max(examQuestionLimits.tagMax).overwrite(storable),
  kind: z.enum(['', ...examQuestionKinds]),
  difficulty: z.enum(['', ...difficulties]),
  /** Id of a course, or 'school' for questions of no course. */
  degree: z.union([z.enum(['', 'school']), Id]),
})
export type DrawFilter = z.infer<typeof DrawFilter>

/** Name of a part within its plan, which stays while the part is changed and moved. */
const PartId = z.string().regex(/^[\w-]{1,40}$/)

export const PlannedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), id: PartId, question: Id, points }),
  z.object({
    kind: z.literal('draw'),
    id: PartId,
    filter: DrawFilter,
    count: z.number().int().min(1).max(examLimits.questions),
    /** Points of each of its questions. */
    points,
  }),
])
export type PlannedPart = z.infer<typeof PlannedPart>

/** Plan of an assessment: all that its author decides. */
export const ExamPlan = z.object({ settings: ExamSettings, parts: z.array(PlannedPart).max(examLimits.parts) })
export type ExamPlan = z.infer<typeof ExamPlan>

/** Parts of a plan's form beside which a fault is shown. */
export const problemFields = ['parts', 'utc_closes_on', 'utc_shows_on', 'must_pass'] as const
export type ProblemField = (typeof problemFields)[number]

/** Settings that an author begins with: one attempt that counts, and the key afterwards. */
export const newExamSettings: ExamSettings = {
  kind: 'exam',
  is_shuffled: false,
  attempts: 1,
  pause_minutes: 0,
  limit_minutes: null,
  utc_opens_on: null,
  utc_closes_on: null,
  counts: 'best',
  pass_percent: 70,
  must_pass: false,
  shows: 'key',
  shows_when: 'attempt',
  utc_shows_on: null,
}

/** Version of a question in the bank. */
const QuestionVersion = z.object({ question: Id, version: z.number().int() })

/** Parts of a publication, with what its questions said on that day. */
export const PublishedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), ...QuestionVersion.shape, points }),
  z.object({ kind: z.literal('draw'), pool: z.array(QuestionVersion), count: z.number().int(), points }),
])
export type PublishedPart = z.infer<typeof PublishedPart>
