import { hasRight, hasRightSomewhere, type May, type Permission, type Rights } from '@escola/contract/permissions'
import type { Context } from '@escola/contract/schools.contract'
import { ApiError } from '../api/api-error.ts'
import { readViewRole, useAppContext, useViewRole, type ViewRole } from './context.ts'

/** Rights of the user in the school's team; none for those who do not belong to it. */
export const readRights = ({ team }: Context): Rights =>
  team
    ? {
        everywhere: new Set(team.permissions),
        inCourses: new Set(team.course_permissions),
        courseIds: new Set(team.degree_ids),
      }
    : { everywhere: new Set(), inCourses: new Set(), courseIds: new Set() }

export interface OwnRights {
  /** Tells whether the user has a right in the whole school or, with a course named, in that course. */
  may(permission: Permission, courseId?: string): boolean
  /** Tells whether the user has a right in the whole school, or in some course. */
  maySomewhere(permission: Permission): boolean
}

export const readOwnRights = (context: Context): OwnRights => {
  const rights = readRights(context)
  return {
    may: (permission, courseId) => hasRight(rights, permission, courseId),
    maySomewhere: (permission) => hasRightSomewhere(rights, permission),
  }
}

export const useRights = (): OwnRights => readOwnRights(useAppContext())

/** Tells whether the user looks after a course; a member of the team who doesn't is its student. */
export const useIsAuthor = (courseId: string): boolean => useRights().may('courses', courseId)

/** Pages of an address that has one for the team and one for students, with the right of the team's. */
export const sharedPages = {
  '/_app/cursos': 'courses',
  '/_app/certificados': 'certificates',
  '/_app/pontos': 'money',
} as const satisfies Record<string, Permission>

/** Refusal of a page, which the server would refuse, too. */
export const makeRefusal = (may?: May) =>
  new ApiError(403, { code: 'permission_needed', ...(may && { fields: { may: String(may) } }) })

/** The role that a shared page shows. A member of the team who lacks its right sees it like a student, if they study. */
type PageRole = ViewRole | 'refused'
const pageRoleOf = (role: ViewRole, context: Context, permission: Permission): PageRole => {
  if (role !== 'admin' || readOwnRights(context).maySomewhere(permission)) return role
  return context.school?.role.includes('student') ? 'student' : 'refused'
}
export const readPageRole = (context: Context, permission: Permission) =>
  pageRoleOf(readViewRole(context), context, permission)
export const usePageRole = (permission: Permission) => pageRoleOf(useViewRole(), useAppContext(), permission)
