import { securityLimits } from '@escola/contract/limits'
import { compareTitles } from '@escola/contract/text'
import type { Platform, Statement } from '@escola/db'
import type { Person, SchoolMembership, SessionRow } from '../core/person.ts'

const lastUse = 'coalesce(s.utc_seen_on, s.utc_created_on)'

export const sessionColumns = `s.id as session_id, s.user_id, s.school_id as session_school_id, u.platform_role, s.utc_proven_on, s.utc_factor_proven_on,
    exists (select from second_factors f where f.user_id = u.id and f.utc_confirmed_on is not null) as has_factor,
    u.platform_role = 'admin' and s.school_id is null and not s.is_factor_skipped as must_have_factor,
    ${lastUse} < now() - make_interval(mins => ${securityLimits.seenMinutes}) as is_unseen`

export const sessionIsOpen = `s.utc_revoked_on is null and s.utc_expires_on > now()
    and ${lastUse} > now() - make_interval(days => ${securityLimits.idleDays})`

type Row = SchoolMembership &
  SessionRow & {
    person_name: string
    person_email: string
    person_cellphone: string
    person_cpf: string
    person_created_on: Date
    dark_mode: boolean
    deletion_due_on: Date | null
    is_demonstration: boolean
  }

const statement: Statement = {
  name: 'signed_in',
  forMany: true,
  text: `select asked.nth::int, ${sessionColumns}, u.name as person_name, u.email as person_email, u.cellphone as person_cellphone,
      case when s.school_id is null then u.cpf else '' end as person_cpf, u.utc_created_on as person_created_on, u.dark_mode, u.is_demonstration, d.utc_due_on as deletion_due_on,
      c.id, c.name, c.namespace, c.logo_square_key, c.xmin::text as revision, p.is_admin, p.is_student,
      p.team_roles, p.may_publish, p.course_ids
    from unnest((select $1::uuid[])) with ordinality asked (session_id, nth)
    join sessions s on s.id = asked.session_id and ${sessionIsOpen} join users u on u.id = s.user_id
    left join account_deletions d on d.user_id = u.id and s.school_id is null
    left join person_schools p on p.user_id = u.id and (s.school_id is null or p.school_id = s.school_id) and (p.is_admin or p.is_student)
    left join schools c on c.id = p.school_id`,
}

/** Finds the session's person, with their schools by name; through a school's session, that school alone. */
export async function findSignedIn(
  platform: Pick<Platform, 'readPlatform'>,
  sessionId: string,
): Promise<{ session: SessionRow; person: Person } | undefined> {
  const rows = await platform.readPlatform<Row>(statement, [sessionId])
  const [first] = rows
  return first && { session: first, person: personOf(first, rows) }
}

const personOf = (first: Row, rows: Row[]): Person => ({
  id: first.user_id,
  name: first.person_name,
  email: first.person_email,
  cellphone: first.person_cellphone,
  cpf: first.person_cpf,
  utc_created_on: first.person_created_on,
  // A session that a school's administrator could have opened gives no way to the platform's own pages.
  platform_role: first.session_school_id ? 'student' : first.platform_role,
  dark_mode: first.dark_mode,
  deletion_due_on: first.deletion_due_on,
  is_demonstration: first.is_demonstration,
  memberships: rows.filter((row) => row.id).sort((left, right) => compareTitles(left.name, right.name)),
})
