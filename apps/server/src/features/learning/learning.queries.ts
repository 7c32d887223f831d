import type { ScoreSettings } from '@escola/contract/exam-publication'
import { type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'
import type { PassedCourses } from '../../core/studying.ts'

export interface Person {
  /** Undefined for a visitor. */
  userId: string | undefined
  passed: PassedCourses
  /** Classes that count, where not all do. */
  cohortIds?: string[]
}

/** Access and progress of one person in a published course. */
export interface StudyRow {
  course_id: string
  /** Revision of the course, which every write to it changes. */
  revision: string
  /** The classes that open it to the person; null: none does. */
  cohorts: [id: string, enrolledOn: string, createdOn: string, isOwn: boolean][] | null
  /** Dates of its modules for those classes, or for the person. */
  dates: [cohortId: string | null, moduleId: string | null, datedOn: string | null, openedOn: string | null][] | null
  /** Published assessments of its lessons; null: it has none. */
  exams:
    | [
        lessonId: string,
        mustPass: boolean,
        hasPassed: boolean,
        /** With the settings of the attempts that were handed in. */
        mark: { points: number; total: number; settings: ScoreSettings[] | null } | null,
        /** An open answer of an attempt waits to be corrected. */
        isWaiting?: boolean,
      ][]
    | null
  completed_on: Date | null
  /** Ids of finished lessons, including lessons that have left the course since. */
  completed: string[]
  /** Ids of lessons that were finished once and then taken back; null: none, and the course is not begun. */
  taken_back: string[] | null
  /** Ids of lessons that were opened while the course was in order; null: the course is not begun. */
  opened: string[] | null
  /** Ids of lessons with a video that was watched or an assessment that was begun; null: the course is not in order. */
  begun: string[] | null
  certificate: { id: string; status: 'queued' | 'ready' | 'failed' | 'revoked'; code: string } | null
  lesson: StudyLesson | null
}
export interface StudyLesson {
  id: string
  link: string
  title: string
  description: string
  main_media_url: string
  main_media_duration: number
  files: { id: string; title: string; filename: string; type: string; size: number }[]
  external_links: { id: string; title: string; link: string }[]
  position: number
}

/** Which course: the link that people see, or an id. */
export type CourseKey = { link: string } | { id: string }
/** Which lesson's body to bring along, if any. */
export type LessonKey = { link: string } | { id: string } | undefined

const lessonOf = (key: string) => `
    (select json_build_object('id', l.id::text, 'link', l.link, 'title', l.title, 'description', l.description,
        'main_media_url', l.main_media_url, 'main_media_duration', l.main_media_duration, 'files', l.files, 'external_links', l.external_links,
        'position', coalesce((select w.position from lesson_positions w where w.school_id = $1 and w.user_id = $2 and w.lesson_id = l.id), 0))
      from lessons l where l.school_id = $1 and l.course_id = c.id and l.${key} = $4)`

/** Lessons that a person has certainly opened, whether or not their course was in order then. */
const begunOf = (person: string) => `
    array(select l.id::text from lesson_positions w join lessons l on l.school_id = $1 and l.id = w.lesson_id and l.course_id = c.id
        where w.school_id = $1 and w.user_id = ${person}
      union select x.lesson_id::text from exam_marks y join exams x on x.school_id = $1 and x.id = y.exam_id and x.course_id = c.id
        where y.school_id = $1 and y.user_id = ${person})`

/** Columns of a person's study of a course that is at hand. */
const columnsOf = (person: string, inOrder = 'c.in_order') => `
  c.id as course_id, c.xmin::text as revision, opened.cohorts,
    (select json_agg(json_build_array(d.cohort_id::text, d.module_id::text, d.utc_dated_on, d.utc_opened_on)) from module_dates d
      where d.school_id = $1 and d.course_id = c.id and (d.user_id = ${person} or d.cohort_id = any (opened.ids))) as dates,
    (select json_agg(json_build_array(e.lesson_id::text, coalesce((b.settings ->> 'must_pass')::boolean, false), k.utc_passed_on is not null,
        case when k.points is not null then json_build_object('points', k.points, 'total', k.total, 'settings', (
          select json_agg(json_build_object('kind', s.settings -> 'kind', 'shows', s.settings -> 'shows',
            'shows_when', s.settings -> 'shows_when', 'utc_shows_on', s.settings -> 'utc_shows_on'))
          from exam_publications s where s.school_id = $1 and s.exam_id = e.id and exists (select from exam_attempts a
            where a.school_id = $1 and a.user_id = ${person} and a.exam_id = e.id and a.publication = s.number
              and a.points is not null))) end,
        exists (select from exam_attempts a where a.school_id = $1 and a.user_id = ${person} and a.exam_id = e.id
          and a.utc_handed_in_on is not null and a.points is null)))
      from exams e join exam_publications b on b.school_id = $1 and b.exam_id = e.id and b.number = e.publication
      left join exam_marks k on k.school_id = $1 and k.exam_id = e.id and k.user_id = ${person}
      where e.school_id = $1 and e.course_id = c.id) as exams,
    p.utc_completed_on as completed_on, p.taken_back::text[] as taken_back, p.opened::text[] as opened,
    case when ${inOrder} then ${begunOf(person)} end as begun,
    array(select d.lesson_id::text from lesson_completions d
      where d.school_id = $1 and d.user_id = ${person} and d.course_id = c.id) as completed,
    (select json_build_object('id', t.id::text, 'code', t.code,
        'status', case when r.utc_revoked_on is null then t.status else 'revoked' end) from certificates t
      left join certificate_records r on r.school_id = $1 and r.id = t.record_id
      where t.school_id = $1 and t.user_id = ${person} and t.course_id = c.id and t.utc_replaced_on is null) as certificate`

const joinsOf = (person: string) => `
  left join course_progress p on p.school_id = $1 and p.user_id = ${person} and p.course_id = c.id
  cross join lateral (
    select array_agg(o.cohort_id) as ids,
      json_agg(json_build_array(o.cohort_id::text, o.utc_enrolled_on, o.utc_cohort_created_on, o.is_own)) as cohorts
    from course_openings o where o.school_id = $1 and o.user_id = ${person} and o.course_id = c.id) opened`

const studyStatement = (course: string, lesson: string | undefined) => `
  select ${columnsOf('$2')}, ${lesson ? lessonOf(lesson) : 'null'} as lesson
  from courses c ${joinsOf('$2')}
  where c.school_id = $1 and c.${course} = $3 and c.utc_published_on is not null`

export interface StudyOfStudentRow extends StudyRow {
  user_id: string
}

const studiesStatement = (name: string, inOrder?: string): Statement => ({
  name,
  text: `
  select student.user_id, ${columnsOf('student.user_id', inOrder)}, null as lesson
  from courses c cross join unnest((select $2::bigint[])) as student (user_id) ${joinsOf('student.user_id')}
  where c.school_id = $1 and c.id = $3 and c.utc_published_on is not null`,
})
const studies = studiesStatement('studies_of_course')
const studiesAsIfInOrder = studiesStatement('studies_as_if_in_order', 'true')

export interface StudiesAsked {
  courseId: string
  userIds: string[]
  /** Treats the lessons as in order, though the course's author has not switched that on. */
  asIfInOrder?: boolean
}

/** Studies of one course by several students; none when the course is not published. */
export const findStudies = (
  read: School['read'],
  { courseId, userIds, asIfInOrder = false }: StudiesAsked,
): Promise<StudyOfStudentRow[]> => read(asIfInOrder ? studiesAsIfInOrder : studies, [`{${userIds}}`, courseId])

/** One statement, known to the database by name, because this is the call that students make most. */
export async function findStudy(
  read: School['read'],
  userId: string,
  course: CourseKey,
  lesson?: LessonKey,
): Promise<StudyRow | undefined> {
  const [courseColumn, courseValue] = keyOf(course)
  const [lessonColumn, ...lessonValue] = lesson ? keyOf(lesson) : []
  const statement = {
    name: `study_by_${courseColumn}_${lessonColumn ?? 'alone'}`,
    text: studyStatement(courseColumn, lessonColumn),
  }
  const [row] = await read<StudyRow>(statement, [userId, courseValue, ...lessonValue])
  return row
}

const keyOf = (key: CourseKey) => ('link' in key ? (['link', key.link] as const) : (['id', key.id] as const))

export interface CardRow {
  id: string
  link: string
  title: string
  description_title: string
  cover_key: string | null
  landing_page_url: string
  category_id: string | null
  category_title: string | null
  has_access: boolean
  lessons: number
  completed: number
  utc_studied_on: Date | null
  has_page: boolean
  /** A module of it may open later than the course. */
  may_drip: boolean
}

/**
 * Id of no user, which stands for a visitor. With null instead, the planner would drop the tables of the user's rows, and with them the school id by
 * which a cluster finds the node.
 */
const noUserId = '0'

/** Published courses that the person may see listed, with the lessons that count for them, in the school's order; those of no category come last. */
export async function listCards(
  db: SchoolDb,
  { userId = noUserId, passed: { all, courseIds }, cohortIds }: Person,
  isMember: boolean,
): Promise<CardRow[]> {
  const passes = sql`(${all}::boolean or c.id = any (${courseIds}::bigint[]))`
  const { rows } = await sql<CardRow>`
    select c.id, c.link, c.title, c.description_title, c.cover_key, c.landing_page_url, g.id as category_id, g.title as category_title,
      (${passes} or a.course_id is not null) as has_access, n.lessons, n.completed, n.utc_studied_on,
      (not c.no_dripping or exists (select from module_dates d
        where d.school_id = ${thisSchool} and d.course_id = c.id and d.utc_dated_on is not null)) as may_drip,
      (o.utc_opened_on is not null and c.is_visible and not c.is_private and c.franchisor_id is null) as has_page
    from courses c
    left join categories g on g.school_id = c.school_id and g.id = c.category_id
    left join course_pages o on o.school_id = c.school_id and o.course_id = c.id
    left join (select course_id, bool_or(is_own) as is_own from course_openings
      where school_id = ${thisSchool} and user_id = ${userId}
        ${cohortIds ? sql`and cohort_id = any(${cohortIds}::bigint[])` : sql``} group by course_id) a on a.course_id = c.id
    cross join lateral (
      select count(*)::int as lessons, count(d.lesson_id)::int as completed,
        greatest(max(d.utc_completed_on), max(w.utc_watched_on)) as utc_studied_on from published_lessons p
      left join lesson_completions d on d.school_id = ${thisSchool} and d.user_id = ${userId} and d.lesson_id = p.lesson_id
      left join lesson_positions w on w.school_id = ${thisSchool} and w.user_id = ${userId} and w.lesson_id = p.lesson_id
      where p.school_id = ${thisSchool} and p.course_id = c.id
        and (${passes} or not p.is_private or a.is_own is not false)) n
    where c.school_id = ${thisSchool} and c.utc_published_on is not null
      and (a.course_id is not null or (c.is_visible and (${isMember}::boolean or not c.is_private)))
    order by g.position nulls last, g.id nulls last, c.position, c.id`.execute(db)
  return rows
}

export const findVisibility = (db: SchoolDb) =>
  db.selectFrom('schools').select(['id', 'namespace', 'is_private', 'is_blocked']).executeTakeFirstOrThrow()

export const findCourseOfLesson = (db: SchoolDb, lessonId: string) =>
  db
    .selectFrom('lessons')
    .select(['course_id', 'main_media_url', 'files', 'draft'])
    .where('id', '=', lessonId)
    .executeTakeFirst()
