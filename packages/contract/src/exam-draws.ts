import { sumEarned } from './exam-marks.ts'
import { pick, type Random, shuffle } from './exam-random.ts'

/**
 * A part of a published exam: one question that each attempt asks, or some that are drawn from a pool. Questions are named by their ids in the
 * bank, which stay when a question is edited, so that one seen in an older version counts as seen.
 */
export type ExamPart =
  | { kind: 'fixed'; question: string; points: number }
  | { kind: 'draw'; pool: readonly string[]; count: number; points: number }

/** Question of an attempt, with its points in whole hundredths. */
export interface AskedQuestion {
  question: string
  points: number
}

/**
 * Most points of an exam in hundredths: those of its attempts, where no two draws share a question.
 * @param out questions that are annulled and out of the total; a draw takes them last
 */
export function totalOf(parts: ExamPart[], out: ReadonlySet<string> = new Set()): number {
  const asked = parts.flatMap((part) => {
    const questions = part.kind === 'fixed' ? [part.question] : part.pool
    const counting = questions.filter((question) => !out.has(question)).length
    const count = part.kind === 'fixed' ? 1 : part.count
    return Array.from({ length: count }, (_, at) => ({ points: part.points, earned: at < counting ? 0 : null }))
  })
  return sumEarned(
    asked.map(({ earned }) => earned),
    asked.map(({ points }) => points),
  ).total
}

/** Number of questions that each attempt asks. */
export const countAsked = (parts: ExamPart[]) =>
  parts.reduce((sum, part) => sum + (part.kind === 'fixed' ? 1 : part.count), 0)

/**
 * Draws the questions of one attempt. Fixed ones are taken first, then each draw takes its own in the order of the parts; no question comes twice.
 * A draw takes questions that the student has not seen before all others; among those, and among the seen ones, each has the same chance. Annulled
 * ones are taken last.
 * @param seen questions of the student's earlier attempts at this exam
 * @returns the questions in the order of their parts, or in an order that is drawn as well
 * @throws where a draw can't be filled, which `unfillableParts` keeps from being published
 */
export function drawQuestions(
  parts: ExamPart[],
  {
    seen,
    annulled = new Set(),
    shuffled,
    random,
  }: { seen: ReadonlySet<string>; annulled?: ReadonlySet<string>; shuffled: boolean; random: Random },
): AskedQuestion[] {
  const taken = new Set(parts.flatMap((part) => (part.kind === 'fixed' ? [part.question] : [])))
  const asked = parts.flatMap((part) => {
    if (part.kind === 'fixed') return [{ question: part.question, points: part.points }]
    const free = [...new Set(part.pool)].filter((question) => !taken.has(question))
    const rankOf = (question: string) => 2 * Number(annulled.has(question)) + Number(seen.has(question))
    const drawn: string[] = []
    for (const rank of [0, 1, 2, 3])
      drawn.push(
        ...pick(
          free.filter((question) => rankOf(question) === rank),
          part.count - drawn.length,
          random,
        ),
      )
    if (drawn.length < part.count) throw new Error('A draw of a published exam can not be filled')
    for (const question of drawn) taken.add(question)
    return drawn.map((question) => ({ question, points: part.points }))
  })
  return shuffled ? shuffle(asked, random) : asked
}

/** Part that keeps an exam from being published. */
export type PartFault =
  | { part: number; reason: 'fixed_twice' }
  /** The draw asks for `count` questions and may find as few as `left`, because of fixed ones and of draws before it. */
  | { part: number; reason: 'draw_short'; count: number; left: number }

/**
 * Lists the parts that some attempt could not ask: a fixed question that comes twice, and draws that the chance of earlier ones may leave too few
 * questions. A draw is judged by the worst that the draws before it can do together, so an exam without faults is filled in each attempt, and each
 * fault has an attempt that shows it.
 *
 * Draws behind the first one that is too short are not judged, because their worst case depends on how that one is mended. A narrow draw before a
 * wide one of the same questions leaves most, which is the advice that authors get.
 */
export function unfillableParts(parts: ExamPart[]): PartFault[] {
  const fixed = new Set<string>()
  const faults: PartFault[] = []
  parts.forEach((part, at) => {
    if (part.kind !== 'fixed') return
    if (fixed.has(part.question)) faults.push({ part: at, reason: 'fixed_twice' })
    fixed.add(part.question)
  })
  const before: Draw[] = []
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'draw') continue
    const free = new Set(part.pool.filter((question) => !fixed.has(question)))
    const places = before.reduce((sum, { count }) => sum + count, 0)
    // Most pools are larger than all draws before them together, and need no closer look.
    const left = free.size - (free.size - places < part.count ? mostTaken(before, free) : places)
    if (left < part.count) return [...faults, { part: at, reason: 'draw_short', count: part.count, left }]
    before.push({ free, count: part.count })
  }
  return faults
}

interface Draw {
  free: ReadonlySet<string>
  count: number
}

/**
 * Largest number of questions of a pool that some draws can take together: a largest matching of questions and places of draws, by augmenting
 * paths.
 */
function mostTaken(draws: Draw[], pool: ReadonlySet<string>): number {
  const taken = draws.map(() => new Set<string>())
  const takerOf = new Map<string, number>()
  /** Gives a question to a draw, which may pass one of its own on to another; false where all places are taken for good. */
  const give = (question: string, tried: Set<number>): boolean =>
    draws.some(({ free, count }, at) => {
      if (tried.has(at) || !free.has(question)) return false
      tried.add(at)
      if (taken[at]!.size === count && ![...taken[at]!].some((other) => give(other, tried))) return false
      taken[takerOf.get(question) ?? -1]?.delete(question)
      taken[at]!.add(question)
      takerOf.set(question, at)
      return true
    })
  return [...pool].filter((question) => give(question, new Set())).length
}
