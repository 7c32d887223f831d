import { limits } from '@escola/contract/limits'
import { compareTitles } from '@escola/contract/text'
import type { Platform, SchoolDb, Statement } from '@escola/db'
import type { Actor, School } from '../../core/scope.ts'

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
  is_domain_broken: boolean
  google_analytics_code: string
  facebook_pixel: string
  assistant_name: string
  assistant_avatar_key: string | null
  has_rank: boolean
  has_notifications: boolean
  has_support: boolean
  has_certificate: boolean
  has_affiliation: boolean
  has_api: boolean
  has_multiple_users: boolean
  has_video_upload: boolean
  utc_created_on: Date
  /** Another one after every write to the row. */
  revision: string
}

/** A school of somebody's. */
export interface Belonging {
  id: string
  name: string
  namespace: string | null
  logo_square_key: string | null
  is_admin: boolean
  is_student: boolean
  /** The school's row's. */
  revision: string
}

/** What a school alone knows of somebody. */
export interface Member {
  school_id: string
  name: string
  email: string
  cellphone: string
  link: string
  profile_image_key: string | null
  karma: number
  profile_description: string
  utc_created_on: Date
}

export interface Person {
  id: string
  name: string
  email: string
  cellphone: string
  cpf: string
  platform_role: string
  dark_mode: boolean
  utc_created_on: Date
  belongings: Belonging[]
}

// By name: a prepared statement with a star would fail, until a restart, once a migration has added a column.
const schoolColumns: Exclude<keyof SchoolRow, 'revision'>[] = [
  'id',
  'name',
  'email',
  'cellphone',
  'namespace',
  'domain',
  'ui_theme',
  'logo_square_key',
  'logo_dark_square_key',
  'logo_wide_key',
  'logo_dark_wide_key',
  'is_private',
  'is_blocked',
  'is_academy',
  'use_own_domain',
  'is_domain_broken',
  'google_analytics_code',
  'facebook_pixel',
  'assistant_name',
  'assistant_avatar_key',
  'has_rank',
  'has_notifications',
  'has_support',
  'has_certificate',
  'has_affiliation',
  'has_api',
  'has_multiple_users',
  'has_video_upload',
  'utc_created_on',
]
const schoolBy = { id: 'id = $1::bigint', namespace: 'namespace = $1', domain: 'domain = $1 and use_own_domain' }

/** The school that an address names. */
export async function findSchool(platform: Platform, ask: SchoolAsk): Promise<SchoolRow | undefined> {
  const [key, value] = Object.entries(ask)[0] as [keyof typeof schoolBy, string]
  const text = `select ${schoolColumns.join(', ')}, xmin::text as revision from schools where ${schoolBy[key]}`
  const statement = { name: `school_by_${key}`, text }
  const [row] = await platform.readPlatform<SchoolRow>(statement, [value])
  return row
}

const movedStatement: Statement = {
  name: 'school_by_former_namespace',
  text: `select ${schoolColumns.map((column) => `c.${column}`).join(', ')}, c.xmin::text as revision from former_namespaces f join schools c on c.id = f.school_id where f.namespace = $1`,
}

/** The school that has left a name which nobody else has taken since. */
export const findMovedSchool = async (platform: Platform, namespace: string): Promise<SchoolRow | undefined> =>
  (await platform.readPlatform<SchoolRow>(movedStatement, [namespace]))[0]

type PersonRow = Belonging & {
  person_id: string
  person_name: string
  person_email: string
  person_cellphone: string
  person_cpf: string
  person_created_on: Date
  platform_role: string
  dark_mode: boolean
}

const personStatement: Statement = {
  name: 'person_with_schools',
  text: `select u.id as person_id, u.name as person_name, u.email as person_email, u.cellphone as person_cellphone,
      case when $2::bigint is null then u.cpf else '' end as person_cpf, u.utc_created_on as person_created_on, u.platform_role, u.dark_mode,
      c.id, c.name, c.namespace, c.logo_square_key, c.xmin::text as revision, p.is_admin, p.is_student
    from users u
    left join person_schools p on p.user_id = u.id and ($2::bigint is null or p.school_id = $2) and (p.is_admin or p.is_student)
    left join schools c on c.id = p.school_id
    where u.id = $1`,
}

/** A person with their schools by name; through a school's session, that school alone. */
export async function findPerson(platform: Platform, { userId, sessionSchoolId }: Actor): Promise<Person | null> {
  const rows = await platform.readPlatform<PersonRow>(personStatement, [userId, sessionSchoolId])
  const [first] = rows
  if (!first) return null
  return {
    id: first.person_id,
    name: first.person_name,
    email: first.person_email,
    cellphone: first.person_cellphone,
    cpf: first.person_cpf,
    utc_created_on: first.person_created_on,
    // What a school's administrator could have opened is no way to the platform's own pages.
    platform_role: sessionSchoolId ? 'student' : first.platform_role,
    dark_mode: first.dark_mode,
    belongings: rows.filter((row) => row.id).sort((one, other) => compareTitles(one.name, other.name)),
  }
}

const memberColumns = `m.school_id, m.name, m.email, m.cellphone, m.link, m.profile_image_key, m.profile_description, m.utc_created_on,
  coalesce(k.karma, 0) as karma`
const member = 'memberships m left join karma_totals k on k.school_id = $1 and k.user_id = $2'
const memberStatement: Statement = {
  name: 'member',
  text: `select ${memberColumns} from ${member} where m.school_id = $1 and m.user_id = $2`,
}

export const findMember = async (school: School, userId: string): Promise<Member | undefined> =>
  (await school.read<Member>(memberStatement, [userId]))[0]

/** What a person is and has inside a school. */
export interface Inside extends Member {
  /** Published courses that are open to them, by id; null: none is. One that several classes open stands here as often. */
  courses: string[] | null
  /** Those of them that a class of their own opens, not the public one alone. */
  own_courses: string[] | null
  has_public: boolean | null
  has_all: boolean | null
  was_in_public_cohort: boolean
  started: { course_id: string; revision: string; completed: string[] }[] | null
  certificates: { id: string; degree_id: string }[] | null
  /** Closed ones too: most have none, and which are open is a long question. */
  has_bookmarks: boolean
  /** Notifications, counted up to a bound. */
  unread: number
}

/** Asked on each visit: every table and every aggregate that is named here costs as much as finding the person's rows in it. */
const insideStatement: Statement = {
  name: 'context_inside',
  text: `select ${memberColumns}, m.was_in_public_cohort, g.courses, g.own_courses, g.has_public, g.has_all,
    (select json_agg(json_build_object('course_id', p.course_id::text, 'revision', c.xmin::text, 'completed',
        array(select d.lesson_id::text from lesson_completions d where d.school_id = $1 and d.user_id = $2 and d.course_id = p.course_id)))
      from course_progress p join courses c on c.school_id = p.school_id and c.id = p.course_id and c.utc_published_on is not null
      where p.school_id = $1 and p.user_id = $2) as started,
    (select json_agg(json_build_object('id', t.id::text, 'degree_id', t.course_id::text)) from certificates t
      where t.school_id = $1 and t.user_id = $2 and t.utc_replaced_on is null) as certificates,
    exists (select from bookmarks b where b.school_id = $1 and b.user_id = $2) as has_bookmarks,
    cardinality(array(select true from notifications n
      where n.school_id = $1 and n.user_id = $2 and n.utc_read_on is null limit ${limits.unreadMax})) as unread
  from ${member} cross join (select bool_or(h.is_public) as has_public, bool_or(h.all_courses) as has_all,
      array_agg(o.course_id) filter (where o.course_id is not null) as courses,
      array_agg(o.course_id) filter (where o.is_own) as own_courses
    from enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id and not h.is_hidden
    left join cohort_openings o on o.school_id = $1 and o.cohort_id = e.cohort_id
    where e.school_id = $1 and e.user_id = $2) g
  where m.school_id = $1 and m.user_id = $2`,
}

/** Undefined for somebody who does not belong there. */
export const findInside = async (school: School, userId: string): Promise<Inside | undefined> =>
  (await school.read<Inside>(insideStatement, [userId]))[0]

/** What only the school's administrators are told. */
export interface Counts {
  students: number
  courses: { total: number; published: number; hasLesson: boolean }
  cohorts: { id: string; title: string }[]
  waitingThreads: number
}

export async function findCounts(db: SchoolDb): Promise<Counts> {
  const [students, courses, cohorts, waiting] = await Promise.all([
    db
      .selectFrom('memberships')
      .where('is_student', '=', true)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('courses')
      .select((eb) => [
        eb.fn.countAll<string>().as('total'),
        eb.fn.count<string>('utc_published_on').as('published'),
        eb.exists(eb.selectFrom('lessons').select('lessons.id')).as('hasLesson'),
      ])
      .executeTakeFirstOrThrow(),
    db.selectFrom('cohorts').where('is_hidden', '=', false).select(['id', 'title']).orderBy('id').execute(),
    db
      .selectFrom('threads')
      .where('utc_answered_on', 'is', null)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    students: Number(students.total),
    courses: {
      total: Number(courses.total),
      published: Number(courses.published),
      hasLesson: Boolean(courses.hasLesson),
    },
    cohorts,
    waitingThreads: Number(waiting.total),
  }
}
