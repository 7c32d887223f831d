import { z } from 'zod'
import { NoticeKind } from './notices.contract.ts'
import { defineRoute } from './route.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const NotificationKind = z.enum([
  'course_published',
  'certificate_issued',
  'access_given',
  'question_answered',
  'modules_opened',
  'exam_corrected',
  ...NoticeKind.options,
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** Says who answered a question, without the point at its end, for the bell and the mail alike. */
export const questionAnswered = (person: string, lesson: string) => `${person} respondeu à sua pergunta em “${lesson}”`

/** Says that a certificate can be seen, without the point at its end. */
export const certificateReady = (course: string) => `O seu certificado de “${course}” está pronto`

export const Notification = z.object({
  kind: NotificationKind,
  /** Id of the course, module, certificate, class or answer that the notification is about. */
  subject_id: Id,
  /** Title of the course, class or lesson, or a balance below zero; '' when it no longer exists. */
  title: z.string(),
  /** Link of the course that the notification leads to, while that is published. */
  degree_link: z.string().nullable(),
  /** Link of the lesson in that course. */
  content_link: z.string().nullable(),
  /** Person who answered the question, or the student or buyer whom an administrator's notification is about; '' for others, and for several. */
  person: z.string(),
  /** Number of questions, sales and the like that one notification counts. */
  count: z.number().int(),
  /** Class that an import was for. */
  school_gateway_id: Id.nullable(),
  is_read: z.boolean(),
  utc_created_on: Utc,
})
export type Notification = z.infer<typeof Notification>

export const notifications = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/notifications',
    summary: 'What happened to the signed-in person, newest first; kept for ninety days',
    access: 'member',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ notifications: pageOf(Notification) }),
  }),
  read: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/notifications/read',
    summary: 'Mark as read what happened to the signed-in person up to a moment, all of it or one thing',
    access: 'member',
    params: SchoolParams,
    body: z.object({
      utc_until: Utc,
      /** The one thing that is marked. */
      only: Notification.pick({ kind: true, subject_id: true }).optional(),
    }),
    response: Done,
  }),
}
