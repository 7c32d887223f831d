import { noRights, type Rights, rightsOf, type TeamRole } from '@escola/contract/permissions'
import type { Context } from '@escola/contract/schools.contract'

/** Place in a school's team, as person_schools has it. */
export interface TeamRow {
  is_admin: boolean | null
  /** Null for who administered the school before there were roles: its owner. */
  team_roles: TeamRole[] | null
  course_ids: string[] | null
}

export const teamRightsOf = ({ is_admin, team_roles, course_ids }: TeamRow): Rights =>
  is_admin ? rightsOf({ roles: team_roles ?? ['owner'], courseIds: course_ids ?? [] }) : noRights

/** Rights of a caller, as their context says them. */
export const rightsIn = (team: Context['team']): Rights => ({
  everywhere: new Set(team?.permissions),
  inCourses: new Set(team?.course_permissions),
  courseIds: new Set(team?.degree_ids),
})
