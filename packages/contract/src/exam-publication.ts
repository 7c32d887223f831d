import { minuteMs } from './durations.ts'
import type { AttemptRules } from './exam-attempts.ts'
import type { ExamPart } from './exam-draws.ts'
import type { ExamException } from './exam-exceptions.ts'
import { type ExamSettings, type PublishedPart, type ShownPart, shownParts } from './exam-plan.ts'
import { type ExamShows, type ShowWhen, shownOf } from './exam-shows.ts'

/** Whether a student may see the points of an attempt that is over. */
export const showsScore = (settings: ScoreSettings, student: { hasPassed: boolean; now: Date }): boolean =>
  // The closing moment delays right and wrong, and the key; never the points.
  shownOf(examShowsOf(settings), { ...student, isOver: true, closesOn: null }) !== 'nothing'

/** Settings that say what is shown. */
export type ScoreSettings = Pick<ExamSettings, 'kind' | 'shows' | 'shows_when' | 'utc_shows_on'>

const dateOf = (utc: string | null) => (utc === null ? null : new Date(utc))

/** Rules of a student's attempts at a published assessment, with their exception. An exercise limits neither attempts nor time, and has no pause. */
export function attemptRulesOf(settings: ExamSettings, exception?: ExamException): AttemptRules {
  const { kind, attempts, pause_minutes, limit_minutes, utc_opens_on, utc_closes_on } = settings
  const { more_attempts = 0, more_minutes = 0, utc_closes_on: closesOn = null } = exception ?? {}
  const isExam = kind === 'exam'
  return {
    attempts: isExam && attempts !== null ? attempts + more_attempts : null,
    pauseMs: isExam ? pause_minutes * minuteMs : 0,
    limitMs: isExam && limit_minutes !== null ? (limit_minutes + more_minutes) * minuteMs : null,
    opensOn: dateOf(utc_opens_on),
    closesOn: dateOf(closesOn ?? utc_closes_on),
  }
}

/** Moments from which a student sees each part of the results: all that the settings show at the same moment, the rest never. */
export function examShowsOf({ kind, shows, shows_when, utc_shows_on }: ScoreSettings): ExamShows {
  const when = whenOf(shows_when, dateOf(utc_shows_on))
  const showsUpTo = (part: ShownPart): ShowWhen =>
    shownParts.indexOf(part) <= shownParts.indexOf(shows) ? when : { when: 'never' }
  return {
    isExercise: kind === 'exercise',
    score: showsUpTo('score'),
    answers: showsUpTo('answers'),
    key: showsUpTo('key'),
  }
}

function whenOf(when: ExamSettings['shows_when'], on: Date | null): ShowWhen {
  if (when === 'attempt') return { when: 'attempt' }
  if (when === 'passed') return { when: 'passing' }
  return on ? { when: 'moment', on } : { when: 'never' }
}

/** Parts as draws know them: by questions, whose versions `versionsOf` has. */
export const drawnPartsOf = (parts: PublishedPart[]): ExamPart[] =>
  parts.map((part) => (part.kind === 'fixed' ? part : { ...part, pool: part.pool.map(({ question }) => question) }))

/** Version of each question that a publication may ask. */
export const versionsOf = (parts: PublishedPart[]): Map<string, number> =>
  new Map(
    parts
      .flatMap((part) => (part.kind === 'fixed' ? [part] : part.pool))
      .map(({ question, version }) => [question, version]),
  )
