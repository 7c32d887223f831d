import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface OverallProgressRow {
  user_id: string
  lessons: number
  completed: number
}

/**
 * Counts the lessons that the classes of each of these students open to them, and how many of those they have completed. Every part is materialized:
 * before tables are analyzed, the planner would otherwise scan the completions once for each lesson of each student.
 */
export async function listOverallProgress(db: SchoolDb, ids: string[]): Promise<OverallProgressRow[]> {
  const { rows } = await sql<OverallProgressRow>`
    with opened as materialized (
      select user_id, course_id, bool_or(is_own) as is_own from course_openings
      where school_id = ${thisSchool} and user_id = any(${ids}::bigint[]) group by user_id, course_id
    ), counted as materialized (
      select course_id, lesson_id, is_private from published_lessons
      where school_id = ${thisSchool} and course_id in (select course_id from opened)
    ), sizes as materialized (
      select course_id, count(*) as lessons, count(*) filter (where not is_private) as open_lessons from counted group by course_id
    ), taken as materialized (
      select user_id, lesson_id from lesson_completions where school_id = ${thisSchool} and user_id = any(${ids}::bigint[])
    ), done as materialized (
      select t.user_id, count(*)::int as completed from taken t
      join counted p on p.lesson_id = t.lesson_id
      join opened o on o.user_id = t.user_id and o.course_id = p.course_id and (o.is_own or not p.is_private) group by t.user_id
    )
    select o.user_id, sum(case when o.is_own then s.lessons else s.open_lessons end)::int as lessons, coalesce(max(d.completed), 0) as completed
    from opened o join sizes s on s.course_id = o.course_id left join done d on d.user_id = o.user_id group by o.user_id`.execute(
    db,
  )
  return rows
}
