import { graceEnd } from './exam-attempts.ts'
import type { ShownPart } from './exam-plan.ts'

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
    return now >= show.on && (part === 'score' || !closesOn || now >= graceEnd(closesOn))
  }
  return (['key', 'answers', 'score'] as const).find((part) => isShown(shows[part], part)) ?? 'nothing'
}
