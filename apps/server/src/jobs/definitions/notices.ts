import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { daily, defineJob } from '../job-definition.ts'

/** Jobs of notices and notifications; a part of the catalogue. */
export const noticeJobs = {
  /** Written by the clock some minutes after there is news; see due_jobs. */
  sendDueDigest: defineJob({
    name: 'notices.tell',
    queue: 'messages',
    payload: z.object({}),
    retries: 'looks',
  }),
  /** A job of its own: a movement is booked under the lock of the balance, and holds nothing that other news holds before it. */
  recordFall: defineJob({
    name: 'notices.note_fall',
    queue: 'messages',
    payload: z.object({ movementNumber: Id }),
    retries: 'delivery',
  }),
  forgetOldNotices: defineJob({ name: 'notices.forget_old', ...daily }),
  forgetOldTeamChanges: defineJob({ name: 'team_changes.forget_old', ...daily }),
  forgetOldNotifications: defineJob({ name: 'notifications.forget_old', ...daily }),
}
