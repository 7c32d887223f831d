import type { School } from '../../core/scope.ts'

export interface PublicCourse {
  title: string
  /** '' where its author wrote none. */
  promise: string
  cover_key: string | null
  lessons: number
}

const courseStatement = {
  name: 'preview_course',
  text: `select c.title, c.description_title as promise, c.cover_key, (select count(*)::int from published_lessons p where p.school_id = $1 and p.course_id = c.id) as lessons
    from courses c
    where c.school_id = $1 and c.link = $2 and c.utc_published_on is not null and c.is_visible and not c.is_private`,
}

/** A course that the school's visitors see among the others. */
export const findPublicCourse = async (school: School, link: string): Promise<PublicCourse | undefined> =>
  (await school.read<PublicCourse>(courseStatement, [link]))[0]
