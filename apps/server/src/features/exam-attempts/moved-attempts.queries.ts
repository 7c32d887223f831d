import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MergedStudents } from '../../core/student-lifecycle.ts'

/** Running attempts of the second student, and those of the first at assessments that the second has attempted, in their order. */
export async function listMergedRunning(db: SchoolDb, { fromId, toId }: MergedStudents): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from exam_attempts a
    where a.school_id = ${thisSchool} and a.utc_handed_in_on is null and (a.user_id = ${fromId} or (a.user_id = ${toId}
      and exists (select from exam_attempts o where o.school_id = ${thisSchool} and o.user_id = ${fromId} and o.exam_id = a.exam_id)))
    order by a.exam_id, a.user_id, a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Assessments at which one of the students has a mark or an attempt. */
export async function listMarkedExams(db: SchoolDb, userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ exam_id: string }>`
    select exam_id from exam_marks where school_id = ${thisSchool} and user_id = any (${userIds}::bigint[])
    union select exam_id from exam_attempts where school_id = ${thisSchool} and user_id = any (${userIds}::bigint[])
    order by exam_id`.execute(db)
  return rows.map(({ exam_id }) => exam_id)
}

/** Courses with an assessment at which the student has a mark. */
export async function listMarkedCourses(db: SchoolDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('exam_marks as m')
    .innerJoin('exams as e', (join) => join.onRef('e.school_id', '=', 'm.school_id').onRef('e.id', '=', 'm.exam_id'))
    .select('e.course_id')
    .where('m.user_id', '=', userId)
    .distinct()
    .orderBy('e.course_id')
    .execute()
  return rows.map(({ course_id }) => course_id)
}

/** When students passed by a corrected key that was undone since: the hand-in of the attempt that it let pass. */
export async function listPassedByUndone(db: SchoolDb, examId: string, userIds: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; passed_on: Date }>`
    select a.user_id, min(a.utc_handed_in_on) as passed_on from exam_attempts a
    join exam_regraded_attempts r on r.school_id = a.school_id and r.attempt_id = a.id
    join exam_key_corrections c on c.school_id = r.school_id and c.id = r.correction_id
    where a.school_id = ${thisSchool} and r.school_id = ${thisSchool} and c.school_id = ${thisSchool} and a.exam_id = ${examId}
      and a.user_id = any (${userIds}::bigint[]) and r.has_passed and c.utc_undone_on is not null
    group by a.user_id`.execute(db)
  return new Map(rows.map(({ user_id, passed_on }) => [user_id, passed_on]))
}
