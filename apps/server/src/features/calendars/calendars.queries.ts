import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** The public class of a private school counts as missing. */
export const findCohort = (db: SchoolDb, id: string) =>
  db
    .selectFrom('cohorts')
    .select(['id', 'utc_created_on'])
    .where('id', '=', id)
    .where('is_hidden', '=', false)
    .executeTakeFirst()

/** Undefined where the class does not have the course, published or not. */
export const findOpening = (db: SchoolDb, { cohortId, courseId }: { cohortId: string; courseId: string }) =>
  db
    .selectFrom('cohort_contents')
    .select('is_own')
    .where('cohort_id', '=', cohortId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()

export interface CalendarCourseRow {
  id: string
  title: string
  is_opened: boolean
  dated: number
  opened: number
  link: string
  /** Users who sign up by themselves open the course. */
  is_open_to_all: boolean
  /** A platform sells the class. */
  is_sold: boolean
}

/** The published courses that the class opens, by title. */
export async function listCohortCourses(db: SchoolDb, cohortId: string): Promise<CalendarCourseRow[]> {
  const { rows } = await sql<CalendarCourseRow>`
    select o.course_id as id, o.course_title as title,
      coalesce(bool_or(d.module_id is null and d.utc_opened_on is not null), false) as is_opened,
      count(d.utc_dated_on)::int as dated,
      count(d.utc_opened_on) filter (where d.module_id is not null)::int as opened, c.link,
      exists (select from cohort_openings p
        where p.school_id = ${thisSchool} and p.course_id = o.course_id and not p.is_own) as is_open_to_all,
      exists (select from sales_integrations i where i.school_id = ${thisSchool} and i.cohort_id = ${cohortId} and i.utc_ended_on is null) as is_sold
    from cohort_openings o
    join courses c on c.school_id = ${thisSchool} and c.id = o.course_id
    left join module_dates d on d.school_id = ${thisSchool} and d.cohort_id = o.cohort_id and d.course_id = o.course_id
    where o.school_id = ${thisSchool} and o.cohort_id = ${cohortId}
    group by o.course_id, o.course_title, c.link order by o.course_title, o.course_id`.execute(db)
  return rows
}

export const findCourse = (db: SchoolDb, id: string) =>
  db
    .selectFrom('courses')
    .select(['id', 'title', 'no_dripping'])
    .where('id', '=', id)
    .where('utc_published_on', 'is not', null)
    .executeTakeFirst()

/** The modules that students see, in their order. */
export async function listPublishedModules(db: SchoolDb, courseId: string) {
  const { rows } = await sql<{ id: string; title: string }>`
    select m.id, m.title from modules m
    join (select module_id, min(module_position) as position from published_lessons
      where school_id = ${thisSchool} and course_id = ${courseId} group by module_id) p on p.module_id = m.id
    where m.school_id = ${thisSchool} order by p.position`.execute(db)
  return rows
}

/** Those of these modules that the course has. */
export async function listModulesAmong(db: SchoolDb, courseId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('modules')
    .select('id')
    .where('course_id', '=', courseId)
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute()
  return rows.map(({ id }) => id)
}

interface CalendarKey {
  cohortId: string
  courseId: string
}

export async function listCohortDates(db: SchoolDb, { cohortId, courseId }: CalendarKey) {
  const rows = await db
    .selectFrom('module_dates')
    .select(['module_id', 'utc_dated_on', 'utc_opened_on'])
    .where('cohort_id', '=', cohortId)
    .where('course_id', '=', courseId)
    .execute()
  return rows.map((row) => ({
    cohortId,
    moduleId: row.module_id,
    datedOn: row.utc_dated_on,
    openedOn: row.utc_opened_on,
  }))
}

/** Copies the dates of a class's modules; one that was opened by hand is not open in the other class. */
export async function copyDates(db: SchoolDb, fromId: string, toId: string): Promise<void> {
  // Read first, because a cluster refuses to copy these rows in one statement.
  const dates = await db
    .selectFrom('module_dates')
    .where('cohort_id', '=', fromId)
    .where('utc_dated_on', 'is not', null)
    .select(['course_id', 'module_id', 'utc_dated_on'])
    .execute()
  const [courses, modules, moments] = (['course_id', 'module_id', 'utc_dated_on'] as const).map((column) =>
    dates.map((each) => each[column]),
  )
  await sql`
    insert into module_dates (school_id, cohort_id, course_id, module_id, utc_dated_on)
    select ${thisSchool}::bigint, ${toId}::bigint, course_id, module_id, utc_dated_on
    from unnest(${courses}::bigint[], ${modules}::bigint[], ${moments}::timestamptz[]) as dated (course_id, module_id, utc_dated_on)
    on conflict do nothing`.execute(db)
}

const uniqueColumns = ['school_id', 'course_id', 'cohort_id', 'user_id', 'module_id'] as const

export const saveDates = (
  db: SchoolDb,
  { cohortId, courseId }: CalendarKey,
  dates: { moduleId: string; on: Date | null }[],
) =>
  db
    .insertInto('module_dates')
    .values(
      dates.map(({ moduleId, on }) => ({
        cohort_id: cohortId,
        course_id: courseId,
        module_id: moduleId,
        utc_dated_on: on,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns([...uniqueColumns]).doUpdateSet((is) => ({ utc_dated_on: is.ref('excluded.utc_dated_on') })),
    )
    .execute()

/** Students, or the class, that an administrator opens modules to by hand. */
export type OpeningTarget = { cohort_id: string } | { user_id: string }

/** A module that is open stays open since the earlier moment. */
export const insertOpening = (
  db: SchoolDb,
  target: OpeningTarget,
  { courseId, moduleId }: { courseId: string; moduleId: string | null },
  now: Date,
) =>
  db
    .insertInto('module_dates')
    .values({ ...target, course_id: courseId, module_id: moduleId, utc_opened_on: now })
    .onConflict((conflict) =>
      conflict.columns([...uniqueColumns]).doUpdateSet((is) => ({
        utc_opened_on: is.fn.coalesce('module_dates.utc_opened_on', 'excluded.utc_opened_on'),
      })),
    )
    .execute()

export function takeOpeningBack(
  db: SchoolDb,
  target: OpeningTarget,
  { courseId, moduleId }: { courseId: string; moduleId: string | null },
) {
  const [column, id] =
    'cohort_id' in target ? (['cohort_id', target.cohort_id] as const) : (['user_id', target.user_id] as const)
  const rows = db
    .updateTable('module_dates')
    .set({ utc_opened_on: null })
    .where(column, '=', id)
    .where('course_id', '=', courseId)
  return (moduleId === null ? rows.where('module_id', 'is', null) : rows.where('module_id', '=', moduleId)).execute()
}

/** A student in a class. */
export interface Place {
  cohortId: string
  userId: string
}

/** Openings of students in the courses that their place opens, and no other living enrolment of theirs; classes count hidden or not, courses published or not. */
export const deleteOpenings = (db: SchoolDb, scope: { places: Place[] } | { cohortId: string }) => {
  const places =
    'places' in scope
      ? sql`unnest(${scope.places.map(({ cohortId }) => cohortId)}::bigint[], ${scope.places.map(({ userId }) => userId)}::bigint[]) as p (cohort_id, user_id)`
      : sql`(select cohort_id, user_id from enrollments where school_id = ${thisSchool} and cohort_id = ${scope.cohortId}) as p`
  return sql`
    delete from module_dates d using ${places}
    where d.school_id = ${thisSchool} and d.user_id = p.user_id
      and exists (select from cohort_contents o
        where o.school_id = ${thisSchool} and o.cohort_id = p.cohort_id and o.course_id = d.course_id)
      and not exists (select from living_enrollments e
        join cohort_contents o on o.school_id = e.school_id and o.cohort_id = e.cohort_id and o.course_id = d.course_id
        where e.school_id = ${thisSchool} and e.user_id = d.user_id and e.cohort_id <> p.cohort_id)`.execute(db)
}
