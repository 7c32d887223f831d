import { minuteMs } from '@escola/contract/durations'
import { securityLimits } from '@escola/contract/limits'
import type { PlatformDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { hashToken } from '../../security/signatures.ts'
import {
  deleteTokensOf,
  findOneTimeToken,
  insertOneTimeToken,
  type OneTimeToken,
  takeOneTimeToken,
} from './one-time-tokens.queries.ts'

/** Keeps the purpose of a token; its bearer goes on within the next minutes. */
export async function keepToken(db: PlatformDb, token: string, of: OneTimeToken, { now }: Clock) {
  const expiresOn = new Date(now().getTime() + securityLimits.challengeMinutes * minuteMs)
  await insertOneTimeToken(db, { ...of, token_hash: hashToken(token), utc_expires_on: expiresOn }, now())
}

export const readToken = (db: PlatformDb, token: string, purpose: OneTimeToken['purpose'], { now }: Clock) =>
  findOneTimeToken(db, { hash: hashToken(token), purpose, now: now() })

/** Spends a token. It stays spent whatever the caller does next, unless the transaction is rolled back. */
export const spendToken = (db: PlatformDb, token: string, purpose: OneTimeToken['purpose'], { now }: Clock) =>
  takeOneTimeToken(db, { hash: hashToken(token), purpose, now: now() })

/** Voids the person's one-time tokens, so that half-done sign-ins cannot be finished. */
export const voidTokens = (db: PlatformDb, userId: string) => deleteTokensOf(db, userId)
