import type { TeamRole } from '@escola/contract/permissions'

/** Columns of an open session. */
export interface SessionRow {
  session_id: string
  user_id: string
  session_school_id: string | null
  platform_role: string
  utc_proven_on: Date | null
  utc_factor_proven_on: Date | null
  is_unseen: boolean
  /** The user's second factor is on. */
  has_factor: boolean
  /** A platform administrator's own session, which reaches nothing without a second factor. */
  must_have_factor: boolean
}

/** A school that a person belongs to. */
export interface SchoolMembership {
  id: string
  name: string
  namespace: string | null
  logo_square_key: string | null
  is_admin: boolean
  is_student: boolean
  team_roles: TeamRole[] | null
  may_publish: boolean
  course_ids: string[]
  /** Its owner looks at it in another place of the team. */
  seen?: true
  /** Changes with every write to the school's row. */
  revision: string
}

export interface Person {
  id: string
  name: string
  email: string
  cellphone: string
  cpf: string
  platform_role: string
  dark_mode: boolean
  is_demonstration: boolean
  utc_created_on: Date
  /** Moment from which the account is erased; null also in a session that a school's administrator could have opened. */
  deletion_due_on: Date | null
  memberships: SchoolMembership[]
}
