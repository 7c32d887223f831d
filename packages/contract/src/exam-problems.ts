import { countAsked, type ExamPart, unfillableParts } from './exam-draws.ts'
import { type ExamPlan, examLimits, type PlannedPart, type ProblemField } from './exam-plan.ts'
import { examPlanTexts } from './exam-plan-texts.ts'
import { examSettingTexts, explainPartFault } from './exam-texts.ts'

/** Fault of a plan that keeps it from being published; a draft may have it. */
export interface ExamProblem {
  /** Id of the part; null for one of the settings, or of all parts together. */
  part: string | null
  field: ProblemField
  message: string
}

/** Questions that a plan meets in the bank now. */
export interface MetQuestions {
  /** Whether the bank has a fixed question. */
  has: (question: string) => boolean
  /** Questions that a draw finds, by the id of its part. */
  poolOf: (part: string) => string[]
}

/** Parts with their questions, as they are drawn from. */
export const toExamParts = (parts: PlannedPart[], { poolOf }: Pick<MetQuestions, 'poolOf'>): ExamPart[] =>
  parts.map((part) => (part.kind === 'fixed' ? part : { ...part, pool: poolOf(part.id) }))

/** Lists what keeps a plan from being published. */
export const listExamProblems = ({ settings, parts }: ExamPlan, met: MetQuestions): ExamProblem[] => [
  ...problemsOfParts(parts, met),
  ...problemsOfMoments(settings),
  ...problemsOfPassing(settings),
]

function problemsOfParts(parts: PlannedPart[], met: MetQuestions): ExamProblem[] {
  const ofAll = (message: string): ExamProblem => ({ part: null, field: 'parts', message })
  if (parts.length === 0) return [ofAll(examPlanTexts.empty)]
  const drawn = toExamParts(parts, met)
  const asked = countAsked(drawn)
  const pooled = new Set(drawn.flatMap((part) => (part.kind === 'draw' ? part.pool : [])))
  const gone = parts.filter((part) => part.kind === 'fixed' && !met.has(part.question))
  return [
    ...gone.map(({ id }): ExamProblem => ({ part: id, field: 'parts', message: examPlanTexts.gone })),
    ...unfillableParts(drawn).map(
      (fault): ExamProblem => ({
        part: parts[fault.part]!.id,
        field: 'parts',
        message: explainPartFault(fault, foundBy(drawn[fault.part]!)),
      }),
    ),
    ...(asked > examLimits.questions ? [ofAll(examPlanTexts.tooMany(asked, examLimits.questions))] : []),
    ...(pooled.size > examLimits.pooled ? [ofAll(examPlanTexts.poolTooLarge(examLimits.pooled))] : []),
  ]
}

const foundBy = (part: ExamPart) => (part.kind === 'draw' ? new Set(part.pool).size : undefined)

function problemsOfMoments({
  utc_opens_on,
  utc_closes_on,
  kind,
  shows,
  shows_when,
  utc_shows_on,
}: ExamPlan['settings']): ExamProblem[] {
  const closesFirst =
    utc_opens_on !== null && utc_closes_on !== null && new Date(utc_closes_on) <= new Date(utc_opens_on)
  const lacksMoment = kind === 'exam' && shows !== 'nothing' && shows_when === 'moment' && utc_shows_on === null
  return [
    ...(closesFirst ? [{ part: null, field: 'utc_closes_on' as const, message: examSettingTexts.closesFirst }] : []),
    ...(lacksMoment ? [{ part: null, field: 'utc_shows_on' as const, message: examPlanTexts.showsWhenMissing }] : []),
  ]
}

/** An exercise shows its keys while it is answered and gives open answers no points: passing it proves nothing, and one of open answers alone can't be passed. */
const problemsOfPassing = ({ kind, must_pass }: ExamPlan['settings']): ExamProblem[] =>
  kind === 'exercise' && must_pass ? [{ part: null, field: 'must_pass', message: examPlanTexts.exercisePasses }] : []
