import { minuteMs } from './durations.ts'

/** Time after the end of an attempt in which its answers still count: they may have been on their way. */
export const examGraceMs = minuteMs / 2

/** Rules of one student's attempts at one assessment, with the student's exception. */
export interface AttemptRules {
  /** Null: any number. */
  attempts: number | null
  /** Time from the end of an attempt to the beginning of the next. */
  pauseMs: number
  /** Null: an attempt has no limit. */
  limitMs: number | null
  opensOn: Date | null
  /** First moment at which the assessment is closed. */
  closesOn: Date | null
}

export interface Attempt {
  begunOn: Date
  /** Moment at which the student handed it in, or its end where it was handed in for the student; null before. */
  handedInOn: Date | null
}

/** End of an attempt: answers given after it don't count, but for the grace. */
export interface AttemptEnd {
  on: Date
  why: 'time_over' | 'closed' | 'no_access'
}

/** Circumstances of a question about attempts. */
export interface Circumstances {
  rules: AttemptRules
  /** First moment without access to the lesson; null: the access has no end. */
  accessEndsOn: Date | null
  now: Date
}

/** Reason for which an attempt can't be begun or continued, with the moments that belong to it. `next` is when it will be possible. */
export type AttemptRefusal =
  | { reason: 'not_open'; next: Date }
  | { reason: 'pause'; next: Date }
  /** The pause lasts until the assessment is closed, or the access has ended. */
  | { reason: 'pause_too_long' }
  | { reason: 'attempts_used'; attempts: number }
  /** An attempt runs, and is continued. */
  | { reason: 'running' }
  | { reason: 'handed_in'; on: Date }
  | { reason: AttemptEnd['why']; on: Date }

/** End of an attempt: its limit, the closing or the end of access, whichever comes first. Undefined: it ends when it is handed in. */
export function attemptEnd(
  { begunOn }: Attempt,
  { rules: { limitMs, closesOn }, accessEndsOn }: Omit<Circumstances, 'now'>,
): AttemptEnd | undefined {
  const ends: { on: Date | null; why: AttemptEnd['why'] }[] = [
    { on: limitMs === null ? null : new Date(begunOn.getTime() + limitMs), why: 'time_over' },
    { on: closesOn, why: 'closed' },
    { on: accessEndsOn, why: 'no_access' },
  ]
  return ends
    .filter((end): end is AttemptEnd => end.on !== null)
    .reduce<AttemptEnd | undefined>((first, end) => (first && first.on <= end.on ? first : end), undefined)
}

/**
 * Phase of an attempt: running, in the grace behind its end, in which saves and a hand-in still count, or over.
 * It is computed at each reading; handing in at the end, which a planner does, changes no answer of this function.
 */
export function attemptPhase(attempt: Attempt, circumstances: Circumstances): 'running' | 'grace' | 'over' {
  if (attempt.handedInOn) return 'over'
  const end = attemptEnd(attempt, circumstances)
  if (!end || circumstances.now < end.on) return 'running'
  return circumstances.now < graceEnd(end.on) ? 'grace' : 'over'
}

/** Whether an attempt is over, its grace included: later answers don't count. */
export const isOver = (attempt: Attempt, circumstances: Circumstances) =>
  attemptPhase(attempt, circumstances) === 'over'

/** First moment after the grace. */
export const graceEnd = (end: Date) => new Date(end.getTime() + examGraceMs)

/** Moment at which an attempt ended, however that was; undefined while answers still count. */
export function endedOn(attempt: Attempt, circumstances: Circumstances): Date | undefined {
  if (attempt.handedInOn) return attempt.handedInOn
  return isOver(attempt, circumstances) ? attemptEnd(attempt, circumstances)?.on : undefined
}

/** Why a student may not begin another attempt; undefined where they may. Administrators begin none: they try an assessment out. */
export function beginRefusal(attempts: Attempt[], circumstances: Circumstances): AttemptRefusal | undefined {
  const { rules, accessEndsOn, now } = circumstances
  if (accessEndsOn && now >= accessEndsOn) return { reason: 'no_access', on: accessEndsOn }
  if (rules.closesOn && now >= rules.closesOn) return { reason: 'closed', on: rules.closesOn }
  if (rules.opensOn && now < rules.opensOn) return { reason: 'not_open', next: rules.opensOn }
  if (attempts.some((attempt) => attemptPhase(attempt, circumstances) === 'running')) return { reason: 'running' }
  if (rules.attempts !== null && attempts.length >= rules.attempts)
    return { reason: 'attempts_used', attempts: rules.attempts }
  const next = new Date(Math.max(...attempts.map((attempt) => nextAfter(attempt, circumstances))))
  if (attempts.length === 0 || now >= next) return undefined
  const isTooLong = [rules.closesOn, accessEndsOn].some((end) => end && next >= end)
  return isTooLong ? { reason: 'pause_too_long' } : { reason: 'pause', next }
}

/** Moment from which another attempt may begin after one that no longer runs: the pause counts from its end, and its grace is over. */
function nextAfter(attempt: Attempt, { rules, accessEndsOn }: Circumstances): number {
  if (attempt.handedInOn) return attempt.handedInOn.getTime() + rules.pauseMs
  const end = attemptEnd(attempt, { rules, accessEndsOn })!.on
  return Math.max(end.getTime() + rules.pauseMs, graceEnd(end).getTime())
}

/**
 * Why an attempt can't be continued; undefined while it runs. In the grace no more answers are given, yet what a device has already is saved and
 * handed in until `isOver`.
 */
export function continueRefusal(attempt: Attempt, circumstances: Circumstances): AttemptRefusal | undefined {
  if (attempt.handedInOn) return { reason: 'handed_in', on: attempt.handedInOn }
  const end = attemptEnd(attempt, circumstances)
  return end && circumstances.now >= end.on ? { reason: end.why, on: end.on } : undefined
}
