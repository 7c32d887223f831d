import { noRights, type Rights, rightsOf, type TeamRole } from '@escola/contract/permissions'

/** Place in a school's team, as person_schools has it. */
export interface TeamRow {
  is_admin: boolean | null
  /** Null for who administered the school before there were roles: its owner. */
  team_roles: TeamRole[] | null
  course_ids: string[] | null
}

export const teamRightsOf = ({ is_admin, team_roles, course_ids }: TeamRow): Rights =>
  is_admin ? rightsOf({ roles: team_roles ?? ['owner'], courseIds: course_ids ?? [] }) : noRights
