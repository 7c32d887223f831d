import type { SchoolDb } from '@escola/db'

export async function findStudied(db: SchoolDb, link: string) {
  const row = await db
    .selectFrom('courses')
    .where('link', '=', link)
    .select(['id', 'utc_published_on'])
    .executeTakeFirst()
  return row && { id: row.id, isPublished: row.utc_published_on !== null }
}

/** Students who have begun a course, the first ones by their ids. */
export async function listBeginners(db: SchoolDb, courseId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('course_progress')
    .where('course_id', '=', courseId)
    .select('user_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
