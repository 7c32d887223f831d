import type { JsonWebKey } from 'node:crypto'
import type { PlatformDb } from '@escola/db'

export interface KeyPair {
  id: string
  kid: string
  publicJwk: JsonWebKey
  sealedPrivateKey: string
}

export const findSigningKey = (db: PlatformDb) =>
  db
    .selectFrom('credential_keys')
    .select(['id', 'kid', 'sealed_private_key'])
    .where('sealed_private_key', 'is not', null)
    .$narrowType<{ sealed_private_key: string }>()
    .executeTakeFirst()

/** One key signs at a time: while there is one, nothing is written. */
export async function insertKey(db: PlatformDb, { id, kid, publicJwk, sealedPrivateKey }: KeyPair, now: Date) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('credential_keys')
    .values({
      id,
      kid,
      public_jwk: JSON.stringify(publicJwk),
      sealed_private_key: sealedPrivateKey,
      utc_created_on: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Destroys the private half of the key that signs. */
export const retireKey = (db: PlatformDb, now: Date) =>
  db
    .updateTable('credential_keys')
    .set({ sealed_private_key: null, utc_retired_on: now })
    .where('sealed_private_key', 'is not', null)
    .execute()

export const listPublicKeys = (db: PlatformDb) =>
  db.selectFrom('credential_keys').select(['id', 'kid', 'public_jwk']).orderBy('utc_created_on', 'desc').execute()
