import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { templateIdFor } from '../templates/templates.queries.ts'

/** Stands for a template that is not made yet, and is newer than all others. */
export const unmadeTemplate = '9223372036854775807'

export interface Coverage {
  templateId: string
  /** Courses that the template would be for; left out, those that it is for. */
  courses?: 'all' | string[]
  /** Days of study that the template would ask for; left out, those that it asks for. */
  minDays?: number
}

/** Courses for which the template is the most specific of the saved ones; itself counts as saved. */
const coveredCourses = ({ templateId, courses }: Coverage) => {
  const isAsked = courses !== undefined
  const ids = Array.isArray(courses) ? courses : []
  return sql`
    select c.id from courses c
    cross join lateral (
      select t.id from (
        select id, all_courses from certificate_templates
          where school_id = ${thisSchool} and kind = 'course' and (utc_saved_on is not null or id = ${templateId})
        union all select ${templateId}::bigint, false where ${templateId === unmadeTemplate}::boolean
      ) t
      cross join lateral (
        select case when t.id = ${templateId} and ${isAsked}::boolean then ${courses === 'all'}::boolean else t.all_courses end as for_all,
          case when t.id = ${templateId} and ${isAsked}::boolean then ${ids}::bigint[] else array(
            select l.course_id from certificate_template_courses l where l.school_id = ${thisSchool} and l.template_id = t.id) end as ids
      ) named
      where named.for_all or c.id = any (named.ids)
      order by named.for_all, case when named.for_all then 0 else cardinality(named.ids) end, t.id desc limit 1
    ) chosen
    where c.school_id = ${thisSchool} and chosen.id = ${templateId}`
}

/** Completions of courses without a certificate. */
const uncertified = sql`
  p.school_id = ${thisSchool} and p.utc_completed_on is not null and not exists (
    select from certificates t where t.school_id = ${thisSchool} and t.user_id = p.user_id and t.course_id = p.course_id)`

/** Moment from which the template issues the certificate of a completion. */
const dueOn = ({ templateId, minDays }: Coverage) => sql`
  p.utc_started_on + coalesce(${minDays ?? null}::integer,
    (select min_days from certificate_templates where school_id = ${thisSchool} and id = ${templateId}), 0) * interval '1 day'`

/** Number of certificates that the template would issue now to students who have finished; 0 in a school that gives none. */
export async function countFinished(db: SchoolDb, coverage: Coverage, now: Date): Promise<number> {
  const school = await db.selectFrom('schools').select('has_certificate').executeTakeFirstOrThrow()
  if (!school.has_certificate) return 0
  const { rows } = await sql<{ students: number }>`
    select count(*)::int as students from course_progress p
    where ${uncertified} and ${dueOn(coverage)} <= ${now}::timestamptz and p.course_id in (${coveredCourses(coverage)})`.execute(
    db,
  )
  return rows[0]!.students
}

/** Lists some of them, of one course. */
export async function listFinished(
  db: SchoolDb,
  { templateId, limit, now }: { templateId: string; limit: number; now: Date },
) {
  const { rows } = await sql<{ course_id: string; user_ids: string[] }>`
    select course_id, array_agg(user_id::text) as user_ids from (
      select p.course_id, p.user_id from course_progress p
      where ${uncertified} and ${dueOn({ templateId })} <= ${now}::timestamptz
        and p.course_id in (${coveredCourses({ templateId })})
      order by p.course_id, p.user_id limit ${limit}
    ) found group by course_id order by course_id limit 1`.execute(db)
  return rows[0] && { courseId: rows[0].course_id, userIds: rows[0].user_ids }
}

/** Lists the templates that issue by themselves once days of study are over. */
export async function listWaitingTemplates(db: SchoolDb): Promise<string[]> {
  const rows = await db
    .selectFrom('certificate_templates')
    .select('id')
    .where('kind', '=', 'course')
    .where('utc_saved_on', 'is not', null)
    .where('is_automatic', '=', true)
    .where('min_days', '>', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** Next moment at which the days of study of a completion are over, and its certificate is issued. */
export async function findNextDue(db: SchoolDb, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_on: Date | null }>`
    select min(p.utc_started_on + t.min_days * interval '1 day') as due_on from course_progress p
    join certificate_templates t on t.school_id = ${thisSchool} and t.id = ${templateIdFor(sql`p.course_id`)} and t.is_automatic and t.min_days > 0
    where ${uncertified} and p.utc_started_on + t.min_days * interval '1 day' > ${now}::timestamptz`.execute(db)
  return rows[0]?.due_on ?? undefined
}
