import { hasRight, hasRightSomewhere, noRights, type Permission, type Rights } from '@escola/contract/permissions'
import type { Context } from '@escola/contract/schools.contract'
import { useAppContext } from './context.ts'

/** Rights of the user in the school's team; none for those who do not belong to it. */
const readRights = ({ team }: Context): Rights =>
  team
    ? {
        everywhere: new Set(team.permissions),
        inCourses: new Set(team.course_permissions),
        courseIds: new Set(team.degree_ids),
      }
    : noRights

interface OwnRights {
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
