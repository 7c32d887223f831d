import type { PlatformDb, SchoolDb } from '@escola/db'
import { sql } from 'kysely'

export interface Deletion {
  utc_asked_on: Date
  utc_due_on: Date
}

export const findDeletion = (db: PlatformDb, userId: string): Promise<Deletion | undefined> =>
  selectDeletion(db, userId).executeTakeFirst()

/** Locks the deletion until the transaction ends, so that it is either taken back or begun. */
export const lockDeletion = (db: PlatformDb, userId: string): Promise<Deletion | undefined> =>
  selectDeletion(db, userId).forUpdate().executeTakeFirst()

const selectDeletion = (db: PlatformDb, userId: string) =>
  db.selectFrom('account_deletions').where('user_id', '=', userId).select(['utc_asked_on', 'utc_due_on'])

/** @returns false when it was asked for before */
export const insertDeletion = async (db: PlatformDb, userId: string, deletion: Deletion): Promise<boolean> =>
  (await db
    .insertInto('account_deletions')
    .values({ user_id: userId, ...deletion })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const postponeDeletion = (db: PlatformDb, userId: string, dueOn: Date) =>
  db.updateTable('account_deletions').set({ utc_due_on: dueOn }).where('user_id', '=', userId).execute()

export const deleteDeletion = (db: PlatformDb, userId: string) =>
  db.deleteFrom('account_deletions').where('user_id', '=', userId).execute()

/** Tells whether a place is an owner's; who administered a school before there were roles is its owner. */
const isOwner = (place: string) =>
  sql`${sql.raw(place)}.is_admin and (${sql.raw(place)}.team_roles is null or 'owner' = any (${sql.raw(place)}.team_roles))`

/** Lists the schools that have no other owner. */
export async function listSchoolsAlone(db: PlatformDb, userId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from person_schools p join schools c on c.id = p.school_id
    where p.user_id = ${userId} and ${isOwner('p')} and not exists (
      select from person_schools o where o.school_id = p.school_id and ${isOwner('o')} and o.user_id <> p.user_id)
    order by c.name, c.id`.execute(db)
  return rows
}

/** Locks the user until the transaction ends. */
export const lockUser = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'name', 'platform_role'])
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Tells whether a mailbox may undo a change of the user's e-mail still. */
export const hasOpenEmailChange = async (db: PlatformDb, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('utc_changed_on', 'is not', null)
    .where('utc_ended_on', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

export const findPlatformRole = async (db: PlatformDb, userId: string): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', userId).select('platform_role').executeTakeFirstOrThrow())
    .platform_role

export const listSchoolIds = async (db: PlatformDb, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('person_schools')
      .where('user_id', '=', userId)
      .select('school_id')
      .orderBy('school_id')
      .execute()
  ).map((row) => row.school_id)

/** Locks the member until the transaction ends. */
export const lockMember = (db: SchoolDb, userId: string) =>
  db.selectFrom('memberships').where('user_id', '=', userId).select(['user_id', 'email']).forUpdate().executeTakeFirst()
