import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

export const findSecondFactor = (db: PlatformDb, userId: string) =>
  db
    .selectFrom('second_factors')
    .where('user_id', '=', userId)
    .select(['sealed_secret', 'utc_confirmed_on'])
    .executeTakeFirst()

/**
 * An offered secret that was not confirmed gives way.
 * @returns false when there is one that counts
 */
export const offerSecret = async (
  db: PlatformDb,
  row: { user_id: string; sealed_secret: string; utc_created_on: Date },
): Promise<boolean> =>
  (await db
    .insertInto('second_factors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: row.sealed_secret, utc_created_on: row.utc_created_on, last_step: '0' })
        .where('second_factors.utc_confirmed_on', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()) !== undefined

/** Marks the time step of a code as used. A step that was used before, and each earlier one, is refused. @returns false when it was taken */
export const takeStep = async (db: PlatformDb, userId: string, step: number): Promise<boolean> =>
  (await db
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const confirmSecret = (db: PlatformDb, userId: string, now: Date) =>
  db.updateTable('second_factors').set({ utc_confirmed_on: now }).where('user_id', '=', userId).execute()

export async function deleteSecondFactor(db: PlatformDb, userId: string) {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function replaceCodes(db: PlatformDb, userId: string, hashes: string[]) {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** @returns false when there is no such code, or it was used */
export const takeRecoveryCode = async (db: PlatformDb, userId: string, hash: string): Promise<boolean> =>
  (await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const countCodes = async (db: PlatformDb, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('recovery_codes')
      .where('user_id', '=', userId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const findEmail = async (db: PlatformDb, userId: string) =>
  db.selectFrom('users').where('id', '=', userId).select(['email', 'name']).executeTakeFirstOrThrow()
