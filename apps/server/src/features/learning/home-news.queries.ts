import type { Statement } from '@escola/db'
import type { School } from '../../core/scope.ts'

export interface NewsRow {
  kind: 'question_answered' | 'certificate_issued'
  subject_id: string
  utc_created_on: Date
  /** Title of the lesson or of the certified course. */
  title: string
  person: string | null
  degree_link: string
  content_link: string | null
}

/** Most that a home shows. */
const shown = 4

/** News of which nothing is left are skipped: an answer whose lesson was hidden, and a certificate that was replaced or revoked. */
const newsStatement: Statement = {
  name: 'home_news',
  text: `
    select n.kind, n.subject_id, n.utc_created_on, coalesce(l.title, c.title) as title, w.name as person, c.link as degree_link, l.link as content_link
    from notifications n
    left join certificates t on t.school_id = $1 and n.kind = 'certificate_issued' and t.id = n.subject_id and t.status = 'ready' and t.utc_replaced_on is null
    left join certificate_records v on v.school_id = $1 and v.id = t.record_id
    left join thread_replies r on r.school_id = $1 and n.kind = 'question_answered' and r.id = n.subject_id
    left join memberships w on w.school_id = $1 and w.user_id = r.user_id
    left join threads q on q.school_id = $1 and q.id = r.thread_id
    left join lessons l on l.school_id = $1 and l.id = q.lesson_id and l.utc_published_on is not null and l.is_visible
    join courses c on c.school_id = $1 and c.id = coalesce(t.course_id, l.course_id)
    where n.school_id = $1 and n.user_id = $2 and n.utc_read_on is null and n.kind in ('question_answered', 'certificate_issued')
      and v.utc_revoked_on is null
    order by n.utc_created_on desc, n.subject_id desc limit ${shown}`,
}

/** Answers and certificates that a student has not read of, newest first. */
export const listNews = (read: School['read'], userId: string) => read<NewsRow>(newsStatement, [userId])
