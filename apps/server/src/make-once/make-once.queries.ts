import { type SchoolDb, type Statement, writeLast } from '@escola/db'

export interface MakingKey {
  userId: string
  kind: string
  key: string
}

interface Made {
  /** The thing that was made, as JSON. */
  made: unknown
  /** Hash of what was sent for it; null where nothing was. */
  sentHash: string | null
}

/**
 * Waits until no other call makes a thing under this key.
 * @returns whether the key is new
 */
export async function takeKey(
  db: SchoolDb,
  { userId, kind, key }: MakingKey,
  { sentHash, now }: { sentHash: string | undefined; now: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, kind, key, sent_hash: sentHash ?? null, utc_created_on: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export const getMade = (db: SchoolDb, { userId, kind, key }: MakingKey): Promise<Made> =>
  db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .select(['made', 'sent_hash as sentHash'])
    .executeTakeFirstOrThrow()

/** Queues what was made under a key, which is sent in one packet with the commit. */
export const queueMade = (db: SchoolDb, { userId, kind, key }: MakingKey, made: unknown) =>
  writeLast(db, { statement: keepStatement, values: [userId, kind, key, JSON.stringify(made)] })
const keepStatement: Statement = {
  name: 'keep_made',
  text: `
    update idempotency_keys set made = $5::jsonb
    where school_id = $1::bigint and user_id = $2::bigint and kind = $3::text and key = $4::text`,
}

export const deleteKeysBefore = async (db: SchoolDb, moment: Date): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('utc_created_on', '<', moment).execute()
}
