import type { Context } from '@escola/contract/schools.contract'
import type { Database } from '@escola/db'
import { sql } from 'kysely'
import type { Actor } from '../../http/scope.ts'

export type SchoolAsk = { id: string } | { namespace: string } | { domain: string }

export interface SchoolRow {
  id: string
  name: string
  email: string
  cellphone: string
  namespace: string | null
  domain: string | null
  ui_theme: string
  logo_square_key: string | null
  logo_dark_square_key: string | null
  logo_wide_key: string | null
  logo_dark_wide_key: string | null
  is_private: boolean
  is_blocked: boolean
  is_academy: boolean
  use_own_domain: boolean
  assistant_name: string
  has_rank: boolean
  has_notifications: boolean
  has_support: boolean
  has_certificate: boolean
  has_affiliation: boolean
  has_api: boolean
  has_multiple_users: boolean
  has_video_upload: boolean
  utc_created_on: string
}

export interface ContextRow {
  school: SchoolRow | null
  person: {
    id: string
    name: string
    email: string
    cellphone: string
    platform_role: string
    dark_mode: boolean
  } | null
  membership: {
    name: string
    email: string
    cellphone: string
    link: string
    is_admin: boolean
    is_student: boolean
    profile_image_key: string | null
  } | null
  schools: {
    id: string
    name: string
    namespace: string | null
    is_admin: boolean
    is_student: boolean
    logo_square_key: string | null
  }[]
  acl?: Context['acl']
  certificates?: { id: string; degree_id: string }[]
  counts?: { students: number; cohorts: { id: string; title: string }[] }
}

// Ids leave as text: a JSON number would lose digits past 2^53.
/** One statement: the school that the address names, the person, their membership there and their schools. */
const whoAndWhere = `
with school as (
  select * from schools where case when $1::bigint is not null then id = $1 when $2::text is not null then namespace = $2 else domain = $3 and use_own_domain end limit 1
), mine as (select * from memberships where user_id = $4::bigint and ($5::bigint is null or school_id = $5))
select
  (select to_jsonb(school) || jsonb_build_object('id', id::text) from school) as school,
  (select jsonb_build_object('id', id::text, 'name', name, 'email', email, 'cellphone', cellphone, 'platform_role', platform_role, 'dark_mode', dark_mode)
    from users where id = $4::bigint) as person,
  (select jsonb_build_object('name', m.name, 'email', m.email, 'cellphone', m.cellphone, 'link', m.link, 'is_admin', m.is_admin, 'is_student', m.is_student,
    'profile_image_key', m.profile_image_key) from mine m join school on school.id = m.school_id) as membership,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'namespace', c.namespace, 'is_admin', m.is_admin, 'is_student', m.is_student,
    'logo_square_key', c.logo_square_key) order by c.name) from mine m join schools c on c.id = m.school_id), '[]') as schools`

export async function findContext(database: Database, ask: SchoolAsk, actor: Actor | undefined): Promise<ContextRow> {
  const [row] = await database.platformQuery<ContextRow>('context', whoAndWhere, [
    'id' in ask ? ask.id : null,
    'namespace' in ask ? ask.namespace : null,
    'domain' in ask ? ask.domain : null,
    actor?.userId ?? null,
    actor?.sessionSchoolId ?? null,
  ])
  const found = row as ContextRow
  if (!found.school || !found.membership || !actor) return found
  return { ...found, ...(await readInside(database, found.school.id, actor.userId, found.membership.is_admin)) }
}

/** What the person has inside the school, in one statement under the school's own eyes. */
function readInside(
  database: Database,
  schoolId: string,
  userId: string,
  isAdmin: boolean,
): Promise<Pick<ContextRow, 'acl' | 'certificates' | 'counts'>> {
  return database.withSchool(schoolId, async (db) => {
    const { rows } = await sql<Pick<ContextRow, 'acl' | 'certificates' | 'counts'>>`select
      jsonb_build_object(
        'degrees', coalesce((select jsonb_object_agg(p.course_id::text, jsonb_build_object('progress', to_char(100.0 * done.lessons / greatest(whole.lessons, 1), 'FM990.00')))
          from course_progress p
          cross join lateral (select count(*) as lessons from app.published_lessons(p.course_id)) whole
          cross join lateral (select count(*) as lessons from app.published_lessons(p.course_id) l
            join lesson_completions c on c.school_id = p.school_id and c.lesson_id = l.lesson_id and c.user_id = p.user_id) done
          where p.user_id = ${userId}), '{}'),
        'school_gateways', jsonb_build_object(
          'hasPublicAccess', exists (select from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id where e.user_id = ${userId} and h.is_public),
          'hasAllAccess', ${isAdmin}::boolean or exists (select from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id where e.user_id = ${userId} and h.all_courses),
          'allDegrees', coalesce((select jsonb_agg(course_id::text order by course_id) from app.course_access(${userId})), '[]'))) as acl,
      coalesce((select jsonb_agg(jsonb_build_object('id', id::text, 'degree_id', course_id::text) order by id) from certificates where user_id = ${userId} and utc_replaced_on is null), '[]') as certificates,
      case when ${isAdmin}::boolean then jsonb_build_object(
        'students', (select count(*) from memberships where is_student),
        'cohorts', coalesce((select jsonb_agg(jsonb_build_object('id', id::text, 'title', title) order by id) from cohorts), '[]')) end as counts`.execute(
      db,
    )
    return rows[0]!
  })
}
