import type { bookmarks } from '@escola/contract/bookmarks.contract'
import { limits } from '@escola/contract/limits'
import type { RouteOutput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import { studentOf } from '../../core/studying.ts'
import { imageUrl } from '../../files/image-url.ts'
import { type LearningTools, requireOpen } from '../learning/learning.service.ts'
import {
  type BookmarkRow,
  countOthers,
  deleteBookmark,
  insertBookmark,
  listBookmarks,
  lockKeeper,
  type Marked,
} from './bookmarks.queries.ts'

/** A lesson that may be opened now may be kept; a bookmark may be taken away always. */
export async function saveBookmark(
  school: Attended,
  { degreeId: courseId, contentId: lessonId, isBookmark }: RouteOutput<typeof bookmarks.save>['body'],
  tools: LearningTools,
) {
  const marked = { userId: studentOf(school, courseId), courseId, lessonId }
  if (isBookmark) await requireOpen(school, marked, tools)
  await school.tx(async (db) => {
    if (isBookmark) await keep(db, marked, tools.now())
    else await deleteBookmark(db, marked)
  })
  return getBookmarks(school)
}

/** Refuses a bookmark beyond the limit, because the context carries all of them. */
async function keep(db: SchoolDb, marked: Marked, now: Date) {
  await lockKeeper(db, marked.userId)
  if ((await countOthers(db, marked)) >= limits.bookmarksPerStudent) throw new AppError('bookmarks_full')
  await insertBookmark(db, marked, now)
}

/** Bookmarks of the person that may be opened now. */
export async function bookmarksOf({ id, read }: Pick<School, 'id' | 'read'>, userId: string) {
  return (await listBookmarks(read, userId)).map((row) => toWireBookmark(id, row))
}

export const getBookmarks = async (school: Attended) => ({ bookmarks: await bookmarksOf(school, school.actor.userId) })

const toWireBookmark = (schoolId: string, row: BookmarkRow) => ({
  id: row.id,
  degree_id: row.course_id,
  content_id: row.lesson_id,
  degree_link: row.course_link,
  content_link: row.lesson_link,
  title: row.title,
  img_wide_url: imageUrl(schoolId, row.cover_key),
})
