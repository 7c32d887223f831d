import type { CountingRule } from './exam-plan.ts'

/** Points of an attempt, an exam or a course, of the most that there were; both in whole hundredths of a point. */
export interface ExamMark {
  points: number
  total: number
}

/** Attempt that was handed in and marked. */
export interface MarkedAttempt extends ExamMark {
  /** Moment at which the student handed it in, or its time was over. */
  handedInOn: Date
}

/** Attempt that was handed in; its mark is null while an open answer of it waits to be corrected. */
export interface EndedAttempt {
  handedInOn: Date
  mark: ExamMark | null
}

/**
 * Attempts that count now: the corrected ones. A mean that lacks an earlier attempt could be above the final one, so it takes those before the first
 * that waits; best and last don't depend on which attempt is corrected first.
 */
export function correctedAttempts(attempts: EndedAttempt[], counting: CountingRule): MarkedAttempt[] {
  const inOrder = attempts.toSorted((a, b) => a.handedInOn.getTime() - b.handedInOn.getTime())
  const waits = inOrder.findIndex(({ mark }) => mark === null)
  const known = counting === 'mean' && waits !== -1 ? inOrder.slice(0, waits) : inOrder
  return known.flatMap(({ handedInOn, mark }) => (mark ? [{ handedInOn, ...mark }] : []))
}

/** Whether a mark reaches a pass mark in whole per cent. Nothing out of nothing passes no student. */
export const isPassing = ({ points, total }: ExamMark, passPercent: number) =>
  total > 0 && points * 100 >= passPercent * total

/**
 * Mark of an assessment by its attempts; undefined without one. Attempts are taken in the order of their moments.
 *
 * Best is the highest share of its own total, the earlier of two that are equal. Mean adds the shares exactly and rounds the sum once, half up, to
 * hundredths of a point of the last attempt's total: what is shown is what passes.
 */
export function markOf(attempts: MarkedAttempt[], counting: CountingRule): ExamMark | undefined {
  return marksAlong(attempts, counting).at(-1)?.mark
}

/**
 * First moment at which the mark reached the pass mark; undefined when it never has.
 *
 * A later attempt that lowers the mark takes nothing back. Neither does a corrected key, which this function can't know: the caller keeps a moment
 * that was once recorded.
 */
export function passedOn(attempts: MarkedAttempt[], counting: CountingRule, passPercent: number): Date | undefined {
  return marksAlong(attempts, counting).find(({ mark }) => isPassing(mark, passPercent))?.on
}

/** An exam of a course, as it is published now. Exercises have no mark and are left out. */
export interface CourseExam {
  /** Most points of the exam, in hundredths. */
  total: number
  /** Undefined before the first attempt is marked. */
  mark: ExamMark | undefined
}

/**
 * Mark of a course: the mean of its exams by their points; an exam without an attempt counts as zero. Undefined for a course without exams.
 * A mark of an earlier publication, with another total, is brought to the present one; the sum is rounded once, half up.
 */
export function courseMark(exams: CourseExam[]): ExamMark | undefined {
  const total = exams.reduce((sum, exam) => sum + exam.total, 0)
  if (total === 0) return undefined
  const shares = exams.flatMap((exam) =>
    exam.mark ? [{ points: exam.mark.points * exam.total, total: exam.mark.total }] : [],
  )
  return { points: roundSum(sumByTotal(shares), 1n), total }
}

/**
 * Mark of a certificate: the mean of its courses' marks, of ten points. It is rounded down, so that it never shows a mark that was not reached.
 * Undefined where no course has one.
 */
export function certificateMark(courses: (ExamMark | undefined)[]): ExamMark | undefined {
  const marks = courses.filter((mark) => mark !== undefined)
  if (marks.length === 0) return undefined
  return {
    points: roundSum(sumByTotal(marks), BigInt(marks.length), { scale: certificateTotal, down: true }),
    total: Number(certificateTotal),
  }
}

const certificateTotal = 1000n

/** Mark of a certificate from a percentage. */
export const minimumMark = (percent: number): ExamMark => ({
  points: (percent * Number(certificateTotal)) / 100,
  total: Number(certificateTotal),
})

/** Mark after each attempt. */
function marksAlong(attempts: MarkedAttempt[], counting: CountingRule): { mark: ExamMark; on: Date }[] {
  const sums = new Map<number, bigint>()
  let best: ExamMark | undefined
  return attempts
    .toSorted((a, b) => a.handedInOn.getTime() - b.handedInOn.getTime())
    .map(({ points, total, handedInOn }, at) => {
      const own = { points, total }
      // Points and totals stay below 2^27, so their products are exact.
      if (!best || points * best.total > best.points * total) best = own
      addPoints(sums, points, total)
      const mean = () => ({ points: roundSum(sums, BigInt(at + 1), { scale: BigInt(total) }), total })
      return { mark: counting === 'mean' ? mean() : counting === 'best' ? best : own, on: handedInOn }
    })
}

const addPoints = (sums: Map<number, bigint>, points: number, total: number) =>
  sums.set(total, (sums.get(total) ?? 0n) + BigInt(points))

function sumByTotal(marks: ExamMark[]): Map<number, bigint> {
  const sums = new Map<number, bigint>()
  for (const { points, total } of marks) addPoints(sums, points, total)
  return sums
}

/** Adds the shares of each total, multiplied by a scale and divided by a count, and rounds half up, or down. A total of zero adds nothing. */
function roundSum(sums: Map<number, bigint>, count: bigint, { scale = 1n, down = false } = {}): number {
  let [above, below] = [0n, 1n]
  for (const [total, points] of sums)
    if (total > 0) [above, below] = [above * BigInt(total) + points * below, below * BigInt(total)]
  const divisor = 2n * below * count
  return Number((2n * above * scale + (down ? 0n : below * count)) / divisor)
}
