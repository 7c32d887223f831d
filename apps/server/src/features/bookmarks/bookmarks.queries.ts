import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface BookmarkRow {
  id: string
  course_id: string
  lesson_id: string | null
  course_link: string
  lesson_link: string | null
  title: string
  cover_key: string | null
}

export const listBookmarks = (db: SchoolDb, userId: string): Promise<BookmarkRow[]> =>
  db
    .selectFrom('open_bookmarks')
    .where('user_id', '=', userId)
    .select(['id', 'course_id', 'lesson_id', 'course_link', 'lesson_link', 'title', 'cover_key'])
    .orderBy('id', 'desc')
    .$castTo<BookmarkRow>()
    .execute()

export interface Marked {
  userId: string
  courseId: string
  lessonId: string | null
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
