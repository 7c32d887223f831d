import { type SchoolDb, thisSchool } from '@escola/db'
import { type RawBuilder, sql } from 'kysely'

export interface ExceptionRow {
  user_id: string
  more_attempts: number
  more_minutes: number
  utc_closes_on: string | null
}

/** Exceptions of a student at an assessment, and of students merged into them; null if there are none. */
export const exceptionsOf = (examId: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql<ExceptionRow[] | null>`(
    select jsonb_agg(jsonb_build_object('user_id', x.user_id::text, 'more_attempts', x.more_attempts,
      'more_minutes', x.more_minutes, 'utc_closes_on', x.utc_closes_on))
    from exam_exceptions x where x.school_id = ${thisSchool} and x.exam_id = ${examId} and (x.user_id = ${userId}
      or x.user_id in (select m.user_id from memberships m where m.school_id = ${thisSchool} and m.merged_into = ${userId})))`

export async function listExceptions(
  db: SchoolDb,
  { examId, userId }: { examId: string; userId: string },
): Promise<ExceptionRow[] | null> {
  const { rows } = await sql<{ exceptions: ExceptionRow[] | null }>`
    select ${exceptionsOf(sql`${examId}::bigint`, sql`${userId}::bigint`)} as exceptions`.execute(db)
  return rows[0]!.exceptions
}

/** Exceptions of these students at these assessments, and of students merged into them, each with the student it counts for. */
export async function listExceptionsOf(
  db: SchoolDb,
  { examIds, userIds }: { examIds: string[]; userIds: string[] },
): Promise<(ExceptionRow & { exam_id: string; counts_for: string })[]> {
  const { rows } = await sql<ExceptionRow & { exam_id: string; counts_for: string; closes_on: Date | null }>`
    select x.exam_id, x.user_id, x.more_attempts, x.more_minutes, x.utc_closes_on as closes_on,
      case when x.user_id = any (${userIds}::bigint[]) then x.user_id else m.merged_into end as counts_for
    from exam_exceptions x join memberships m on m.school_id = ${thisSchool} and m.user_id = x.user_id
    where x.school_id = ${thisSchool} and x.exam_id = any (${examIds}::bigint[])
      and (x.user_id = any (${userIds}::bigint[]) or m.merged_into = any (${userIds}::bigint[]))`.execute(db)
  return rows.map(({ closes_on, ...row }) => ({ ...row, utc_closes_on: closes_on?.toISOString() ?? null }))
}
