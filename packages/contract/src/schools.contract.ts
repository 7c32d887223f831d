import { z } from 'zod'
import { Bookmark } from './bookmarks.contract.ts'
import { Category } from './categories.contract.ts'
import { Bank } from './ledger.contract.ts'
import { limits } from './limits.ts'
import { needs } from './needs.ts'
import { permissions, TeamRole } from './permissions.ts'
import { planIds, plans } from './prices.ts'
import { Resource } from './resource.ts'
import { defineRoute } from './route.ts'
import { SchoolSettings } from './school-settings.ts'
import { storable } from './text.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

export const User = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  /** Digits; '' in a session that the school's administrator could have opened. */
  cpf: z.string(),
  role: z.string(),
  dark_mode: z.boolean(),
  link: z.string(),
  profile_img_url: z.string(),
  profile_description: z.string(),
  karma: z.number().int(),
  isAdminOfMoreSchools: z.boolean(),
  /** The user signed in with a factor of their own; other sessions change nothing outside this school. */
  hasOwnSession: z.boolean(),
  /** Moment from which the account is erased, as its user has asked; told to their own sessions alone. */
  utc_deletion_due_on: Utc.nullable(),
  /** Moment when the person joined this school; where they haven't, when they got an account. */
  utc_created_on: Utc,
})
export type User = z.infer<typeof User>

export const SchoolRole = z.enum(['admin', 'student'])
/** The caller's place in a school's team, with the rights that it gives; null for those who have none. */
export const TeamPlace = z.object({
  roles: z.array(TeamRole),
  permissions: z.array(z.enum(permissions)),
  /** Rights that are good in the chosen courses alone. */
  course_permissions: z.array(z.enum(permissions)),
  /** Chosen courses of a course teacher. */
  degree_ids: z.array(Id),
  may_publish: z.boolean(),
  /** The person to ask for more: an owner of the school. */
  owner_name: z.string(),
  /** An owner looks at the school in this place, which isn't their own. */
  seen: z.literal(true).optional(),
})
export type TeamPlace = z.infer<typeof TeamPlace>
const Namespace = z.object({ namespace: z.string(), domain: z.string() })
export const School = z.object({
  id: Id,
  name: z.string(),
  /** Ways to reach the school; a private school tells them to its own people alone, and visitors get ''. */
  email: z.string(),
  cellphone: z.string(),
  /** The telephone as any country reaches it: +5511912345678; null where there is none, or its country can't be known. */
  phone_e164: z.string().nullable(),
  /** The caller's roles here; empty for a visitor. */
  role: z.array(SchoolRole),
  /** The caller is a platform administrator in a school that is not theirs: the role admin is lent to them. */
  platform_view: z.boolean(),
  /** The caller may become a student here by a button: the school is open, and the session is their own. */
  can_join: z.boolean(),
  /** The school has erased the caller, and alone lets them in again. */
  erased_here: z.boolean(),
  namespace: Namespace,
  /** Namespaces of the school, the preferred one first; today there is one. */
  namespaces: z.array(Namespace),
  /** Link in the school's settings: its domain where that is in use, else the namespace. */
  link: z.string(),
  /** Path at which the school's pages begin: '' on its own domain, else '/escola/{id}' or '/{namespace}'. */
  base_path: z.string(),
  ui_theme: z.string(),
  /** The theme's ten colours, from pale to deep. */
  theme_colors: z.array(z.string()),
  logo_square_url: z.string(),
  logo_dark_square_url: z.string(),
  logo_wide_url: z.string(),
  logo_dark_wide_url: z.string(),
  is_private: z.boolean(),
  is_blocked: z.boolean(),
  /** Reason of the block, as the platform tells it to the school's administrators; '' for other callers. */
  blocked_reason: z.string(),
  is_academy: z.boolean(),
  use_own_domain: z.boolean(),
  /** Ids of the two services, '' for none. Their shape is checked, so that they can stand in an address. */
  google_analytics_code: z.string(),
  facebook_pixel: z.string(),
  assistant_name: z.string(),
  /** Sentence of the school above its courses, for visitors; '' where it has written none, and for outsiders of a private school. */
  gallery_sentence: z.string(),
  assistant_avatar_url: z.string(),
  has_rank: z.boolean(),
  has_notifications: z.boolean(),
  has_ended_mails: z.boolean(),
  has_support: z.boolean(),
  has_certificate: z.boolean(),
  has_affiliation: z.boolean(),
  has_api: z.boolean(),
  has_multiple_users: z.boolean(),
  has_video_upload: z.boolean(),
  /** Only for the school's administrators; other callers get the plan that a school begins with. */
  plan_id: needs('money', z.enum(planIds), plans.onDemand.id),
  plan_name: needs('money', z.string(), plans.onDemand.name),
  utc_created_on: Utc,
})
export type School = z.infer<typeof School>

export const SchoolSummary = z.object({
  id: Id,
  name: z.string(),
  role: z.array(SchoolRole),
  /** Seen from another school's own domain it is a whole address. */
  base_path: z.string(),
  logo_square_url: z.string(),
})
export type SchoolSummary = z.infer<typeof SchoolSummary>

export const UserDegree = z.object({
  /** Complete lessons, by id. */
  metadata: z.object({ content: z.record(Id, z.object({ isComplete: z.boolean() })) }),
  /** '0.00' to '100.00' */
  progress: z.string(),
})
export type UserDegree = z.infer<typeof UserDegree>

export const Acl = z.object({
  /** Courses that the person has begun, by id. */
  degrees: z.record(Id, UserDegree),
  school_gateways: z.object({ hasPublicAccess: z.boolean(), hasAllAccess: z.boolean(), allDegrees: z.array(Id) }),
})

const Waiting = z.object({ waiting: z.number().int() })

const TemplateSchool = z.object({ id: Id, name: z.string(), categories: z.array(Category) })

export const Context = z.object({
  user: User.nullable(),
  school: School.nullable(),
  team: TeamPlace.nullable(),
  /** Number of the school's students; only its administrators see it. */
  students: needs(['students', 'cohorts', 'records', 'reports'], z.object({ total: z.number().int() }), { total: 0 }),
  /** Number of the school's courses, drafts and franchise courses that are open included, and its progress with them; only its administrators see it. */
  courses: needs(
    ['courses', 'reports'],
    z.object({ total: z.number().int(), published: z.number().int(), hasLesson: z.boolean() }),
    { total: 0, published: 0, hasLesson: false },
    { byCourse: true },
  ),
  /** Number of questions without an answer; only the school's administrators see it. */
  threads: needs('threads', Waiting, { waiting: 0 }, { byCourse: true }),
  /** Number of open answers that wait to be corrected; only the school's administrators see it. */
  openAnswers: needs('courses', Waiting, { waiting: 0 }, { byCourse: true }),
  /** Number of buyers who paid and are in no class; only the school's administrators see it. */
  sales: needs('sales', Waiting, { waiting: 0 }),
  schools: z.array(SchoolSummary),
  /** Money and points of the school; only its administrators see them. */
  bank: needs('money', Bank, { balance: '0.00', points: 0 }),
  /** The school's plan; callers who are not told it get the one that a school begins with. */
  resource: needs('money', Resource, {
    plan_id: plans.onDemand.id,
    plan_name: plans.onDemand.name,
    price_ssl: '0.00',
    free_students: plans.onDemand.freeStudents,
  }),
  /** The installation takes payments; where it takes none, all is free. */
  billing: z.boolean(),
  /** Those that are archived say so, and are no choice. */
  gatewayList: needs(
    ['cohorts', 'students', 'sales', 'records'],
    z.array(z.object({ id: Id, title: z.string(), is_archived: z.boolean().optional() })),
    [],
  ),
  /** The school's first class besides the public one, and whether any such class has a student; only its administrators see it. */
  ownCohort: needs(['cohorts', 'students'], z.object({ id: Id, hasStudent: z.boolean() }).nullable(), null),
  acl: Acl,
  bookmarks: z.array(Bookmark),
  /** The student's own certificates that can be downloaded, by course; one that sums several stands once for each of them. */
  certificateList: z.array(z.object({ id: Id, degree_id: Id, pdf: z.string() })),
  /** Schools whose courses this one shows as its franchise. */
  templateSchools: z.array(TemplateSchool),
  /** Address of the local mailbox, where mail stays on this machine. */
  mailboxUrl: z.string().nullable(),
  /** Address of the program that people of an academy work in, by their role; the client appends their token. */
  academyUrl: z.string().nullable(),
  /** Number of the person's unread notifications, counted up to a hundred. */
  notifications: z.object({ unread: z.number().int() }),
  /** Ways for administrators of schools to reach the platform; '' for a way that is not configured, and for other people. */
  support: needs(['settings', 'money', 'team'], z.object({ email: z.string(), url: z.string() }), {
    email: '',
    url: '',
  }),
  /** A platform administrator has no second factor yet: this session reaches nothing but the setting up of one, or skips it. */
  missingFactor: z.object({ maySkip: z.boolean() }).nullable(),
})
export type Context = z.infer<typeof Context>

/** Pictures of a school, with the shape of each. */
export const schoolPictures = {
  logo_square_url: 'square',
  logo_dark_square_url: 'square',
  logo_wide_url: 'wide',
  logo_dark_wide_url: 'wide',
  assistant_avatar_url: 'square',
} as const
export type SchoolPicture = keyof typeof schoolPictures
const PictureField = z.object({ field: z.enum(Object.keys(schoolPictures) as [SchoolPicture, ...SchoolPicture[]]) })
const SchoolAnswer = z.object({ school: School })

export const schools = {
  context: defineRoute({
    method: 'GET',
    path: '/context',
    summary: 'Everything the screens need to start: who, which school, what they may do there',
    access: 'public',
    beforeFactor: true,
    query: z.object({
      domain: z.string().max(255).default('').transform(storable),
      pathname: z.string().max(2000).default('/').transform(storable),
    }),
    response: Context,
  }),
  update: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/update',
    summary: "Save some of the school's settings; is_blocked is for the platform's administrators alone",
    access: 'admin',
    may: ['settings', 'money'],
    proof: 'sometimes',
    params: SchoolParams,
    body: SchoolSettings,
    response: SchoolAnswer,
  }),
  uploadLogo: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/logo',
    summary: "Replace one of the school's pictures: a logo, or its assistant's",
    access: 'admin',
    may: 'settings',
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: { fields: PictureField, maxBytes: limits.imageBytes },
    response: SchoolAnswer,
  }),
  removeLogo: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/logo',
    summary: "Take one of the school's pictures away",
    access: 'admin',
    may: 'settings',
    params: SchoolParams,
    body: PictureField,
    response: SchoolAnswer,
  }),
}
