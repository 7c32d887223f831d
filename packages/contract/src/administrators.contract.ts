import { z } from 'zod'
import { limits } from './limits.ts'
import { NewEmail, PlainName } from './people.ts'
import { foldRoles, TeamRole, teamRoles } from './permissions.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { SchoolRole } from './schools.contract.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Member of the school's team; some study there too. */
export const Administrator = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  link: z.string(),
  profile_img_url: z.string(),
  role: z.array(SchoolRole),
  team_roles: z.array(TeamRole),
  /** Chosen courses of a course teacher. */
  degrees: z.array(z.object({ id: Id, title: z.string() })),
  may_publish: z.boolean(),
  has_factor: z.boolean(),
  /** The invitation waits: the person has no way to sign in yet. */
  is_invited: z.boolean(),
  utc_seen_on: Utc.nullable(),
  utc_created_on: Utc,
})
export type Administrator = z.infer<typeof Administrator>

const place = {
  roles: z.array(TeamRole).min(1, refusals.roleMissing).max(teamRoles.length),
  degree_ids: z.array(Id).max(limits.roleCourses, refusals.roleCoursesMany),
  may_publish: z.boolean(),
}
/** Place in the team that a call asks for. Without roles it is an owner's. */
export interface AskedPlace {
  roles?: TeamRole[] | undefined
  degree_ids?: string[] | undefined
  may_publish?: boolean | undefined
}

/** Makes of what was asked for what is kept: each right once, courses for a course teacher alone, and only teachers may be kept from publishing. */
export function settlePlace({ roles = ['owner'], degree_ids = [], may_publish = true }: AskedPlace) {
  const kept = foldRoles(roles)
  const teaches = kept.includes('teacher') || kept.includes('course_teacher')
  const courseIds = kept.includes('course_teacher') ? [...new Set(degree_ids)] : []
  return { roles: kept, courseIds, mayPublish: may_publish || !teaches }
}

const requireCourses = (asked: AskedPlace, { addIssue }: { addIssue: (issue: z.core.$ZodRawIssue) => void }) => {
  const { roles, courseIds } = settlePlace(asked)
  if (roles.includes('course_teacher') && courseIds.length === 0)
    addIssue({ code: 'custom', path: ['degree_ids'], message: refusals.roleCourseMissing, input: asked })
}

export const NewAdministrator = z
  .object({
    name: PlainName,
    email: NewEmail,
    roles: place.roles.optional(),
    degree_ids: place.degree_ids.optional(),
    may_publish: place.may_publish.optional(),
  })
  .superRefine(requireCourses)
export const NewRoles = z.object(place).superRefine(requireCourses)
const SavedRoles = z.object({ user_id: Id, ...place }).superRefine(requireCourses)

export const administrators = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/users',
    summary: "The school's team with their roles, a page at a time",
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ users: pageOf(Administrator) }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/add-user',
    summary:
      'Take a person into the team, as an owner unless roles say less, and tell them by e-mail; a student becomes both. Only where the school has multiple users',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    rateLimit: 'mail',
    params: SchoolParams,
    body: NewAdministrator,
    response: z.object({ user: Administrator }),
  }),
  saveRoles: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/save-user-roles',
    summary: 'Change what another member of the team may do, and tell them by e-mail; the last owner stays one',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    body: SavedRoles,
    response: Done,
  }),
  handOver: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/hand-over',
    summary:
      'Make a member of the team an owner and, if wished, become an administrator oneself, in one; all owners are told by e-mail',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    body: z.object({ user_id: Id, steps_down: z.boolean() }),
    response: Done,
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/remove-user',
    summary: 'Remove a member from the team, never oneself nor the last owner; who studies there stays a student',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    params: SchoolParams,
    body: z.object({ user_id: Id }),
    response: Done,
  }),
}
