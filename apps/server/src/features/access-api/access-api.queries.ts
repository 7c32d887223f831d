import { dayMs } from '@escola/contract/durations'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { isOfTeam } from '../../team/conditions.queries.ts'

export const findSchool = (db: SchoolDb) =>
  db.selectFrom('schools').select(['is_blocked', 'has_api']).executeTakeFirstOrThrow()

const keys = (db: SchoolDb) => db.selectFrom('access_api_keys').select(['key', 'sealed_secret', 'utc_created_on'])

export const findKey = (db: SchoolDb) => keys(db).executeTakeFirst()
export type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** Holds the key until the transaction ends: a call that generates another waits, and then takes back what was given meanwhile. */
export const holdKey = (db: SchoolDb) => keys(db).forShare().executeTakeFirst()

/** Replaces the key and removes the hashes and tokens that were given for the old one, so that none of them opens anything, and the tokens that it signed. */
export async function replaceKey(db: SchoolDb, row: { key: string; sealed_secret: string; utc_created_on: Date }) {
  await db
    .insertInto('access_api_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('access_api_hashes').execute()
  await db.deleteFrom('access_api_tokens').execute()
  await db.deleteFrom('access_api_signatures').execute()
}

/**
 * Records that a known token was used again; its row is written at most once a day.
 * @returns its first use; undefined of a token that is not known yet
 */
export async function recordUse(db: SchoolDb, tokenHash: string, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('access_api_signatures')
    .where('token_hash', '=', tokenHash)
    .select(['utc_first_used_on', 'utc_last_used_on'])
    .executeTakeFirst()
  const dayAgo = new Date(now.getTime() - dayMs)
  if (row && row.utc_last_used_on <= dayAgo)
    await db
      .updateTable('access_api_signatures')
      .set({ utc_last_used_on: now })
      .where('token_hash', '=', tokenHash)
      .where('utc_last_used_on', '<=', dayAgo)
      .execute()
  return row?.utc_first_used_on
}

/** Counts the school's tokens without `exp`, up to a limit. */
export async function countSignatures(db: SchoolDb, limit: number): Promise<number> {
  const rows = await db.selectFrom('access_api_signatures').select('token_hash').limit(limit).execute()
  return rows.length
}

/** Two first calls at the same moment leave one row. */
export const insertSignature = (db: SchoolDb, tokenHash: string, now: Date) =>
  db
    .insertInto('access_api_signatures')
    .values({ token_hash: tokenHash, utc_first_used_on: now, utc_last_used_on: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'token_hash']).doNothing())
    .execute()

/** Finds the first use of the oldest token without `exp` that is still in use. */
export const findOldestUse = async (db: SchoolDb, usedSince: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('access_api_signatures')
      .select('utc_first_used_on')
      .where('utc_last_used_on', '>', usedSince)
      .orderBy('utc_first_used_on')
      .limit(1)
      .executeTakeFirst()
  )?.utc_first_used_on

export const deleteTokensOf = (db: SchoolDb, userId: string) =>
  db.deleteFrom('access_api_tokens').where('user_id', '=', userId).execute()

export const listIntegrations = (db: SchoolDb) =>
  db
    .selectFrom('access_api_integrations as i')
    .innerJoin('cohorts as h', (join) =>
      join.onRef('h.school_id', '=', 'i.school_id').onRef('h.id', '=', 'i.cohort_id'),
    )
    .select(['i.id', 'i.hash', 'h.title as integration_title', 'h.id as school_gateway_id', 'i.is_single_use'])
    .orderBy('h.title')
    .orderBy('i.id')
    .execute()

/** A class that has an integration keeps it, with the hash that other systems know; a choice that is named replaces the previous one. */
export const saveIntegration = (
  db: SchoolDb,
  {
    is_single_use,
    ...row
  }: { cohort_id: string; hash: string; utc_created_on: Date; is_single_use?: boolean | undefined },
) =>
  db
    .insertInto('access_api_integrations')
    .values({ ...row, is_single_use: is_single_use ?? false })
    .onConflict((conflict) => {
      const known = conflict.columns(['school_id', 'cohort_id'])
      return is_single_use === undefined ? known.doNothing() : known.doUpdateSet({ is_single_use })
    })
    .execute()

export const deleteIntegration = (db: SchoolDb, id: string) =>
  db.deleteFrom('access_api_integrations').where('id', '=', id).returning('id').executeTakeFirst()

/** Finds the integration of a hash; without a hash, the first two integrations, which show whether there are several. */
export const findIntegrations = (db: SchoolDb, hash: string | undefined) =>
  db
    .selectFrom('access_api_integrations')
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash!))
    .select('id')
    .limit(2)
    .execute()

interface Kept {
  token_hash: string
  utc_expires_on: Date
}

/** An expired hash is deleted when another one comes. */
export async function insertHash(db: SchoolDb, row: Kept & { integration_id: string }, now: Date) {
  await db.insertInto('access_api_hashes').values(row).execute()
  await db.deleteFrom('access_api_hashes').where('utc_expires_on', '<=', now).execute()
}

/** Finds the class that the hash enrolls into, and the kind of its links. */
export const findIntegrationOfHash = (db: SchoolDb, tokenHash: string, now: Date) =>
  db
    .selectFrom('access_api_hashes as k')
    .innerJoin('access_api_integrations as i', (join) =>
      join.onRef('i.school_id', '=', 'k.school_id').onRef('i.id', '=', 'k.integration_id'),
    )
    .where('k.token_hash', '=', tokenHash)
    .where('k.utc_expires_on', '>', now)
    .select(['i.cohort_id', 'i.is_single_use'])
    .executeTakeFirst()

/**
 * Holds the hash: a call that takes it back waits until the transaction ends.
 * @returns false when it was taken back before
 */
export const holdHash = async (db: SchoolDb, tokenHash: string): Promise<boolean> =>
  (await db
    .selectFrom('access_api_hashes')
    .where('token_hash', '=', tokenHash)
    .select('integration_id')
    .forShare()
    .executeTakeFirst()) !== undefined

/** Inserts a token and deletes tokens that expired a day ago. Until then the answer to an expired token says that it was used. */
export async function insertToken(
  db: SchoolDb,
  row: Kept & { user_id: string; is_single_use: boolean },
  { deletedBefore }: { deletedBefore: Date },
) {
  await db.insertInto('access_api_tokens').values(row).execute()
  await db.deleteFrom('access_api_tokens').where('utc_expires_on', '<=', deletedBefore).execute()
}

export interface TokenPlace {
  schoolId: string
  hash: string
  now: Date
}

/**
 * Finds the student whom another system has enrolled, and holds their roles as they are until the transaction ends. A token that is good once is
 * found after its use, too, and so is that of a student who was merged into another: its student is told.
 */
export const holdToken = async (db: PlatformDb, { schoolId, hash, now }: TokenPlace) =>
  db
    .selectFrom('access_api_tokens as t')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.school_id', '=', 't.school_id').onRef('m.user_id', '=', 't.user_id'),
    )
    .where('t.school_id', '=', schoolId)
    .where('t.token_hash', '=', hash)
    .where((is) => is.or([is('t.utc_expires_on', '>', now), is('t.utc_used_on', 'is not', null)]))
    .where((is) => is.not(isOfTeam('m')))
    .where((is) => is.or([is('m.is_student', '=', true), is('m.merged_into', 'is not', null)]))
    .select(['m.user_id', 'm.merged_into', 't.is_single_use', 't.utc_used_on'])
    .forShare('m')
    .executeTakeFirst()

/**
 * Spends a token that is good once. Of two calls at the same moment the second waits for the first.
 * @returns false when it was spent before
 */
export const spendToken = async (db: PlatformDb, { schoolId, hash, now }: TokenPlace): Promise<boolean> =>
  (await db
    .updateTable('access_api_tokens')
    .set({ utc_used_on: now })
    .where('school_id', '=', schoolId)
    .where('token_hash', '=', hash)
    .where('utc_used_on', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()) !== undefined
