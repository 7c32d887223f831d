import { limits } from '@escola/contract/limits'
import { classlessSaleStates } from '@escola/contract/sales.contract'
import { type Platform, type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

export type SchoolKey = { id: string } | { namespace: string } | { domain: string }

export interface SchoolRow {
  id: string
  name: string
  email: string
  cellphone: string
  phone_e164: string | null
  phone_read_from: string | null
  namespace: string | null
  domain: string | null
  ui_theme: string
  logo_square_key: string | null
  logo_dark_square_key: string | null
  logo_wide_key: string | null
  logo_dark_wide_key: string | null
  is_private: boolean
  is_blocked: boolean
  blocked_reason: string
  is_academy: boolean
  use_own_domain: boolean
  is_domain_broken: boolean
  google_analytics_code: string
  facebook_pixel: string
  assistant_name: string
  gallery_sentence: string
  assistant_avatar_key: string | null
  has_rank: boolean
  has_notifications: boolean
  has_ended_mails: boolean
  has_support: boolean
  has_certificate: boolean
  has_affiliation: boolean
  has_api: boolean
  has_multiple_users: boolean
  has_video_upload: boolean
  plan_id: string
  utc_created_on: Date
  /** Revision of the row; it changes with every write. */
  revision: string
}

/** Data of a person that a school alone knows. */
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

// The columns are named, because a prepared statement with a star would fail, until a restart, once a migration has added a column.
const schoolColumns: Exclude<keyof SchoolRow, 'revision'>[] = [
  'id',
  'name',
  'email',
  'cellphone',
  'phone_e164',
  'phone_read_from',
  'namespace',
  'domain',
  'ui_theme',
  'logo_square_key',
  'logo_dark_square_key',
  'logo_wide_key',
  'logo_dark_wide_key',
  'is_private',
  'is_blocked',
  'blocked_reason',
  'is_academy',
  'use_own_domain',
  'is_domain_broken',
  'google_analytics_code',
  'facebook_pixel',
  'assistant_name',
  'gallery_sentence',
  'assistant_avatar_key',
  'has_rank',
  'has_notifications',
  'has_ended_mails',
  'has_support',
  'has_certificate',
  'has_affiliation',
  'has_api',
  'has_multiple_users',
  'has_video_upload',
  'plan_id',
  'utc_created_on',
]
const conditions = { id: 'id = $1::bigint', namespace: 'namespace = $1', domain: 'domain = $1 and use_own_domain' }

/** Finds the school that an address names. */
export async function findSchool(platform: Platform, schoolKey: SchoolKey): Promise<SchoolRow | undefined> {
  const [key, value] = Object.entries(schoolKey)[0] as [keyof typeof conditions, string]
  const text = `select ${schoolColumns.join(', ')}, xmin::text as revision from schools where ${conditions[key]}`
  const statement = { name: `school_by_${key}`, text }
  const [row] = await platform.readPlatform<SchoolRow>(statement, [value])
  return row
}

const movedStatement: Statement = {
  name: 'school_by_former_namespace',
  text: `select ${schoolColumns.map((column) => `c.${column}`).join(', ')}, c.xmin::text as revision from former_namespaces f join schools c on c.id = f.school_id where f.namespace = $1`,
}

/** Finds the school that has left a name which no other school has taken since. */
export const findMovedSchool = async (platform: Platform, namespace: string): Promise<SchoolRow | undefined> =>
  (await platform.readPlatform<SchoolRow>(movedStatement, [namespace]))[0]

const memberColumns = `m.school_id, m.name, m.email, m.cellphone, m.link, m.profile_image_key, m.profile_description, m.utc_created_on,
  coalesce((select k.karma from karma_totals k where k.school_id = $1 and k.user_id = $2), 0) as karma`
const member = 'memberships m where m.school_id = $1 and m.user_id = $2'
const memberStatement: Statement = { name: 'member', text: `select ${memberColumns} from ${member}` }

export const findMember = async (school: School, userId: string): Promise<Member | undefined> =>
  (await school.read<Member>(memberStatement, [userId]))[0]

/** Roles, classes and progress of a person in a school. */
export interface MemberRecord extends Member {
  /** Classes of the person that are not hidden, each with every published course that it opens to them, or with null when it opens none. */
  classes: [isPublic: 'true' | 'false', hasAllCourses: 'true' | 'false', courseId: string | null][]
  was_in_public_cohort: boolean
  /** Latest visit that was recorded; null: the member has never been in the school. */
  utc_seen_on: Date | null
  started: [courseId: string, revision: string][]
  /** Complete lessons of all their courses. */
  completed: string[]
  has_certificates: boolean
  /** Closed bookmarks count too: most people have none, and which are open is a long question. */
  has_bookmarks: boolean
  /** Number of unread notifications, counted up to a bound. */
  unread: number
}

/**
 * This statement runs on each visit: every table and every aggregate in it costs as much as finding the person's rows there. Lists come as
 * arrays of text, which are no aggregates.
 */
const memberRecordStatement: Statement = {
  name: 'context_inside',
  text: `select ${memberColumns}, m.was_in_public_cohort, m.utc_seen_on,
    array(select array[h.is_public::text, (h.all_courses and not h.is_public)::text, o.course_id::text]
      from living_enrollments e join cohorts h on h.school_id = e.school_id and h.id = e.cohort_id and not h.is_hidden
      left join cohort_openings o on o.school_id = $1 and o.cohort_id = e.cohort_id
      where e.school_id = $1 and e.user_id = $2) as classes,
    array(select array[p.course_id::text, c.xmin::text]
      from course_progress p join courses c on c.school_id = p.school_id and c.id = p.course_id and c.utc_published_on is not null
      where p.school_id = $1 and p.user_id = $2) as started,
    array(select d.lesson_id::text from lesson_completions d where d.school_id = $1 and d.user_id = $2) as completed,
    exists (select from certificates t where t.school_id = $1 and t.user_id = $2) as has_certificates,
    exists (select from bookmarks b where b.school_id = $1 and b.user_id = $2) as has_bookmarks,
    cardinality(array(select true from notifications n
      where n.school_id = $1 and n.user_id = $2 and n.utc_read_on is null limit ${limits.unreadMax})) as unread
  from ${member}`,
}

/** Undefined for a person who does not belong to the school. */
export const findMemberRecord = async (school: School, userId: string): Promise<MemberRecord | undefined> =>
  (await school.read<MemberRecord>(memberRecordStatement, [userId]))[0]

/** Counts that only the school's administrators get. */
export interface Counts {
  students: number
  courses: { total: number; published: number; hasLesson: boolean }
  cohorts: { id: string; title: string; utc_archived_on: Date | null }[]
  /** First class besides the public one, and whether any such class has a student. */
  ownCohort: { id: string; hasStudent: boolean } | undefined
  waitingThreads: number
  waitingAnswers: number
  waitingSales: number
  /** The school has a course of a franchisor, open or closed; the counts of its courses have those that are open. */
  hasEditions: boolean
}

/** Ids of the courses that are counted, and of those whose questions and open answers are; undefined: of all. */
export interface CountedCourses {
  courses?: string[] | undefined
  questions?: string[] | undefined
  answers?: string[] | undefined
}

export async function findCounts(db: SchoolDb, of: CountedCourses): Promise<Counts> {
  const [students, courses, cohorts, own, waiting, waitingAnswers, waitingSales] = await Promise.all([
    db.selectFrom('schools').select('total_students').executeTakeFirstOrThrow(),
    db
      .selectFrom('courses')
      .$if(of.courses !== undefined, (all) => all.where(sql<boolean>`id = any(${of.courses!}::bigint[])`))
      .select((eb) => [
        eb.fn
          .countAll<string>()
          .filterWhere(sql<boolean>`franchisor_id is null or utc_published_on is not null`)
          .as('total'),
        eb.fn.count<string>('utc_published_on').as('published'),
        eb.fn.count<string>('franchisor_id').as('editions'),
        sql<boolean>`exists (select from lessons l join courses o on o.school_id = ${thisSchool} and o.id = l.course_id
          where l.school_id = ${thisSchool} and (o.franchisor_id is null or o.utc_published_on is not null))`.as(
          'hasLesson',
        ),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('cohorts')
      .where('is_hidden', '=', false)
      .select(['id', 'title', 'utc_archived_on'])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('cohorts as h')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('enrollments as e')
            .whereRef('e.school_id', '=', 'h.school_id')
            .whereRef('e.cohort_id', '=', 'h.id')
            .select('e.user_id')
            .limit(1)
            .as('e'),
        (join) => join.onTrue(),
      )
      .where('h.is_public', '=', false)
      .where('h.is_hidden', '=', false)
      .select(({ fn }) => [fn.min<string | null>('h.id').as('id'), fn.count<string>('e.user_id').as('inhabited')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('threads')
      .where('utc_answered_on', 'is', null)
      .$if(of.questions !== undefined, (all) => all.where(sql<boolean>`course_id = any(${of.questions!}::bigint[])`))
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('exam_open_answers')
      .where('earned', 'is', null)
      .$if(of.answers !== undefined, (all) =>
        all.where(
          sql<boolean>`exam_id in (select e.id from exams e where e.school_id = ${thisSchool} and e.course_id = any(${of.answers!}::bigint[]))`,
        ),
      )
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('sales')
      .where('state', 'in', classlessSaleStates)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    students: students.total_students,
    courses: {
      total: Number(courses.total),
      published: Number(courses.published),
      hasLesson: Boolean(courses.hasLesson),
    },
    cohorts,
    ownCohort: own.id === null ? undefined : { id: own.id, hasStudent: Number(own.inhabited) > 0 },
    waitingThreads: Number(waiting.total),
    waitingAnswers: Number(waitingAnswers.total),
    waitingSales: Number(waitingSales.total),
    hasEditions: Number(courses.editions) > 0,
  }
}
