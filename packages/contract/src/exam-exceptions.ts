import { z } from 'zod'
import { Moment } from './calendars.contract.ts'
import { examLimits } from './exam-plan.ts'
import { examSettingTexts } from './exam-texts.ts'

const wholeUpTo = (most: number) => {
  const message = examSettingTexts.whole(0, most)
  return z.number({ error: message }).int(message).min(0, message).max(most, message)
}

/** Exception of one student at one assessment. */
export const ExamException = z.object({
  /** Attempts in addition to those of the settings. */
  more_attempts: wholeUpTo(examLimits.attemptsMax),
  /** Minutes in addition to the limit of the settings. */
  more_minutes: wholeUpTo(examLimits.limitMinutesMax),
  /** Closing moment in place of the settings' one; null: that one stays. */
  utc_closes_on: Moment.nullable(),
})
export type ExamException = z.infer<typeof ExamException>

/** Exception of a student who has none. */
export const noException: ExamException = { more_attempts: 0, more_minutes: 0, utc_closes_on: null }

/** Whether an exception changes nothing. */
export const isEmptyException = ({ more_attempts, more_minutes, utc_closes_on }: ExamException) =>
  more_attempts === 0 && more_minutes === 0 && utc_closes_on === null

/**
 * Joins the exceptions of merged students: of each field the more generous value.
 * @param closesOn closing moment of the settings, which an exception without one leaves as it is; null: it never closes
 */
export function joinExceptions(exceptions: ExamException[], closesOn: string | null): ExamException {
  const closings = exceptions.map((each) => each.utc_closes_on ?? closesOn)
  const latest = closings.includes(null) ? null : closings.toSorted((a, b) => Date.parse(a!) - Date.parse(b!)).at(-1)!
  return {
    more_attempts: Math.max(...exceptions.map(({ more_attempts }) => more_attempts)),
    more_minutes: Math.max(...exceptions.map(({ more_minutes }) => more_minutes)),
    utc_closes_on: latest === closesOn ? null : latest,
  }
}
