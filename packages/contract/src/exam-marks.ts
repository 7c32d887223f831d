import type { Annulment, ExamAnswer, ExamKey, Pair } from './exam-content.ts'
import { isWithin, readTypedAmount, readTypedNumber } from './exam-numbers.ts'
import type { ExamMark } from './exam-results.ts'
import { cleanInvisible, withoutAccents } from './text.ts'

/**
 * Marks one answer (decision 103).
 *
 * An answer that no screen can give counts as wrong: one of another kind, or one with an option that is unknown or comes twice.
 * An open answer earns nothing here: see `markQuestion`.
 * @param answer undefined: the student gave none
 * @param points worth of a right answer, in whole hundredths of a point
 * @returns whole hundredths of a point, from 0 to `points`; several right options, an order and pairs give a part of them, rounded half up
 */
export function markAnswer(key: ExamKey, answer: ExamAnswer | undefined, points: number): number {
  if (answer === undefined) return 0
  switch (key.kind) {
    case 'open':
      return 0
    case 'several':
      return answer.kind === 'several' ? markSeveral(key, answer.chosen, points) : 0
    case 'order':
      return answer.kind === 'order' ? markOrder(key, answer.chosen, points) : 0
    case 'pairs':
      return answer.kind === 'pairs' ? markPairs(key, answer.chosen, points) : 0
    default:
      return isRight(key, answer) ? points : 0
  }
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

/** Whether a person has to give the points of an answer. A question without points is there to compare, as in an exercise. */
export const needsCorrector = ({ key, annulled, points }: KeyedQuestion, answer: ExamAnswer | undefined): boolean =>
  key.kind === 'open' && !annulled && points > 0 && answer?.kind === 'open' && answer.typed.trim() !== ''

/**
 * Marks one question of an attempt.
 * @param given hundredths of a point that a person gave; undefined before
 * @returns null where it was annulled and is out of the total, undefined while a person has to give the points
 */
export function markQuestion(
  question: KeyedQuestion,
  answer: ExamAnswer | undefined,
  given: number | undefined,
): number | null | undefined {
  if (question.annulled === 'out') return null
  if (question.annulled === 'all') return question.points
  if (!needsCorrector(question, answer)) return markAnswer(question.key, answer, question.points)
  return given === undefined ? undefined : Math.min(Math.max(given, 0), question.points)
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
 * @param givenOf gives the points that a person gave for an open answer, by the same number
 * @returns `waiting`: number of open answers that a person has to correct; they earn nothing until then, and the mark is none yet
 */
export function markAttempt(
  questions: KeyedQuestion[],
  answerOf: (question: number) => ExamAnswer | undefined,
  givenOf: (question: number) => number | undefined = () => undefined,
): { earned: (number | null)[]; mark: ExamMark; waiting: number } {
  const marked = questions.map((question, at) => markQuestion(question, answerOf(at + 1), givenOf(at + 1)))
  const earned = marked.map((points) => (points === undefined ? 0 : points))
  return {
    earned,
    mark: sumEarned(
      earned,
      questions.map(({ points }) => points),
    ),
    waiting: marked.filter((points) => points === undefined).length,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

function isRight(key: Exclude<ExamKey, { kind: 'several' | 'order' | 'pairs' | 'open' }>, answer: ExamAnswer): boolean {
  switch (key.kind) {
    case 'one':
      return answer.kind === 'one' && answer.chosen === key.right
    case 'truth':
      return answer.kind === 'truth' && answer.chosen === key.right
    case 'text':
      return answer.kind === 'text' && isAccepted(answer.typed, key.right)
    case 'number':
      return answer.kind === 'number' && isNear(answer.typed, key)
  }
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

/** Share of the pairs of options that stand in their right order, less the share of those that stand the other way round, never below zero (decision 133). */
function markOrder({ right }: Extract<ExamKey, { kind: 'order' }>, chosen: string[], points: number): number {
  const places = chosen.map((id) => right.indexOf(id))
  if (places.length !== right.length || places.includes(-1) || new Set(places).size < places.length) return 0
  const all = (places.length * (places.length - 1)) / 2
  const hits = sum(places.map((place, at) => places.slice(at + 1).filter((later) => later > place).length))
  return divideHalfUp(points * Math.max(0, 2 * hits - all), all)
}

/** Share of the left texts that have their right option. */
function markPairs({ lefts, options, right }: Extract<ExamKey, { kind: 'pairs' }>, chosen: Pair[], points: number) {
  const isKnown = ({ left, option }: Pair) =>
    lefts.some(({ id }) => id === left) && options.some(({ id }) => id === option)
  if (!chosen.every(isKnown) || new Set(chosen.map(({ left }) => left)).size < chosen.length) return 0
  const hits = chosen.filter((pair) => right.some(({ left, option }) => left === pair.left && option === pair.option))
  return divideHalfUp(points * hits.length, lefts.length)
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
