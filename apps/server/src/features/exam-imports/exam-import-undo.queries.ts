import { isUsedIn, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Whether a question `q` was changed since it was added; where it is filed counts. */
const isEdited = sql<boolean>`(q.version > 1 or q.utc_changed_on > q.utc_created_on)`
const isUsed = sql<boolean>`not ${isUsedIn('none')}`

/** Counts the questions of an import that are still there, by what its undo would do with them. */
export async function countImported(db: SchoolDb, importId: string) {
  const { rows } = await sql<{ removing: number; used: number; edited: number }>`
    select count(*) filter (where not is_used and not is_edited)::int as removing, count(*) filter (where is_used)::int as used,
      count(*) filter (where is_edited and not is_used)::int as edited
    from (
      select ${isUsed} as is_used, ${isEdited} as is_edited
      from exam_imported_questions i join exam_questions q on q.school_id = i.school_id and q.id = i.question_id
      where i.school_id = ${thisSchool} and i.import_id = ${importId}::bigint) imported`.execute(db)
  return rows[0]!
}

export const listNextImported = (
  db: SchoolDb,
  importId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ number: number; question_id: string }[]> =>
  db
    .selectFrom('exam_imported_questions')
    .select(['number', 'question_id'])
    .where('import_id', '=', importId)
    .where('number', '>', Number(after))
    .orderBy('number')
    .limit(limit)
    .execute()

/** Locks the questions that no other call holds; one that is held is probably about to be used or changed. */
export async function lockFree(db: SchoolDb, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('exam_questions')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads what keeps each of the locked questions. */
export async function judgeLocked(db: SchoolDb, ids: string[]) {
  const { rows } = await sql<{ id: string; is_used: boolean; is_edited: boolean }>`
    select q.id::text as id, ${isUsed} as is_used, ${isEdited} as is_edited from exam_questions q
    where q.school_id = ${thisSchool} and q.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
