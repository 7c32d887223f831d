import { graceEnd } from './exam-attempts.ts'
import { type ShownPart, shownParts } from './exam-plan.ts'

/** Moment from which a student sees a part of the results of an attempt that is over. */
export type ShowWhen = { when: 'never' } | { when: 'attempt' } | { when: 'passing' } | { when: 'moment'; on: Date }

export interface ExamShows {
  /** An exercise shows everything once its attempt is over, and each key as soon as its question is answered. */
  isExercise: boolean
  score: ShowWhen
  /** Points of each question: right, wrong, or a part. */
  answers: ShowWhen
  /** Key with explanations. */
  key: ShowWhen
}

/**
 * Most that a student may see of an attempt now. A part that is shown shows those below it: a key without points would be a riddle.
 *
 * Right and wrong, and the key, that wait for a moment also wait until the assessment is closed to this student, with the grace, so that a student whose closing
 * was put off isn't told the key before.
 * @param closesOn closing moment with the student's exception
 */
export function shownOf(
  shows: ExamShows,
  student: { isOver: boolean; hasPassed: boolean; closesOn: Date | null; now: Date },
): ShownPart {
  if (!student.isOver) return 'nothing'
  if (shows.isExercise) return 'key'
  const { hasPassed, closesOn, now } = student
  const isShown = (show: ShowWhen, part: ShownPart) => {
    if (show.when !== 'moment') return show.when === 'attempt' || (show.when === 'passing' && hasPassed)
    return now >= momentOf(show.on, part, closesOn)
  }
  return (['key', 'answers', 'score'] as const).find((part) => isShown(shows[part], part)) ?? 'nothing'
}

/**
 * First moment at which a student could see the key of an attempt; undefined where they could not yet.
 * @param overOn moment at which the attempt ended
 * @param passedOn first moment at which the student had passed
 */
export function keyShownFrom(
  shows: ExamShows,
  { overOn, passedOn, closesOn }: { overOn: Date; passedOn: Date | null; closesOn: Date | null },
): Date | undefined {
  const { key } = shows
  if (shows.isExercise || key.when === 'attempt') return overOn
  if (key.when === 'never' || (key.when === 'passing' && !passedOn)) return undefined
  const on = key.when === 'moment' ? momentOf(key.on, 'key', closesOn) : passedOn!
  return on > overOn ? on : overOn
}

/** Moment from which a delayed part is shown. */
function momentOf(on: Date, part: ShownPart, closesOn: Date | null): Date {
  const closed = part === 'score' || !closesOn ? on : graceEnd(closesOn)
  return closed > on ? closed : on
}

/**
 * Tells the most that a student will see of a finished attempt, and from when; null: once they pass.
 * @returns undefined if they see all of it already
 */
export function shownLater(
  shows: ExamShows,
  student: { hasPassed: boolean; closesOn: Date | null; now: Date },
): { part: ShownPart; on: Date | null } | undefined {
  const shown = shownOf(shows, { ...student, isOver: true })
  const part = (['key', 'answers', 'score'] as const).find((each) => shows[each].when !== 'never')
  if (!part || shownParts.indexOf(shown) >= shownParts.indexOf(part)) return undefined
  const show = shows[part]
  return { part, on: show.when === 'moment' ? momentOf(show.on, part, student.closesOn) : null }
}
