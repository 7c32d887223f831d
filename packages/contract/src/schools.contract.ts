import { z } from 'zod'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Id, Money, Utc } from './wire.ts'

export const User = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  /** Digits; '' through a session that the school's administrator could have opened. */
  cpf: z.string(),
  role: z.string(),
  dark_mode: z.boolean(),
  link: z.string(),
  profile_img_url: z.string(),
  profile_description: z.string(),
  karma: z.number().int(),
  isAdminOfMoreSchools: z.boolean(),
  /** Signed in with something of their own; otherwise they change nothing outside this school. */
  hasOwnSession: z.boolean(),
  /** Since when they belong to this school; where they don't, since when they have an account. */
  utc_created_on: Utc,
})
export type User = z.infer<typeof User>

export const SchoolRole = z.enum(['admin', 'student'])
export const School = z.object({
  id: Id,
  name: z.string(),
  /** How to reach the school; a private one tells its own people alone, and visitors get ''. */
  email: z.string(),
  cellphone: z.string(),
  /** The signed-in person's roles here; empty for a visitor. */
  role: z.array(SchoolRole),
  namespace: z.object({ namespace: z.string(), domain: z.string() }),
  /** Where the school's pages begin: '' on its own domain, else '/escola/{id}' or '/{namespace}'. */
  base_path: z.string(),
  ui_theme: z.string(),
  logo_square_url: z.string(),
  logo_dark_square_url: z.string(),
  logo_wide_url: z.string(),
  logo_dark_wide_url: z.string(),
  is_private: z.boolean(),
  is_blocked: z.boolean(),
  is_academy: z.boolean(),
  use_own_domain: z.boolean(),
  assistant_name: z.string(),
  has_rank: z.boolean(),
  has_notifications: z.boolean(),
  has_support: z.boolean(),
  has_certificate: z.boolean(),
  has_affiliation: z.boolean(),
  has_api: z.boolean(),
  has_multiple_users: z.boolean(),
  has_video_upload: z.boolean(),
  utc_created_on: Utc,
})
export type School = z.infer<typeof School>

export const SchoolSummary = z.object({
  id: Id,
  name: z.string(),
  role: z.array(SchoolRole),
  base_path: z.string(),
  logo_square_url: z.string(),
})
export type SchoolSummary = z.infer<typeof SchoolSummary>

export const UserDegree = z.object({
  metadata: z.object({ content: z.record(Id, z.object({ isComplete: z.boolean() })) }),
  /** '0.00' to '100.00' */
  progress: z.string(),
})
export type UserDegree = z.infer<typeof UserDegree>

export const Acl = z.object({
  degrees: z.record(Id, z.object({ progress: z.string() })),
  school_gateways: z.object({ hasPublicAccess: z.boolean(), hasAllAccess: z.boolean(), allDegrees: z.array(Id) }),
})

export const Context = z.object({
  user: User.nullable(),
  school: School.nullable(),
  /** How many students the school has; only its administrators see it. */
  students: z.object({ total: z.number().int() }),
  /** How many courses the school has, drafts included, and how far it has come with them; only its administrators see it. */
  courses: z.object({ total: z.number().int(), published: z.number().int(), hasLesson: z.boolean() }),
  schools: z.array(SchoolSummary),
  bank: z.object({ balance: Money, points: z.number().int() }),
  resource: z.object({ plan_id: z.string(), plan_name: z.string() }),
  gatewayList: z.array(z.object({ id: Id, title: z.string() })),
  acl: Acl,
  bookmarks: z.array(z.object({ id: Id, degree_id: Id, content_id: Id.nullable() })),
  certificateList: z.array(z.object({ id: Id, degree_id: Id })),
  templateSchools: z.array(z.object({ id: Id, name: z.string() })),
  /** Only where mail stays on this machine: the address of the local mailbox. */
  mailboxUrl: z.string().nullable(),
})
export type Context = z.infer<typeof Context>

export const schools = {
  context: defineRoute({
    method: 'GET',
    path: '/context',
    summary: 'Everything the screens need to start: who, which school, what they may do there',
    access: 'public',
    query: z.object({
      domain: z.string().max(255).default('').transform(storable),
      pathname: z.string().max(2000).default('/').transform(storable),
    }),
    response: Context,
  }),
}
