import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Locks the user until the transaction ends, before any of their changes: two calls about one user wait for each other. */
export const lockUser = (db: PlatformDb, userId: string) =>
  db.selectFrom('users').where('id', '=', userId).select(['email', 'name']).forNoKeyUpdate().executeTakeFirstOrThrow()

export const findName = async (db: PlatformDb, userId: string): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', userId).select('name').executeTakeFirstOrThrow()).name

/** Finds whose an e-mail is; ownFormer: it is one that this user had some days ago. */
export async function findHolder(db: PlatformDb, email: string, userId: string) {
  const row = await db.selectFrom('users').where('email', '=', email).select(['id', 'former_of']).executeTakeFirst()
  return row && { isOwnFormer: row.former_of === userId }
}

export const hasDeletion = async (db: PlatformDb, userId: string): Promise<boolean> =>
  (await db.selectFrom('account_deletions').where('user_id', '=', userId).select('user_id').executeTakeFirst()) !==
  undefined

const columns = [
  'id',
  'user_id',
  'old_email',
  'new_email',
  'device',
  'wrong_codes',
  'utc_asked_on',
  'utc_changed_on',
  'utc_undo_until',
  'utc_ended_on',
] as const

export const findChange = (db: PlatformDb, id: string) =>
  db.selectFrom('email_changes').where('id', '=', id).select(columns).executeTakeFirst()
export type EmailChange = NonNullable<Awaited<ReturnType<typeof findChange>>>

/** The change that waits for its code. */
export const findAsked = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('utc_changed_on', 'is', null)
    .select(columns)
    .executeTakeFirst()

export async function replaceAsked(
  db: PlatformDb,
  row: { user_id: string; new_email: string; device: string; utc_asked_on: Date },
): Promise<string> {
  await deleteAsked(db, row.user_id)
  return (await db.insertInto('email_changes').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const deleteAsked = (db: PlatformDb, userId: string) =>
  db.deleteFrom('email_changes').where('user_id', '=', userId).where('utc_changed_on', 'is', null).execute()

export const countWrongCode = (db: PlatformDb, id: string) =>
  db.updateTable('email_changes').set({ wrong_codes: sql`wrong_codes + 1` }).where('id', '=', id).execute()

export const markChanged = (
  db: PlatformDb,
  id: string,
  row: { old_email: string; device: string; utc_changed_on: Date; utc_undo_until: Date | null; utc_ended_on?: Date },
) => db.updateTable('email_changes').set(row).where('id', '=', id).execute()

/** Changes that the old mailbox may undo still, the oldest first. */
export const listOpen = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('utc_changed_on', 'is not', null)
    .where('utc_ended_on', 'is', null)
    .select(columns)
    .orderBy('id')
    .execute()

/** @returns those that had not ended */
export const endChanges = (db: PlatformDb, ids: string[], now: Date) =>
  db
    .updateTable('email_changes')
    .set({ utc_ended_on: now })
    .where('id', 'in', ids)
    .where('utc_ended_on', 'is', null)
    .returning(['user_id', 'old_email'])
    .execute()

export const deleteChanges = (db: PlatformDb, userId: string) =>
  db.deleteFrom('email_changes').where('user_id', '=', userId).execute()

export const listSchools = async (db: PlatformDb, userId: string): Promise<string[]> =>
  (await db.selectFrom('person_schools').where('user_id', '=', userId).select('school_id').execute()).map(
    (row) => row.school_id,
  )

/** The e-mail by which the school knows the member at this moment. */
export async function findMemberEmail(db: SchoolDb, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from memberships where school_id = ${thisSchool} and user_id = ${userId} for share`.execute(db)
  return rows[0]?.email
}
