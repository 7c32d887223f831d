import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { authorColumn } from '../../drafts/drafts.queries.ts'
import { LessonValues } from './lesson-values.ts'

export interface LessonCopy {
  /** Id of the original. */
  id: string
  link: string
  /** The original's, when left out. */
  title?: string
}

const authored = LessonValues.keyof().options.filter((column) => column !== 'title')

/**
 * Copies lessons as their author sees them into a course, where no student sees them.
 * @returns the new lessons' ids, by those of the originals
 */
export async function insertCopies(db: SchoolDb, courseId: string, wanted: LessonCopy[]): Promise<Map<string, string>> {
  const columns = sql.join(authored.map((column) => sql.ref(column)))
  const values = sql.join(authored.map((column) => authorColumn('lessons', column)))
  const { rows } = await sql<{ id: string; link: string }>`
    insert into lessons (school_id, course_id, link, title, ${columns})
    select lessons.school_id, ${courseId}::bigint, wanted.link, coalesce(wanted.title, ${authorColumn('lessons', 'title')}), ${values}
    from lessons join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id bigint, link text, title text) on wanted.id = lessons.id
    where lessons.school_id = ${thisSchool}
    returning id, link`.execute(db)
  const originals = new Map(wanted.map(({ id, link }) => [link, id]))
  return new Map(rows.map(({ id, link }) => [originals.get(link)!, id]))
}
