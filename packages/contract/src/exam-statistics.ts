import { type ExamAnswer, type ExamKey, isChoice } from './exam-content.ts'

/** Attempts below which the discrimination of a question says nothing. */
export const discriminationAttemptsMin = 30

/**
 * Sums of one question over attempts. They are added up, stay when the attempts are erased, and are whole numbers, so that the order of adding
 * makes no difference.
 */
export interface QuestionSums {
  /** Attempts that asked the question, answered or not. */
  attempts: number
  /** Attempts with all of its points. */
  right: number
  /** Attempts that chose an option, by its id. */
  chosen: Record<string, number>
  /** Shares of the points of all other questions, in ten-thousandths, their squares, and those of the attempts that were right. */
  rest: number
  restSquares: number
  restOfRight: number
}

export const noSums: QuestionSums = { attempts: 0, right: 0, chosen: {}, rest: 0, restSquares: 0, restOfRight: 0 }

/** Question in one attempt that is over; points in hundredths. */
export interface AnsweredQuestion {
  answer: ExamAnswer | undefined
  /** Null: it was annulled, and is out of the total. */
  earned: number | null
  points: number
  /** Whole attempt, with this question. */
  attempt: { points: number; total: number }
}

/** Adds one attempt to the sums of a question. */
export function addToSums(sums: QuestionSums, { answer, earned, points, attempt }: AnsweredQuestion): QuestionSums {
  const isRight = earned === points
  const restTotal = attempt.total - (earned === null ? 0 : points)
  const rest = restTotal > 0 ? Math.floor(((attempt.points - (earned ?? 0)) * 10_000) / restTotal) : 0
  return {
    attempts: sums.attempts + 1,
    right: sums.right + Number(isRight),
    chosen: countChosen(sums.chosen, answer),
    rest: sums.rest + rest,
    restSquares: sums.restSquares + rest * rest,
    restOfRight: sums.restOfRight + (isRight ? rest : 0),
  }
}

function countChosen(chosen: Record<string, number>, answer: ExamAnswer | undefined): Record<string, number> {
  if (!answer || !isChoice(answer)) return chosen
  const counts = { ...chosen }
  for (const id of new Set([answer.chosen].flat())) counts[id] = (counts[id] ?? 0) + 1
  return counts
}

export interface QuestionStatistics {
  /** Share of attempts with all points, from 0 to 1; undefined without attempts. */
  rightShare: number | undefined
  /** Wrong option that most attempts chose, the first of several that are equal; undefined where none was chosen or there is nothing to choose. */
  mostChosenWrong: { option: string; attempts: number } | undefined
  /**
   * Point-biserial correlation of being right with the share of the points of all other questions, from -1 to 1 in hundredths. Below zero, students
   * who do well get this question wrong: its key may be. Undefined below 30 attempts, and where all were right, all wrong, or all alike elsewhere.
   */
  discrimination: number | undefined
}

/** Says from its sums how a question did. */
export const questionStatistics = (key: ExamKey, sums: QuestionSums): QuestionStatistics => ({
  rightShare: sums.attempts === 0 ? undefined : sums.right / sums.attempts,
  mostChosenWrong: mostChosenWrong(key, sums.chosen),
  // Points of an open answer say as much of the person who gave them, and there is no key to check.
  discrimination: key.kind === 'open' ? undefined : discriminationOf(sums),
})

function mostChosenWrong(key: ExamKey, chosen: Record<string, number>): QuestionStatistics['mostChosenWrong'] {
  if (!isChoice(key)) return undefined
  return key.options
    .filter(({ id }) => ![key.right].flat().includes(id))
    .map(({ id }) => ({ option: id, attempts: chosen[id] ?? 0 }))
    .reduce<QuestionStatistics['mostChosenWrong']>(
      (most, each) => (each.attempts > (most?.attempts ?? 0) ? each : most),
      undefined,
    )
}

function discriminationOf({ attempts, right, rest, restSquares, restOfRight }: QuestionSums): number | undefined {
  if (attempts < discriminationAttemptsMin) return undefined
  // Whole numbers of any size: at a hundred thousand attempts the products are past what a number holds exactly, and the sign is what counts.
  const [n, x, y] = [BigInt(attempts), BigInt(right), BigInt(rest)]
  const together = n * BigInt(restOfRight) - x * y
  const spread = (n * x - x * x) * (n * BigInt(restSquares) - y * y)
  if (spread === 0n) return undefined
  const value = Math.round((100 * Number(together)) / Math.sqrt(Number(spread))) / 100
  return value === 0 ? 0 : value
}
