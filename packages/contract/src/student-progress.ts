import { z } from 'zod'
import { Id, Utc } from './wire.ts'

/** How far a student is in one course. */
export const StudentProgress = z.object({
  id: Id,
  title: z.string(),
  link: z.string(),
  progress: z.string(),
  /** Lessons that count for the student, and those of them that are completed. */
  lessons: z.number().int(),
  completed: z.number().int(),
  /** Title of the lesson that was watched or completed last; '' before the first. */
  last_lesson: z.string(),
  /** Moment at which it was; null before the first. */
  utc_stopped_on: Utc.nullable(),
  /** Latest issue. While it is queued, and when it failed, the student keeps the earlier certificate. */
  certificate: z
    .object({
      id: Id,
      status: z.enum(['queued', 'ready', 'failed', 'revoked']),
      /** Comes with revoked. */
      revoked_why: z.string().optional(),
      number: z.number().int(),
      /** Comes with failed, when the school can do something about it. */
      failure: z.string().optional(),
    })
    .nullable(),
  /** Comes where a certificate can't be printed yet, for the school to mend. */
  certificate_held_why: z.string().optional(),
})
