import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface CorrectedRow {
  message_id: string
  attempt_id: string
  course_title: string
  course_link: string
  lesson_title: string
  lesson_link: string
}

/** Corrected attempts that mails tell of; those that were deleted, or whose course is not published, are left out. */
export async function listCorrected(db: SchoolDb, mails: { id: string; attemptId: string }[]): Promise<CorrectedRow[]> {
  const { rows } = await sql<CorrectedRow>`
    select n.message_id, a.id as attempt_id, c.title as course_title, c.link as course_link, l.title as lesson_title, l.link as lesson_link
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ attemptId }) => attemptId)}::bigint[]) as n (message_id, attempt_id)
    join exam_attempts a on a.school_id = ${thisSchool} and a.id = n.attempt_id and a.points is not null
    join exams e on e.school_id = ${thisSchool} and e.id = a.exam_id
    join lessons l on l.school_id = ${thisSchool} and l.id = e.lesson_id
    join courses c on c.school_id = ${thisSchool} and c.id = e.course_id and c.utc_published_on is not null`.execute(db)
  return rows
}
