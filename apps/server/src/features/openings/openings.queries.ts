import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { passesCourseIn } from '../../team/conditions.queries.ts'

/** Cursor of the school's notified students; the row is held until the transaction ends, so that of two runs one goes on where the other ended. */
export const lockAnnouncementRun = (db: SchoolDb) =>
  db.selectFrom('opening_tellings').selectAll().forUpdate().executeTakeFirst()

/** Starts a run for another range of time, at its first student. */
export const startAnnouncementRun = (db: SchoolDb, range: { utc_from: Date; utc_until: Date }) => {
  const values = { ...range, last_cohort_id: '0', last_user_id: '0', utc_ended_on: null }
  return db
    .insertInto('opening_tellings')
    .values(values)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(values))
    .execute()
}

export const advanceAnnouncementRun = (db: SchoolDb, cursor: { last_cohort_id: string; last_user_id: string }) =>
  db.updateTable('opening_tellings').set(cursor).execute()

export const endAnnouncementRun = (db: SchoolDb, now: Date) =>
  db.updateTable('opening_tellings').set({ utc_ended_on: now }).execute()

export const isBlocked = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('schools').select('is_blocked').executeTakeFirstOrThrow()).is_blocked

export interface CourseRow {
  id: string
  no_dripping: boolean
  dripping_what: 'modules' | 'school_gateways'
  dripping_when: 'day' | 'week' | 'month'
  in_order: boolean
  /** Modules that have lessons for students, in their order. */
  modules: { id: string; alwaysAvailable: boolean; isPrivate: boolean }[]
}

/** Published courses in which modules may open in this range of time: courses that drip, and courses with a class's day in it. */
export async function listOpeningCourses(db: SchoolDb, { from, until }: { from: Date; until: Date }) {
  const { rows } = await sql<CourseRow>`
    select c.id, c.no_dripping, c.dripping_what, c.dripping_when, c.in_order,
      (select coalesce(json_agg(json_build_object('id', p.module_id::text, 'alwaysAvailable', m.always_available, 'isPrivate', p.is_private)
          order by p.position), '[]')
        from (select module_id, min(module_position) as position, bool_and(is_private) as is_private from published_lessons
          where school_id = ${thisSchool} and course_id = c.id group by module_id) p
        join modules m on m.school_id = ${thisSchool} and m.id = p.module_id) as modules
    from courses c
    where c.school_id = ${thisSchool} and c.utc_published_on is not null
      and (not c.no_dripping or exists (select from module_dates d where d.school_id = ${thisSchool} and d.course_id = c.id
        and d.utc_dated_on > ${from} and d.utc_dated_on <= ${until}))`.execute(db)
  return rows
}

/** Classes that open these courses, in the order in which their students are notified. */
export async function listOpeningCohorts(db: SchoolDb, courseIds: string[]) {
  const { rows } = await sql<{ cohort_id: string; course_id: string; created_on: Date }>`
    select cohort_id, course_id, utc_cohort_created_on as created_on from cohort_openings
    where school_id = ${thisSchool} and course_id = any (${courseIds}::bigint[]) order by cohort_id`.execute(db)
  return rows
}

/** Days of classes for modules of these courses, and what was opened to a whole class by hand. */
export const listCohortDates = (db: SchoolDb, courseIds: string[]) =>
  db
    .selectFrom('module_dates')
    .select(['course_id', 'cohort_id', 'module_id', 'utc_dated_on', 'utc_opened_on'])
    .where('cohort_id', 'is not', null)
    .where((is) => is('course_id', '=', is.fn.any(is.val(courseIds))))
    .execute()

export interface StudentRow {
  user_id: string
  /** Classes of theirs that open the courses. */
  clocks: [courseId: string, cohortId: string, enrolledOn: string, cohortCreatedOn: string, isOwn: boolean][] | null
  /** Modules that were opened to them by hand; without a module, a whole course. */
  opened: [courseId: string, moduleId: string | null, openedOn: string][] | null
}

interface Page {
  cohortId: string
  /** Ranges of time; a student who was enrolled in none of them waits for nothing in this class. */
  enrolled: { from: Date; until: Date }[]
  courseIds: string[]
  after: string
  limit: number
}

/** The next students of a class, with all that opens these courses to them. A member of the team waits for nothing in a course that they pass. */
export async function listStudents(db: SchoolDb, { cohortId, enrolled, courseIds, after, limit }: Page) {
  const { rows } = await sql<StudentRow>`
    select p.user_id,
      (select json_agg(json_build_array(o.course_id::text, o.cohort_id::text, o.utc_enrolled_on, o.utc_cohort_created_on, o.is_own))
        from course_openings o
        where o.school_id = ${thisSchool} and o.user_id = p.user_id and o.course_id = any (${courseIds}::bigint[])
          and not ${passesCourseIn('m', sql`o.course_id`)}) as clocks,
      (select json_agg(json_build_array(d.course_id::text, d.module_id::text, d.utc_opened_on)) from module_dates d
        where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.course_id = any (${courseIds}::bigint[])
          and d.utc_opened_on is not null and not ${passesCourseIn('m', sql`d.course_id`)}) as opened
    from (select e.user_id from living_enrollments e
      where e.school_id = ${thisSchool} and e.cohort_id = ${cohortId} and e.user_id > ${after}
        and exists (select from unnest(${enrolled.map(({ from }) => from)}::timestamptz[], ${enrolled.map(({ until }) => until)}::timestamptz[])
          as w (earliest, latest) where e.utc_created_on > w.earliest and e.utc_created_on <= w.latest)
      order by e.user_id limit ${limit}) p
    join memberships m on m.school_id = ${thisSchool} and m.user_id = p.user_id
    order by p.user_id`.execute(db)
  return rows
}
