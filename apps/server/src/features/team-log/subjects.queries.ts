import type { SchoolDb } from '@escola/db'

export type PersonColumn = 'user_id' | 'link' | 'email'
export type TitledTable =
  | 'courses'
  | 'lessons'
  | 'cohorts'
  | 'certificate_templates'
  | 'sales_accounts'
  | 'affiliate_plans'

export const findPerson = async (db: SchoolDb, column: PersonColumn, value: string): Promise<string | undefined> =>
  (await db.selectFrom('memberships').where(column, '=', value).select('user_id').executeTakeFirst())?.user_id

/** Only courses and lessons have links. */
export async function findTitle(
  db: SchoolDb,
  table: TitledTable,
  column: 'id' | 'link',
  value: string,
): Promise<{ id: string; title: string } | undefined> {
  if (column === 'id') return db.selectFrom(table).where('id', '=', value).select(['id', 'title']).executeTakeFirst()
  const linked = table as 'courses' | 'lessons'
  return db.selectFrom(linked).where('link', '=', value).select(['id', 'title']).executeTakeFirst()
}

export const findAsker = async (db: SchoolDb, threadId: string): Promise<string | undefined> =>
  (await db.selectFrom('threads').where('id', '=', threadId).select('user_id').executeTakeFirst())?.user_id

export const findExaminee = async (db: SchoolDb, attemptId: string): Promise<string | undefined> =>
  (await db.selectFrom('exam_attempts').where('id', '=', attemptId).select('user_id').executeTakeFirst())?.user_id

export const findHolder = async (db: SchoolDb, certificateId: string): Promise<string | undefined> =>
  (await db.selectFrom('certificates').where('id', '=', certificateId).select('user_id').executeTakeFirst())?.user_id ??
  undefined
