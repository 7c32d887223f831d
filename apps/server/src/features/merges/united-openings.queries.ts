import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { journal, listJournal } from './journal.queries.ts'

interface Passing {
  mergeId: string
  fromId: string
  toId: string
}

/** Journal name for the lessons that a merging opened to the first student in a course that both had begun. */
const unitedOpenings = 'united_openings'

interface Brought {
  course_id: string
  lessons: string[]
}

/** Opens to the first student what either has opened. A lesson that was completed and taken back was opened, too. */
export async function uniteOpenings(db: SchoolDb, { mergeId, fromId, toId }: Passing): Promise<void> {
  const theirs = await listOpened(db, fromId)
  const own = new Map((await listOpened(db, toId)).map((row) => [row.course_id, new Set(row.lessons)]))
  const brought = theirs.flatMap(({ course_id, lessons }): Brought[] => {
    const before = own.get(course_id)
    const added = before ? lessons.filter((id) => !before.has(id)) : []
    return added.length > 0 ? [{ course_id, lessons: added }] : []
  })
  for (const { course_id, lessons } of brought)
    await sql`
      update course_progress set opened = opened || ${lessons}::bigint[]
      where school_id = ${thisSchool} and user_id = ${toId} and course_id = ${course_id}`.execute(db)
  if (brought.length > 0)
    await journal(
      db,
      mergeId,
      unitedOpenings,
      brought.map((each) => JSON.stringify(each)),
    )
}

export async function takeOpeningsBack(db: SchoolDb, { mergeId, toId }: Omit<Passing, 'fromId'>): Promise<void> {
  const cells = await listJournal(db, mergeId, unitedOpenings)
  for (const { course_id, lessons } of cells.map((each) => JSON.parse(each) as Brought)) {
    const gone = new Set(lessons)
    const row = await db
      .selectFrom('course_progress')
      .where('user_id', '=', toId)
      .where('course_id', '=', course_id)
      .select('opened')
      .executeTakeFirst()
    const opened = row?.opened.filter((id) => !gone.has(id)) ?? []
    await db
      .updateTable('course_progress')
      .set({ opened })
      .where('user_id', '=', toId)
      .where('course_id', '=', course_id)
      .execute()
  }
}

async function listOpened(db: SchoolDb, userId: string): Promise<Brought[]> {
  const rows = await db
    .selectFrom('course_progress')
    .where('user_id', '=', userId)
    .select(['course_id', 'opened', 'taken_back'])
    .orderBy('course_id')
    .execute()
  return rows.map(({ course_id, opened, taken_back }) => ({
    course_id,
    lessons: [...new Set([...opened, ...taken_back])],
  }))
}
