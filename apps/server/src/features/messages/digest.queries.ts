import type { NoticeKind } from '@escola/contract/notices.contract'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface DigestRow {
  group_id: string
  kind: NoticeKind
  title: string
  person: string
  enrolled: number
  refused: number
  cents: number
  cohort_id: string | null
  course_id: string | null
  course_link: string | null
  /** Lesson and rich text of a question. */
  lesson_link: string | null
  question: string | null
  /** Code of a purchase; '' for a sale without one. */
  sale_code: string | null
  /** Student of a certificate. */
  student_id: string | null
}

/** News of digests that still stands, oldest first. */
export async function listNews(db: SchoolDb, groupIds: string[]): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    select n.group_id, n.kind, n.title, n.person, n.enrolled, n.refused, n.cents::float8 as cents, n.cohort_id, n.course_id,
      coalesce(n.course_link, c.link) as course_link, l.link as lesson_link, t.message as question, s.transaction_code as sale_code,
      coalesce(k.user_id, r.user_id) as student_id
    from open_notices n
    left join threads t on t.school_id = ${thisSchool} and n.kind = 'question_asked' and t.id = n.subject_id
    left join lessons l on l.school_id = ${thisSchool} and l.id = t.lesson_id
    left join courses c on c.school_id = ${thisSchool} and c.id = t.course_id
    left join sales s on s.school_id = ${thisSchool} and n.kind in ('sale_unmatched', 'sale_without_email') and s.id = n.subject_id
    left join certificates k on k.school_id = ${thisSchool} and n.kind = 'certificate_failed' and k.id = n.subject_id
    left join certificate_records r on r.school_id = ${thisSchool} and n.kind = 'certificate_held' and r.id = n.subject_id
    where n.school_id = ${thisSchool} and n.group_id = any (${groupIds}::bigint[])
    order by n.id`.execute(db)
  return rows
}

/** Lists the kinds of notices that these people have switched off. */
export const listRefused = (db: SchoolDb, userIds: string[]) =>
  db
    .selectFrom('notice_refusals')
    .select(['user_id', 'kind'])
    .where((is) => is('user_id', '=', is.fn.any(is.val(userIds))))
    .execute()
