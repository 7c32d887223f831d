import { type SchoolDb, type Statement, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { School } from '../../core/scope.ts'

export interface BookmarkRow {
  id: string
  course_id: string
  lesson_id: string | null
  course_link: string
  lesson_link: string | null
  title: string
  cover_key: string | null
}

const openStatement: Statement = {
  name: 'open_bookmarks',
  text: `select id, course_id, lesson_id, course_link, lesson_link, title, cover_key from open_bookmarks
    where school_id = $1 and user_id = $2 order by id desc`,
}

export const listBookmarks = (read: School['read'], userId: string) => read<BookmarkRow>(openStatement, [userId])

export interface Marked {
  userId: string
  courseId: string
  lessonId: string | null
}

/** Locks the person's membership, so that two transactions cannot exceed the limit of bookmarks together. */
export const lockKeeper = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').where('user_id', '=', userId).select('user_id').forNoKeyUpdate().execute()

/** Counts all that is kept, also lessons that are closed today. */
export async function countOthers(db: SchoolDb, { userId, courseId, lessonId }: Marked): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from bookmarks where school_id = ${thisSchool} and user_id = ${userId}
      and not (course_id = ${courseId} and lesson_id is not distinct from ${lessonId}::bigint)`.execute(db)
  return rows[0]!.total
}

export const insertBookmark = (db: SchoolDb, { userId, courseId, lessonId }: Marked, now: Date) =>
  db
    .insertInto('bookmarks')
    .values({ user_id: userId, course_id: courseId, lesson_id: lessonId, utc_created_on: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteBookmark = (db: SchoolDb, { userId, courseId, lessonId }: Marked) =>
  sql`
    delete from bookmarks where school_id = ${thisSchool} and user_id = ${userId} and course_id = ${courseId}
      and lesson_id is not distinct from ${lessonId}::bigint`.execute(db)
