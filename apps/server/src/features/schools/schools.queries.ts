import type { Context } from '@escola/contract/schools.contract'
import { type Database, queryPrepared, type Statement } from '@escola/db'
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

const schoolBy = { id: 'id = $1::bigint', namespace: 'namespace = $1', domain: 'domain = $1 and use_own_domain' }

// Ids leave as text: a JSON number would lose digits past 2^53.
/** The school that the address names, the person, their membership there and their schools. */
const whoAndWhere = (key: keyof typeof schoolBy) => `
with school as (select * from schools where ${schoolBy[key]} limit 1),
  mine as (select * from memberships where user_id = $2::bigint and ($3::bigint is null or school_id = $3))
select
  (select to_jsonb(school) || jsonb_build_object('id', id::text) from school) as school,
  (select jsonb_build_object('id', id::text, 'name', name, 'email', email, 'cellphone', cellphone, 'platform_role', platform_role, 'dark_mode', dark_mode)
    from users where id = $2::bigint) as person,
  (select jsonb_build_object('name', m.name, 'email', m.email, 'cellphone', m.cellphone, 'link', m.link, 'is_admin', m.is_admin, 'is_student', m.is_student,
    'profile_image_key', m.profile_image_key) from mine m join school on school.id = m.school_id) as membership,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name, 'namespace', c.namespace, 'is_admin', m.is_admin, 'is_student', m.is_student,
    'logo_square_key', c.logo_square_key) order by c.name) from mine m join schools c on c.id = m.school_id), '[]') as schools`

/** What a person has inside a school; with what only its administrators see, or without. */
const inside = (isAdmin: boolean) => `
with grants as materialized (
    select h.is_public, h.all_courses from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id
    where e.school_id = app.school_id() and e.user_id = $1),
  progress as (
    select p.course_id, 100.0 * count(c.lesson_id) / greatest(count(*), 1) as percent
    from course_progress p cross join lateral app.published_lessons(p.course_id) l
    left join lesson_completions c on c.school_id = p.school_id and c.user_id = p.user_id and c.lesson_id = l.lesson_id
    where p.school_id = app.school_id() and p.user_id = $1 group by p.course_id)
select
  jsonb_build_object(
    'degrees', coalesce((select jsonb_object_agg(course_id::text, jsonb_build_object('progress', to_char(percent, 'FM990.00'))) from progress), '{}'),
    'school_gateways', jsonb_build_object(
      'hasPublicAccess', exists (select from grants where is_public),
      'hasAllAccess', ${isAdmin} or exists (select from grants where all_courses),
      'allDegrees', coalesce((select jsonb_agg(course_id::text order by course_id) from app.course_access($1)), '[]'))) as acl,
  coalesce((select jsonb_agg(jsonb_build_object('id', id::text, 'degree_id', course_id::text) order by id) from certificates
    where school_id = app.school_id() and user_id = $1 and utc_replaced_on is null), '[]') as certificates${
      isAdmin
        ? `,
  jsonb_build_object(
    'students', (select count(*) from memberships where school_id = app.school_id() and is_student),
    'cohorts', coalesce((select jsonb_agg(jsonb_build_object('id', id::text, 'title', title) order by id) from cohorts where school_id = app.school_id()), '[]')) as counts`
        : ''
    }`

const statements = {
  id: whoAndWhere('id'),
  namespace: whoAndWhere('namespace'),
  domain: whoAndWhere('domain'),
  admin: { name: 'context_inside_admin', text: inside(true) },
  member: { name: 'context_inside_member', text: inside(false) },
} satisfies Record<string, string | Statement>

type Inside = Pick<ContextRow, 'acl' | 'certificates' | 'counts'>

/** Everything the screens start with, in two statements: one of the platform's, and one inside the school for those who belong to it. */
export async function findContext(database: Database, ask: SchoolAsk, actor: Actor | undefined): Promise<ContextRow> {
  const [key, value] = Object.entries(ask)[0] as [keyof typeof schoolBy, string]
  const [found] = await database.platformQuery<ContextRow>(`context_by_${key}`, statements[key], [
    value,
    actor?.userId ?? null,
    actor?.sessionSchoolId ?? null,
  ])
  if (!found?.school || !found.membership || !actor) return found!
  const statement = statements[found.membership.is_admin ? 'admin' : 'member']
  const [mine] = await database.withSchool(found.school.id, (db) =>
    queryPrepared<Inside>(db, statement, [actor.userId], { alone: true }),
  )
  return { ...found, ...mine }
}
