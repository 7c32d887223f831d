import { z } from 'zod'
import { absences } from './absent-degrees.ts'
import { entryNeeds, needs } from './needs.ts'
import type { Permission } from './permissions.ts'
import { ReleaseNotice } from './release-notices.contract.ts'
import { defineRoute } from './route.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

/** Numbers of the days and lists of an administrator's home. */
export const todayLimits = {
  /** Days that the chart can show; the first of these periods is a week. */
  periods: [7, 30, 90],
  /** Rows of each list; the others are counted. */
  rows: 3,
  happenings: 8,
  lessons: 5,
  /** An import with refused rows waits for an administrator for so many days. */
  importDays: 30,
  /** A buyer's doubtful e-mail is named for so many days, among so many of the newest buyers who have never entered. */
  emailDays: 14,
  emailBuyers: 500,
} as const
export type Period = (typeof todayLimits.periods)[number]

/** Course with something that its students don't see yet. */
const WaitingDraft = z.object({ id: Id, link: z.string(), title: z.string(), is_published: z.boolean() })
/** Certificate model that sums courses and issues nothing, because one of them is not there, or it names too few. */
const StoppedModel = z.object({ id: Id, title: z.string(), why: z.enum([...absences, 'few']) })
export type StoppedModel = z.infer<typeof StoppedModel>
/** Import that refused rows, or failed. */
const WaitingImport = z.object({
  id: Id,
  filename: z.string(),
  school_gateway_id: Id,
  cohort_title: z.string(),
  refused: z.number().int(),
  has_failed: z.boolean(),
})

/** Student who came by a purchase, has never entered, and whose e-mail is probably mistyped. */
const DoubtfulEmail = z.object({
  user_link: z.string(),
  user_name: z.string(),
  email: z.string(),
  suggestion: z.string(),
})

export const Day = z.object({
  /** Day of São Paulo's calendar: '2026-11-23'. */
  day: z.string(),
  /** Times that a student entered a class other than the public one. */
  enrollments: z.number().int(),
  /** Times that a student completed a course. */
  completions: z.number().int(),
})
export type Day = z.infer<typeof Day>

const Stops = z.object({
  degree_id: Id,
  degree_link: z.string(),
  degree_title: z.string(),
  /** Number of students who have opened the course and not completed it; who has completed no lesson stops at the first. */
  students: z.number().int(),
  /** Lessons that are next for most of them, in the order of the course. */
  contents: z.array(z.object({ link: z.string(), title: z.string(), students: z.number().int() })),
})
export type Stops = z.infer<typeof Stops>

const happening = {
  /** Id of the row that says so, unique within its kind and moment. */
  id: Id,
  /** Name of the student; '' of an import. */
  user_name: z.string(),
  user_link: z.string(),
  /** Title of the class, course or lesson, or the name of the file. */
  title: z.string(),
  /** Class that an import is for. */
  school_gateway_id: Id.nullable(),
  /** Number of students whom an import brought into the class. */
  count: z.number().int(),
  utc_created_on: Utc,
}
/** Rights that each kind of event takes. */
export const happeningRights = {
  joined: 'students',
  bought: 'sales',
  completed: 'students',
  asked: 'threads',
  imported: 'records',
} as const satisfies Record<string, Permission>
export type HappeningKind = keyof typeof happeningRights
const ofKind = <K extends HappeningKind>(kind: K) =>
  entryNeeds(happeningRights[kind], z.object({ kind: z.literal(kind), ...happening }))
export const Happening = z.discriminatedUnion('kind', [
  ofKind('joined'),
  ofKind('bought'),
  ofKind('completed'),
  ofKind('asked'),
  ofKind('imported'),
])
export type Happening = z.infer<typeof Happening>

const listOf = <S extends z.ZodType>(row: S) => z.object({ total: z.number().int(), list: z.array(row) })
const noRows = { total: 0, list: [] }

export const Today = z.object({
  /** End of the grace of a month of the plan that is not paid; null while all is paid. */
  utc_grace_ends_on: needs('money', Utc.nullable(), null),
  /** Moment since when the school's mail is stopped, alone or with that of all schools. */
  utc_mail_stopped_on: Utc.nullable(),
  /** Changes of a release for the school, until an administrator has read it. */
  release_notices: needs(['settings', 'cohorts'], z.array(ReleaseNotice), []),
  /** Mails of the last days that did not arrive. */
  undelivered: needs('students', z.number().int(), 0),
  drafts: needs('courses', listOf(WaitingDraft), noRows, { byCourse: true }),
  imports: needs('records', listOf(WaitingImport), noRows),
  models: needs('certificates', listOf(StoppedModel), noRows),
  /** Newest first. */
  doubtful_emails: needs('students', listOf(DoubtfulEmail), noRows),
  /** The longest period's days, the present one last. */
  days: needs('reports', z.array(Day), []),
  /** Stops of the busiest course; null while no course has begun. */
  stops: needs('reports', Stops.nullable(), null),
  /** Newest first. */
  happenings: z.array(Happening),
})
export type Today = z.infer<typeof Today>

export const today = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/today',
    summary: 'What waits in the school, its figures by the day, and what happened just now',
    access: 'admin',
    may: 'own',
    params: SchoolParams,
    response: Today,
  }),
}
