import type { Annulment, ExamAnswer, ExamKey } from './exam-content.ts'
import { isWithin, readTypedAmount, readTypedNumber } from './exam-numbers.ts'
import type { ExamMark } from './exam-results.ts'
import { cleanInvisible, withoutAccents } from './text.ts'

/**
 * Marks one answer (decision 103).
 *
 * An answer that no screen can give counts as wrong: one of another kind, or one with an option that is unknown or comes twice.
 * @param answer undefined: the student gave none
 * @param points worth of a right answer, in whole hundredths of a point
 * @returns whole hundredths of a point, from 0 to `points`; only several right options give a part of them, rounded half up
 */
export function markAnswer(key: ExamKey, answer: ExamAnswer | undefined, points: number): number {
  if (answer === undefined) return 0
  if (key.kind === 'several') return answer.kind === 'several' ? markSeveral(key, answer.chosen, points) : 0
  return isRight(key, answer) ? points : 0
}

/** Key of a question, and whether it was annulled since: all by which its answers are marked. */
export interface MarkedBy {
  key: ExamKey
  annulled?: Annulment | undefined
}

/** Question of an attempt with its key and its points in hundredths. */
interface KeyedQuestion extends MarkedBy {
  points: number
}

/** Marks one question of an attempt. @returns null where it was annulled and is out of the total */
export function earnedOf({ key, annulled, points }: KeyedQuestion, answer: ExamAnswer | undefined): number | null {
  if (annulled === 'out') return null
  return annulled === 'all' ? points : markAnswer(key, answer, points)
}

/**
 * Adds up what the questions of an attempt have earned, those that are out of the total left out. Where none is left their points are given: an
 * attempt isn't lost because its author took all of it out.
 */
export function sumEarned(earned: readonly (number | null)[], points: readonly number[]): ExamMark {
  const total = sum(points.filter((_, at) => earned[at] !== null))
  if (total === 0) return { points: sum(points), total: sum(points) }
  return { points: sum(earned.map((each) => each ?? 0)), total }
}

/**
 * Marks a whole attempt. Marking it again, after a key was corrected, gives what the first marking would have given with that key.
 * @param answerOf gives the answer that counts, by the number of its question from 1
 */
export function markAttempt(
  questions: KeyedQuestion[],
  answerOf: (question: number) => ExamAnswer | undefined,
): { earned: (number | null)[]; mark: ExamMark } {
  const earned = questions.map((question, at) => earnedOf(question, answerOf(at + 1)))
  const points = questions.map((question) => question.points)
  return { earned, mark: sumEarned(earned, points) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

function isRight(key: Exclude<ExamKey, { kind: 'several' }>, answer: ExamAnswer): boolean {
  if (key.kind === 'one') return answer.kind === 'one' && answer.chosen === key.right
  if (key.kind === 'truth') return answer.kind === 'truth' && answer.chosen === key.right
  if (key.kind === 'text') return answer.kind === 'text' && isAccepted(answer.typed, key.right)
  return answer.kind === 'number' && isNear(answer.typed, key)
}

/** Share of the right options that were chosen, less the share of the wrong ones that were, never below zero. */
function markSeveral(key: Extract<ExamKey, { kind: 'several' }>, chosen: string[], points: number): number {
  const all = new Set(key.options.map(({ id }) => id))
  if (chosen.some((id) => !all.has(id)) || new Set(chosen).size < chosen.length) return 0
  const right = new Set(key.right.filter((id) => all.has(id)))
  if (right.size === 0) return 0
  const hits = chosen.filter((id) => right.has(id)).length
  // A question whose options are all right has no wrong one to choose, and one stands in for their number.
  const wrong = all.size - right.size || 1
  return divideHalfUp(points * Math.max(0, hits * wrong - (chosen.length - hits) * right.size), right.size * wrong)
}

function isNear(typed: string, { right, tolerance, unit }: Extract<ExamKey, { kind: 'number' }>): boolean {
  const [number, goal, most] = [readTypedAmount(typed, unit), readTypedNumber(right), readTypedNumber(tolerance)]
  return number !== undefined && goal !== undefined && most !== undefined && isWithin(number, goal, most)
}

/** Compares short texts; case, accents, the blanks around and between words, and the form of quotes don't count. */
function isAccepted(typed: string, accepted: string[]): boolean {
  const text = foldText(typed)
  return text !== '' && accepted.some((each) => foldText(each) === text)
}

/** Folds a short text, so that what a student may write in several ways is one. */
export const foldText = (text: string) =>
  withoutAccents(cleanInvisible(text))
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()

/** Divides whole numbers from 0 to 2^52 exactly, and rounds half up. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}
