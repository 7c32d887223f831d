import type { TeamRole } from '@escola/contract/permissions'
import type { Platform, Statement } from '@escola/db'
import type { SessionRow } from '../core/person.ts'
import { sessionColumns, sessionIsOpen } from './signed-in.queries.ts'

export type SessionFound = { [Column in keyof SessionRow]: SessionRow[Column] | null }

export interface AccessRow extends SessionFound {
  school_id: string | null
  namespace: string | null
  is_blocked: boolean | null
  is_private: boolean | null
  is_admin: boolean | null
  is_student: boolean | null
  team_roles: TeamRole[] | null
  may_publish: boolean | null
  course_ids: string[] | null
}

const emptyRow: AccessRow = {
  session_id: null,
  user_id: null,
  session_school_id: null,
  platform_role: null,
  utc_proven_on: null,
  utc_factor_proven_on: null,
  is_unseen: null,
  has_factor: null,
  must_have_factor: null,
  school_id: null,
  namespace: null,
  is_blocked: null,
  is_private: null,
  is_admin: null,
  is_student: null,
  team_roles: null,
  may_publish: null,
  course_ids: null,
}

const pass: Statement = {
  name: 'gate',
  forMany: true,
  text: `select asked.nth::int, ${sessionColumns}, c.id as school_id, c.namespace, c.is_blocked, c.is_private, m.is_admin, m.is_student,
    m.team_roles, m.may_publish, m.course_ids
  from unnest((select $1::uuid[]), (select $2::bigint[])) with ordinality asked (session_id, school_id, nth)
  left join sessions s on s.id = asked.session_id and ${sessionIsOpen}
  left join users u on u.id = s.user_id
  left join schools c on c.id = asked.school_id
  left join person_schools m on m.school_id = c.id and m.user_id = s.user_id and (s.school_id is null or s.school_id = c.id)`,
}

/** Finds an open session, a school, and the session's membership of that school; each is null where there is none. */
export async function findAccess(
  platform: Pick<Platform, 'readPlatform'>,
  sessionId: string | undefined,
  schoolId: string,
): Promise<AccessRow> {
  const [row = emptyRow] = await platform.readPlatform<AccessRow>(pass, [sessionId ?? null, schoolId])
  return row
}
