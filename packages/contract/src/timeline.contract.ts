import { z } from 'zod'
import { handedInWays } from './exam-attempts.contract.ts'
import { ExamException } from './exam-exceptions.ts'
import type { AccessAnswer as Answer } from './grant-ends.ts'
import { ContactText, entryNeeds, needs } from './needs.ts'
import { defineRoute } from './route.ts'
import { saleStates } from './sales.contract.ts'
import { salesPlatforms } from './sales.ts'
import { Term } from './terms.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

export const timelineLimits = { perPage: 20, classes: 50 } as const

/** Why a student is in a class, as grant-ends.ts puts it into words. */
const reason = {
  source: z.string(),
  platform: z.string(),
  filename: z.string(),
  /** Line of the imported file; null where it is not known, or there is none. */
  line: z.number().int().nullable(),
  given_by: z.string(),
  utc_since: Utc,
}

export const AccessAnswer = z.object({
  ...reason,
  /** Names the purchase among those of its platform; '' for every other source. */
  purchase_code: z.string(),
  /** null: the class was deleted, or is hidden. */
  school_gateway_id: Id.nullable(),
  title: z.string(),
  utc_ends_on: Utc.nullable(),
  utc_ended_on: Utc.nullable(),
  ended_why: z.string(),
  ended_by: z.string(),
  moved_to: z.string(),
  opens: z.number().int(),
  is_hidden: z.boolean(),
}) satisfies z.ZodType<Answer>
export type AccessAnswer = z.infer<typeof AccessAnswer>

/** Kinds of mails and text messages that a school's administrators see; the others are between the platform and the student. */
export const shownMessageKinds = [
  'activation',
  'invitation',
  'enrollment',
  'recovery',
  'access_ends',
  'access_ended',
  'purchase_invitation',
  'purchase_access',
  'purchase_closed',
  'certificate_ready',
  'certificate_revoked',
  'question_answered',
  'exam_corrected',
  'modules_opened',
  'access_link_sms',
  'students_merged',
  'merge_undone',
  'email_corrected',
] as const

const common = {
  /** Names the event among those of the student. */
  key: z.string(),
  utc_on: Utc,
}
/** Title is that of the class; '' where it is gone. */
const ofClass = { ...common, title: z.string() }
/** Assessment of a lesson. */
const ofExam = { ...common, course: z.string(), lesson: z.string() }
/** has_other: the class stood open to the student at that moment by another grant. */
const ofGrant = { ...ofClass, has_other: z.boolean() }

/** other: e-mail of the other student; goes_on: the student of the timeline went on for them. */
const merging = { other: ContactText, goes_on: z.boolean(), is_correction: z.boolean(), by: z.string() }

export const TimelineEvent = z.discriminatedUnion('kind', [
  /** is_back: the student had the class until a gap, and has it again. */
  z.object({ kind: z.literal('given'), ...ofGrant, ...reason, transaction: z.string(), is_back: z.boolean() }),
  z.object({
    kind: z.literal('ended'),
    ...ofGrant,
    source: z.string(),
    filename: z.string(),
    transaction: z.string(),
    ended_why: z.string(),
    ended_by: z.string(),
  }),
  /** from_title: title of the class that the student came from; '' where it is gone. */
  z.object({ kind: z.literal('moved'), ...ofClass, from_title: z.string(), moved_by: z.string() }),
  entryNeeds(
    'sales',
    z.object({
      kind: z.literal('sale'),
      ...common,
      platform: z.string(),
      /** Event in the platform's own word. */
      event: z.string(),
      state: z.enum(saleStates),
      reason: z.string(),
      reason_detail: z.string(),
      transaction: z.string(),
      product_name: z.string(),
      /** Names the purchase among those of its platform, where the transaction alone may not. */
      purchase_code: z.string(),
    }),
  ),
  /** The school gave a purchase to this student, or took it from them for another, whose name is '' where the school no longer has them. */
  entryNeeds(
    'sales',
    z.object({
      kind: z.literal('purchase_given'),
      ...common,
      platform: z.string(),
      transaction: z.string(),
      is_received: z.boolean(),
      other_name: z.string(),
    }),
  ),
  z.object({
    kind: z.literal('message'),
    ...common,
    message: z.enum(shownMessageKinds),
    state: z.enum(['waiting', 'sent', 'number_refused', 'unknown', 'unsent', 'undelivered', 'address_refused']),
    utc_sent_on: Utc.nullable(),
  }),
  /** An administrator set until when the student has access to a class; null: for life. */
  z.object({ kind: z.literal('term_set'), ...ofClass, utc_ends_on: Utc.nullable(), set_by: z.string() }),
  /**
   * An administrator gave a new term to the class, or to its sales on a platform, which applied to the student too; null: that of the class;
   * set_by: '' where it was not kept.
   */
  z.object({
    kind: z.literal('term_changed'),
    ...ofClass,
    term: Term.nullable(),
    platform: z.enum(salesPlatforms).nullable(),
    set_by: z.string(),
  }),
  /** Lessons of a course that the student completed in one day; lesson: the last of them. */
  z.object({
    kind: z.literal('lessons_completed'),
    ...common,
    course: z.string(),
    lesson: z.string(),
    lessons: z.number().int(),
  }),
  z.object({ kind: z.literal('course_completed'), ...common, course: z.string() }),
  z.object({ kind: z.literal('exam_begun'), ...ofExam }),
  z.object({
    kind: z.literal('exam_handed_in'),
    ...ofExam,
    how: z.enum(handedInWays),
    /** Null while an open answer waits to be corrected. */
    points: needs('courses', z.number().int().nullable(), null),
    total: needs('courses', z.number().int(), 0),
  }),
  /** The last of the open answers of an attempt was corrected; a later change of it moves the event. */
  z.object({ kind: z.literal('exam_corrected'), ...ofExam, answers: z.number().int(), set_by: z.string() }),
  z.object({ kind: z.literal('exam_passed'), ...ofExam }),
  /** An administrator gave the student an exception, which is the present one. */
  z.object({ kind: z.literal('exam_exception'), ...ofExam, exception: ExamException, set_by: z.string() }),
  /** An administrator let answers of an attempt count that had come after its end. */
  z.object({ kind: z.literal('exam_late_counted'), ...ofExam, answers: z.number().int(), set_by: z.string() }),
  entryNeeds(
    'threads',
    z.object({
      kind: z.literal('question'),
      ...common,
      course: z.string(),
      lesson: z.string(),
      utc_answered_on: Utc.nullable(),
    }),
  ),
  z.object({ kind: z.literal('merged'), ...common, ...merging }),
  z.object({ kind: z.literal('merge_undone'), ...common, ...merging }),
  /** First moment at which the student was in the school. */
  z.object({ kind: z.literal('entered'), ...common }),
])
export type TimelineEvent = z.infer<typeof TimelineEvent>

export const timelineParts = ['access', 'study', 'sales', 'messages', 'questions'] as const
export type TimelinePart = (typeof timelineParts)[number]

export const timelineMessages = { before: 'Esta parte do histórico não existe. Atualize a página' }

/** Place behind an event: its moment and key. */
const Place = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [a-z]+:\d{1,19}$/, timelineMessages.before)
  .refine((text) => !Number.isNaN(Date.parse(text.split(' ')[0]!)), timelineMessages.before)

const StudentParams = SchoolParams.extend({ link: Link })

export const timeline = {
  explain: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/access',
    summary: 'Why a student has, or has not, access to each class that they are or were in',
    access: 'admin',
    may: 'students',
    params: StudentParams,
    response: z.object({
      /** The classes with access first. */
      answers: z.array(AccessAnswer),
      /** Number of the student's sales that wait for an administrator. */
      pending_sales: z.number().int(),
    }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/timeline',
    summary:
      "Events of a student's access, study, sales, mails, text messages and questions, newest first, a part at a time",
    access: 'admin',
    may: 'students',
    params: StudentParams,
    query: z.object({
      part: z.union([z.literal(''), z.enum(timelineParts)]).default(''),
      before: z.union([z.literal(''), Place]).default(''),
    }),
    response: z.object({
      events: z.array(TimelineEvent),
      /** Place behind the last event; '' where none follows. */
      next: z.string(),
    }),
  }),
}
