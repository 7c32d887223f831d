import type { PlatformDb } from '@escola/db'

export interface OneTimeToken {
  purpose: 'second_factor' | 'new_passkey' | 'passkey'
  /** Owner of the token; null while the user is not known. */
  user_id: string | null
  session_school_id: string | null
}

/** Tokens that are out of date go when another comes. */
export async function insertOneTimeToken(
  db: PlatformDb,
  row: OneTimeToken & { token_hash: string; utc_expires_on: Date },
  now: Date,
) {
  await db.deleteFrom('one_time_tokens').where('utc_expires_on', '<', now).execute()
  await db.insertInto('one_time_tokens').values(row).execute()
}

export const findOneTimeToken = (
  db: PlatformDb,
  { hash, purpose, now }: { hash: string; purpose: OneTimeToken['purpose']; now: Date },
) =>
  db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('utc_expires_on', '>', now)
    .select(['user_id', 'session_school_id'])
    .executeTakeFirst()

/** Deletes and returns a token: of two callers with the same token, one gets it. */
export const takeOneTimeToken = (
  db: PlatformDb,
  { hash, purpose, now }: { hash: string; purpose: OneTimeToken['purpose']; now: Date },
) =>
  db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('utc_expires_on', '>', now)
    .returning(['user_id', 'session_school_id'])
    .executeTakeFirst()

export const deleteTokensOf = (db: PlatformDb, userId: string) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
