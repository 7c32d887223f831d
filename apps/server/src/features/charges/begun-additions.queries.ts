import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/**
 * Counts the students whom imports, additions of many and moves out of the public class have not come to yet. Some of them may be counted in the month
 * already, or be turned away: there are at most so many more.
 */
export async function countBegun(db: SchoolDb): Promise<number> {
  const { rows } = await sql<{ students: number }>`
    select coalesce(sum(b.students), 0)::float8 as students from (
      select i.total_students - i.processed as students from imports i
      join cohorts h on h.school_id = ${thisSchool} and h.id = i.cohort_id and not h.is_public
      where i.school_id = ${thisSchool} and i.status in ('pending', 'running')
      union all
      select c.total - c.changed - c.unchanged - c.cohort_full - c.enrollment_closed from bulk_changes c
      join cohorts h on h.school_id = ${thisSchool} and h.id = case c.action when 'add' then c.cohort_id else c.from_cohort_id end
        and h.is_public = (c.action = 'move')
      where c.school_id = ${thisSchool} and c.utc_ended_on is null and c.action in ('add', 'move')
      union all
      select r.total - r.done from runs r
      join cohorts h on h.school_id = ${thisSchool} and h.id = r.subject_id and h.is_public = (r.kind = 'move')
      where r.school_id = ${thisSchool} and r.utc_ended_on is null and r.kind in ('add', 'move')
      union all
      select greatest(0, v.total - v.moved) from moves v
      join cohorts h on h.school_id = ${thisSchool} and h.id = v.cohort_id and h.is_public
      where v.school_id = ${thisSchool} and v.utc_ended_on is null) b`.execute(db)
  return rows[0]!.students
}
