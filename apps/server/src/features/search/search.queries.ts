import type { Found } from '@escola/contract/search.contract'
import type { Statement } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { PassedCourses } from '../../core/studying.ts'

type Read = School['read']

export interface Asked {
  /** Pattern of the beginning of a word in a title. */
  pattern: string
  limit: number
}

interface Viewer {
  userId: string
  passed: PassedCourses
}

/** Compares a title, before whose first word is no space. */
const meets = (title: string) => `(' ' || app.fold(${title})) like app.fold($2::text)`

/** The course is one that the viewer passes. */
const passes = (courseId: string) => `($4::boolean or ${courseId} = any ($5::bigint[]))`

const purchases: Statement = {
  name: 'search_purchases',
  text: `
    select transaction, buyer_name, student_link from (
      select distinct on (s.platform, s.transaction_code) s.transaction_code as transaction, s.buyer_name, coalesce(m.link, '') as student_link
      from sales s
      left join memberships m on m.school_id = $1 and m.email = coalesce(nullif(s.corrected_email, ''), s.buyer_email) and m.is_student
      where s.school_id = $1 and s.transaction_code <> '' and s.transaction_code = any (array[$2::text, upper($2::text)])
      order by s.platform, s.transaction_code, s.id desc) found
    limit $3::int`,
}

const courses: Statement = {
  name: 'search_courses',
  text: `
    select c.link, c.title from courses c where c.school_id = $1 and ${meets('c.title')} and ${passes('c.id')}
    order by c.title, c.id limit $3::int`,
}

const lessons: Statement = {
  name: 'search_lessons',
  text: `
    select l.link, l.title, c.link as degree_link, c.title as degree_title from lessons l
    join courses c on c.school_id = $1 and c.id = l.course_id
    where l.school_id = $1 and ${meets('l.title')} and ${passes('c.id')}
    order by l.title, l.id limit $3::int`,
}

const cohorts: Statement = {
  name: 'search_cohorts',
  text: `
    select h.id::text, h.title from cohorts h where h.school_id = $1 and not h.is_hidden and ${meets('h.title')}
    order by h.title, h.id limit $3::int`,
}

const openCourses: Statement = {
  name: 'search_open_courses',
  text: `
    select c.link, c.title from courses c
    where c.school_id = $1 and c.utc_published_on is not null and ${meets('c.title')}
      and (${passes('c.id')} or exists (
        select from course_openings o where o.school_id = $1 and o.user_id = $6::bigint and o.course_id = c.id))
    order by c.title, c.id limit $3::int`,
}

const openLessons: Statement = {
  name: 'search_open_lessons',
  text: `
    select l.link, l.title, c.link as degree_link, c.title as degree_title, l.id::text as lesson_id,
      case when c.in_order then c.id::text end as ordered_id from published_lessons p
    join lessons l on l.school_id = $1 and l.id = p.lesson_id
    join courses c on c.school_id = $1 and c.id = p.course_id and c.utc_published_on is not null
    where p.school_id = $1 and ${meets('l.title')}
      and (${passes('p.course_id')} or exists (
        select from course_openings o where o.school_id = $1 and o.user_id = $6::bigint and o.course_id = p.course_id
          and (o.is_own or not p.is_private)))
    order by l.title, l.id limit $3::int`,
}

const valuesOf = ({ pattern, limit }: Asked) => [pattern, String(limit)]
const passedValues = (asked: Asked, { all, courseIds }: PassedCourses) => [
  ...valuesOf(asked),
  String(all),
  `{${courseIds}}`,
]
const viewed = (asked: Asked, { passed, userId }: Viewer) => [...passedValues(asked, passed), userId]

export const findPurchases = (read: Read, code: string, limit: number): Promise<Found['purchases']> =>
  read(purchases, [code, String(limit)])
export const findCourses = (read: Read, passed: PassedCourses, asked: Asked): Promise<Found['degrees']> =>
  read(courses, passedValues(asked, passed))
export const findLessons = (read: Read, passed: PassedCourses, asked: Asked): Promise<Found['contents']> =>
  read(lessons, passedValues(asked, passed))
export const findCohorts = (read: Read, asked: Asked): Promise<Found['school_gateways']> =>
  read(cohorts, valuesOf(asked))

/** Published courses that the viewer passes, or that their classes open. */
export const findOpenCourses = (read: Read, viewer: Viewer, asked: Asked): Promise<Found['degrees']> =>
  read(openCourses, viewed(asked, viewer))
export type FoundLesson = Found['contents'][number] & {
  lesson_id: string
  /** Id of its course where the lessons are in order, so that another may hold this one back; null elsewhere. */
  ordered_id: string | null
}

/** Published lessons of those courses, private ones for students of a class of their own alone. */
export const findOpenLessons = (read: Read, viewer: Viewer, asked: Asked): Promise<FoundLesson[]> =>
  read(openLessons, viewed(asked, viewer))
