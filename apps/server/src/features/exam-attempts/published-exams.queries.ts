import type { Statement } from '@escola/db'
import type { School } from '../../core/scope.ts'

export interface PublishedExamRow {
  id: string
  course_id: string
  lesson_id: string
  is_private: boolean
  number: number
  revision: string
  /** Null, like the parts, where the caller's revision is the present one. */
  settings: unknown
  parts: unknown
}

/**
 * The assessment that is published for a lesson.
 * @param revision revision of the publication that the caller has; null: none
 */
export const findPublishedExam = async (
  read: School['read'],
  lessonId: string,
  revision: string | null,
): Promise<PublishedExamRow | undefined> => (await read<PublishedExamRow>(publishedStatement, [lessonId, revision]))[0]
const publishedStatement: Statement = {
  name: 'find_published_exam',
  text: `
    select e.id, e.course_id, e.lesson_id, l.is_private, p.number, r.revision,
      case when r.revision = $3 then null else p.settings end as settings, case when r.revision = $3 then null else p.parts end as parts
    from exams e
    join exam_publications p on p.school_id = $1 and p.exam_id = e.id and p.number = e.publication
    join lessons l on l.school_id = $1 and l.id = e.lesson_id
    cross join lateral (select concat_ws(' ', e.id, p.number, p.xmin) as revision) r
    where e.school_id = $1 and e.lesson_id = $2`,
}
