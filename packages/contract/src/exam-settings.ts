import { z } from 'zod'
import { Moment } from './calendars.contract.ts'
import { minuteMs } from './durations.ts'
import type { AttemptRules } from './exam-attempts.ts'
import { examCountings } from './exam-results.ts'
import type { ExamShows, ShowWhen } from './exam-shows.ts'
import { examSettingTexts } from './exam-texts.ts'

/** Limits of an assessment (avaliação). Points are in hundredths, times in minutes. */
export const examLimits = {
  /** Questions that one attempt asks. */
  questions: 500,
  draws: 50,
  pointsMin: 1,
  pointsMax: 100_000,
  attempts: 20,
  /** Thirty days. */
  pauseMinutes: 43_200,
  limitMinutes: 600,
} as const

const wholeFrom = (least: number, most: number) => {
  const message = examSettingTexts.whole(least, most)
  return z.number({ error: message }).int(message).min(least, message).max(most, message)
}

/** Points of a question, in whole hundredths of a point. */
export const ExamPoints = wholeFrom(examLimits.pointsMin, examLimits.pointsMax)

const Show = z.discriminatedUnion('when', [
  z.object({ when: z.literal('never') }),
  z.object({ when: z.literal('attempt') }),
  z.object({ when: z.literal('passing') }),
  z.object({ when: z.literal('moment'), utc_on: Moment }),
])

/** Settings of an assessment. A 'prova' (exam) counts; an 'exercício' (exercise) has any number of attempts and shows each key at once. */
export const ExamSettings = z
  .object({
    kind: z.enum(['exam', 'exercise']),
    /** Null: any number. */
    attempts: wholeFrom(1, examLimits.attempts).nullable(),
    /** Minutes between the end of an attempt and the next one. */
    pause_minutes: wholeFrom(0, examLimits.pauseMinutes),
    /** Minutes of one attempt; null: there is no limit. */
    limit_minutes: wholeFrom(1, examLimits.limitMinutes).nullable(),
    utc_opens_on: Moment.nullable(),
    utc_closes_on: Moment.nullable(),
    counting: z.enum(examCountings),
    pass_percent: wholeFrom(1, 100),
    /** The order of questions is drawn for each attempt. */
    is_shuffled: z.boolean(),
    /** Moments from which a student sees the points, which answers are right, and the key with its explanations. */
    shows: z.object({ score: Show, verdicts: Show, key: Show }),
  })
  .refine(
    ({ utc_opens_on, utc_closes_on }) =>
      !utc_opens_on || !utc_closes_on || new Date(utc_opens_on) < new Date(utc_closes_on),
    {
      path: ['utc_closes_on'],
      error: examSettingTexts.closesFirst,
    },
  )
export type ExamSettings = z.infer<typeof ExamSettings>

/** Exception of one student at one assessment. */
export const ExamException = z.object({
  /** Attempts beside those of the settings. */
  more_attempts: wholeFrom(0, examLimits.attempts),
  /** Minutes beside the limit of the settings. */
  more_minutes: wholeFrom(0, examLimits.limitMinutes),
  /** Closing moment in place of the settings' one; null: that one stays. */
  utc_closes_on: Moment.nullable(),
})
export type ExamException = z.infer<typeof ExamException>

/** Rules of one student's attempts. An exercise has neither a number of attempts, nor a pause, nor a limit of time. */
export function rulesOf(settings: ExamSettings, exception?: ExamException): AttemptRules {
  const isExam = settings.kind === 'exam'
  const { more_attempts = 0, more_minutes = 0, utc_closes_on: closesOn = null } = exception ?? {}
  return {
    attempts: isExam && settings.attempts !== null ? settings.attempts + more_attempts : null,
    pauseMs: isExam ? settings.pause_minutes * minuteMs : 0,
    limitMs: isExam && settings.limit_minutes !== null ? (settings.limit_minutes + more_minutes) * minuteMs : null,
    opensOn: dateOf(settings.utc_opens_on),
    closesOn: dateOf(closesOn ?? settings.utc_closes_on),
  }
}

/** Rules of showing results. */
export function showsOf({ kind, shows }: ExamSettings): ExamShows {
  return {
    isExercise: kind === 'exercise',
    score: whenOf(shows.score),
    verdicts: whenOf(shows.verdicts),
    key: whenOf(shows.key),
  }
}

const whenOf = (show: z.infer<typeof Show>): ShowWhen =>
  show.when === 'moment' ? { when: 'moment', on: new Date(show.utc_on) } : show
const dateOf = (utc: string | null) => (utc === null ? null : new Date(utc))
