import type { PlatformDb } from '@escola/db'

export const listPasskeys = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'transports', 'utc_created_on', 'utc_used_on'])
    .orderBy('utc_created_on')
    .orderBy('id')
    .execute()

export const findPasskey = (db: PlatformDb, id: string) =>
  db
    .selectFrom('passkeys')
    .where('id', '=', id)
    .select(['id', 'user_id', 'public_key', 'sign_count', 'transports'])
    .executeTakeFirst()

interface NewPasskey {
  id: string
  user_id: string
  name: string
  public_key: string
  sign_count: string
  transports: string[]
  utc_created_on: Date
}

/** @returns undefined when a person has it already */
export const insertPasskey = (db: PlatformDb, row: NewPasskey) =>
  db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'name', 'utc_created_on', 'utc_used_on'])
    .executeTakeFirst()

/** @returns false when it was removed meanwhile */
export const recordPasskeyUse = async (
  db: PlatformDb,
  { id, count, now }: { id: string; count: number; now: Date },
): Promise<boolean> =>
  (await db
    .updateTable('passkeys')
    .set({ sign_count: String(count), utc_used_on: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deletePasskey = async (db: PlatformDb, userId: string, id: string): Promise<boolean> =>
  (await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** @returns those that are deleted */
export const deletePasskeysOf = (db: PlatformDb, userId: string, { except = [] }: { except?: string[] } = {}) =>
  db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .returning('id')
    .execute()
