import {
  answerToAttempt,
  askQuestion,
  type ExamQuestionContent,
  showQuestion,
} from '@escola/contract/exam-attempt-wire'
import { type Attempt, type AttemptRules, attemptEnd, type Circumstances } from '@escola/contract/exam-attempts'
import {
  type AttemptResult,
  handedInWays,
  type PastAttempt,
  type RunningAttempt,
} from '@escola/contract/exam-attempts.contract'
import { ExamAnswer } from '@escola/contract/exam-content'
import { type ExamException, joinExceptions, noException } from '@escola/contract/exam-exceptions'
import { markQuestion, needsCorrector } from '@escola/contract/exam-marks'
import { ExamSettings, type PublishedPart } from '@escola/contract/exam-plan'
import { attemptRulesOf, examShowsOf } from '@escola/contract/exam-publication'
import { correctedAttempts, type ExamMark, markOf, passedOn } from '@escola/contract/exam-results'
import type { AttemptAnswers } from '@escola/contract/exam-saves'
import { shownLater, shownOf } from '@escola/contract/exam-shows'
import type { AnswerRow, AskedVersion, AttemptRow, ListedRow } from './exam-attempts.queries.ts'
import type { ExceptionRow } from './exceptions.queries.ts'
import type { GivenRow } from './open-answers.queries.ts'

/** A lesson's assessment as it is published now. */
export interface PublishedExam {
  id: string
  courseId: string
  lessonId: string
  isPrivate: boolean
  publication: number
  settings: ExamSettings
  parts: PublishedPart[]
}

/** An attempt with the settings it began with, and its rules: those settings with the student's current exception. */
export interface Sitting extends Attempt {
  id: string
  examId: string
  userId: string
  publication: number
  epoch: number
  settings: ExamSettings
  rules: AttemptRules
  how: PastAttempt['handed_in_how'] | null
  /** False: it began as an exercise, and an exam is published now. */
  isCounted: boolean
  /** Null until it is handed in, and while an open answer of it waits to be corrected. */
  mark: ExamMark | null
}

/**
 * Exception that counts for a student: their own, joined with those of students who were merged into them.
 * @returns undefined where there is none
 */
export function toException(
  rows: ExceptionRow[] | null,
  userId: string,
  { utc_closes_on }: ExamSettings,
): ExamException | undefined {
  if (!rows) return undefined
  const found = rows.map(({ utc_closes_on: closesOn, ...row }) => ({
    ...row,
    utc_closes_on: closesOn === null ? null : new Date(closesOn).toISOString(),
  }))
  const hasOwn = found.some((row) => row.user_id === userId)
  const {
    more_attempts,
    more_minutes,
    utc_closes_on: closes,
  } = joinExceptions(hasOwn ? found : [noException, ...found], utc_closes_on)
  return { more_attempts, more_minutes, utc_closes_on: closes }
}

export function toSitting(row: ListedRow): Sitting {
  const settings = ExamSettings.parse(row.settings)
  return {
    id: row.id,
    examId: row.exam_id,
    userId: row.user_id,
    publication: row.publication,
    epoch: row.epoch,
    settings,
    rules: attemptRulesOf(settings, toException(row.exceptions, row.user_id, settings)),
    begunOn: row.utc_begun_on,
    handedInOn: row.utc_handed_in_on,
    isCounted: row.is_counted,
    how: handedInWays.find((each) => each === row.handed_in_how) ?? null,
    mark: row.points === null || row.total === null ? null : { points: row.points, total: row.total },
  }
}

/** An attempt with its questions and the place of its lesson. */
export interface WholeSitting extends Sitting {
  seed: string
  asked: AskedVersion[]
  courseId: string
  lessonId: string
  isPrivate: boolean
}

export const toWholeSitting = (row: AttemptRow): WholeSitting => ({
  ...toSitting(row),
  seed: row.seed,
  asked: row.asked as unknown as AskedVersion[],
  courseId: row.course_id,
  lessonId: row.lesson_id,
  isPrivate: row.is_private,
})

/** Question of an attempt: its place, and the version that is asked. */
export interface Question {
  place: { number: number; points: number; seed: string }
  content: ExamQuestionContent
}

const answerOf = (row: AnswerRow) => (row.answer === null ? null : ExamAnswer.parse(row.answer))

/** Answers of an attempt, as the rules of saving know them. */
export function answersOf({ epoch, asked, handedInOn }: WholeSitting, rows: AnswerRow[]): AttemptAnswers<ExamAnswer> {
  const kept = (isLate: boolean) =>
    new Map(
      rows
        .filter((row) => row.is_late === isLate)
        .map((row) => {
          const { place: question, epoch, number } = row
          return [question, { question, epoch, number, answer: answerOf(row) }] as const
        }),
    )
  return {
    epoch,
    questions: asked.length,
    isHandedIn: handedInOn !== null,
    counted: kept(false),
    late: kept(true),
  }
}

type Counted = AttemptAnswers<ExamAnswer>['counted']

export const countedAnswer = (counted: Counted, question: number): ExamAnswer | undefined =>
  counted.get(question)?.answer ?? undefined

/**
 * A question with its result, and its key where that may be shown.
 * @param given corrections of the open answers of its attempt
 */
export function toShown({ place, content }: Question, counted: Counted, showsKey: boolean, given: GivenRow[] = []) {
  const answer = countedAnswer(counted, place.number)
  const row = given.find((each) => each.place === place.number)
  const keyed = { ...content, points: place.points }
  const earned = markQuestion(keyed, answer, row?.earned ?? undefined)
  const byHand = needsCorrector(keyed, answer)
    ? { is_waiting: earned === undefined, comment: row?.comment ?? '' }
    : undefined
  return showQuestion(content, place, { answer, earned: earned ?? 0, byHand, showsKey })
}

export const endsOnOf = (sitting: Attempt, circumstances: Omit<Circumstances, 'now'>): string | null =>
  attemptEnd(sitting, circumstances)?.on.toISOString() ?? null

export function toRunning(
  sitting: WholeSitting,
  { questions, counted }: { questions: Question[]; counted: Counted },
  circumstances: Circumstances,
): RunningAttempt {
  const isExercise = sitting.settings.kind === 'exercise'
  const answered = questions.filter(({ place }) => counted.get(place.number)?.answer)
  return {
    id: sitting.id,
    epoch: sitting.epoch,
    kind: sitting.settings.kind,
    utc_now: circumstances.now.toISOString(),
    utc_ends_on: endsOnOf(sitting, circumstances),
    questions: questions.map(({ content, place }) => askQuestion(content, place)),
    answers: answered.flatMap(({ content, place }) => {
      const answer = answerToAttempt(content, place, countedAnswer(counted, place.number)!)
      return answer ? [{ question: place.number, answer }] : []
    }),
    shown: isExercise ? answered.map((question) => toShown(question, counted, true)) : [],
  }
}

/** An attempt that was handed in, of which an open answer waits to be corrected. */
export const isWaiting = ({ handedInOn, mark }: Pick<Sitting, 'handedInOn' | 'mark'>) =>
  handedInOn !== null && mark === null

/** Part of the results of a handed-in attempt that its student may see now. */
export const shownPartOf = (
  { settings, rules, mark }: Sitting,
  { hasPassed, now }: { hasPassed: boolean; now: Date },
) =>
  mark === null ? 'nothing' : shownOf(examShowsOf(settings), { isOver: true, hasPassed, closesOn: rules.closesOn, now })

/** Part of the results that its student will see later. */
export function laterOf(
  { settings, rules, mark }: Sitting,
  seen: { hasPassed: boolean; now: Date },
): AttemptResult['later'] {
  // The moment at which a person has corrected it is not known.
  if (mark === null) return null
  const later = shownLater(examShowsOf(settings), { ...seen, closesOn: rules.closesOn })
  return later ? { shows: later.part, utc_on: later.on?.toISOString() ?? null } : null
}

export function toPast(
  sitting: Sitting & { handedInOn: Date },
  number: number,
  seen: { hasPassed: boolean; now: Date },
): PastAttempt {
  const shows = shownPartOf(sitting, seen)
  return {
    id: sitting.id,
    number,
    utc_begun_on: sitting.begunOn.toISOString(),
    utc_handed_in_on: sitting.handedInOn.toISOString(),
    handed_in_how: sitting.how ?? 'student',
    shows,
    mark: shows === 'nothing' ? null : sitting.mark,
    is_waiting: isWaiting(sitting),
  }
}

export const isHandedIn = <S extends Attempt>(sitting: S): sitting is S & { handedInOn: Date } =>
  sitting.handedInOn !== null

type HandedIn = Pick<Sitting, 'mark' | 'settings' | 'isCounted'> & { handedInOn: Date }

/** Combines handed-in attempts into one mark, by the rules of the latest. */
export function countAttempts(all: HandedIn[]): { mark: ExamMark | undefined; passedOn: Date | null } {
  const handedIn = all.filter(({ isCounted }) => isCounted)
  const latest = handedIn.toSorted((a, b) => Number(a.handedInOn) - Number(b.handedInOn)).at(-1)
  const { counts, pass_percent } = latest?.settings ?? { counts: 'best' as const, pass_percent: 100 }
  const corrected = correctedAttempts(handedIn, counts)
  return { mark: markOf(corrected, counts), passedOn: passedOn(corrected, counts, pass_percent) ?? null }
}
