import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

export interface PublicCourse {
  title: string
  /** '' where its author wrote none. */
  promise: string
  cover_key: string | null
  lessons: number
}

/** Condition for a course that visitors see among the others. */
const isPublic = 'c.utc_published_on is not null and c.is_visible and not c.is_private'

const courseStatement = {
  name: 'preview_course',
  text: `select c.title, c.description_title as promise, c.cover_key, (select count(*)::int from published_lessons p where p.school_id = $1 and p.course_id = c.id) as lessons
    from courses c
    where c.school_id = $1 and c.link = $2 and ${isPublic}`,
}

/** A course that the school's visitors see among the others. */
export const findPublicCourse = async (school: School, link: string): Promise<PublicCourse | undefined> =>
  (await school.read<PublicCourse>(courseStatement, [link]))[0]

export interface PageRow {
  id: string
  link: string
  title: string
  description_title: string
  description: string
  cover_key: string | null
  landing_page_url: string
  workload_minutes: number
  teacher: string
  is_open: boolean
}

/** The page of a course of the school's own that visitors may see, whether or not it is open. */
export async function findPage(db: SchoolDb, link: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select c.id, c.link, c.title, c.description_title, c.description, c.cover_key, c.landing_page_url, c.workload_minutes,
      coalesce(p.teacher, '') as teacher, p.utc_opened_on is not null as is_open
    from courses c
    left join course_pages p on p.school_id = c.school_id and p.course_id = c.id
    where c.school_id = ${thisSchool} and c.link = ${link} and c.franchisor_id is null and ${sql.raw(isPublic)}`.execute(
    db,
  )
  return rows[0]
}

export interface PageLessonRow {
  module_id: string
  module_title: string
  title: string
  main_media_duration: number
}

/** Published lessons of a course in their order, without the private ones. */
export async function listPageLessons(db: SchoolDb, courseId: string): Promise<PageLessonRow[]> {
  const { rows } = await sql<PageLessonRow>`
    select m.id as module_id, m.title as module_title, l.title, l.main_media_duration
    from published_lessons p
    join modules m on m.school_id = p.school_id and m.id = p.module_id
    join lessons l on l.school_id = p.school_id and l.id = p.lesson_id
    where p.school_id = ${thisSchool} and p.course_id = ${courseId} and not p.is_private
    order by p.module_position, p.lesson_position`.execute(db)
  return rows
}

export const findVisibility = (db: SchoolDb) =>
  db.selectFrom('schools').select(['id', 'namespace', 'is_private', 'is_blocked']).executeTakeFirstOrThrow()

export const findSettings = (db: SchoolDb, courseId: string) =>
  db
    .selectFrom('course_pages')
    .select(['teacher', 'utc_opened_on'])
    .where('course_id', '=', courseId)
    .executeTakeFirst()

export const upsertPage = (db: SchoolDb, page: { course_id: string; teacher: string; utc_opened_on: Date | null }) =>
  db
    .insertInto('course_pages')
    .values(page)
    .onConflict((on) =>
      on.columns(['school_id', 'course_id']).doUpdateSet({ teacher: page.teacher, utc_opened_on: page.utc_opened_on }),
    )
    .execute()

const openLinksStatement = {
  name: 'open_course_pages',
  text: `select c.link from course_pages p
    join courses c on c.school_id = p.school_id and c.id = p.course_id
    where p.school_id = $1 and p.utc_opened_on is not null and c.franchisor_id is null and ${isPublic}
    order by c.id limit $2::int`,
}

/** Links of the courses whose page is open, the oldest first. */
export const listOpenLinks = async (school: School, most: number): Promise<string[]> =>
  (await school.read<{ link: string }>(openLinksStatement, [String(most)])).map(({ link }) => link)
