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
  /** Attempts beside those of the settings. */
  more_attempts: wholeUpTo(examLimits.attemptsMax),
  /** Minutes beside the limit of the settings. */
  more_minutes: wholeUpTo(examLimits.limitMinutesMax),
  /** Closing moment in place of the settings' one; null: that one stays. */
  utc_closes_on: Moment.nullable(),
})
export type ExamException = z.infer<typeof ExamException>
