import type { PlatformDb } from '@escola/db'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { voidTokens } from './one-time-tokens.service.ts'
import { deletePasskeysOf, listPasskeys } from './passkeys.queries.ts'
import { passkeyHostOf, toWire } from './passkeys.service.ts'
import { countCodes, deleteSecondFactor, findSecondFactor } from './second-factor.queries.ts'

export async function showSecurity(scope: Signed, { platform, config }: PlatformTools) {
  requireOwnSession(scope)
  const { userId } = scope.actor
  return platform.withPlatform(async (db) => ({
    security: {
      secondFactor: {
        utc_on: (await findSecondFactor(db, userId))?.utc_confirmed_on?.toISOString() ?? null,
        codesLeft: await countCodes(db, userId),
      },
      passkeys: (await listPasskeys(db, userId)).map(toWire),
      passkeyHost: passkeyHostOf(config),
    },
  }))
}

/**
 * Forgets all passkeys, and a second factor that was turned on since a moment: a thief may have added them. One that stood before stays, so that a
 * mailbox alone is no way round it.
 */
export async function forgetFactorsSince(db: PlatformDb, userId: string, since: Date): Promise<void> {
  const confirmedOn = (await findSecondFactor(db, userId))?.utc_confirmed_on
  if (!confirmedOn || confirmedOn >= since) await deleteSecondFactor(db, userId)
  await deletePasskeysOf(db, userId)
  await voidTokens(db, userId)
}

/** Deletes the person's second factor, passkeys and one-time tokens. */
export async function forgetFactors(db: PlatformDb, userId: string): Promise<void> {
  await deleteSecondFactor(db, userId)
  await deletePasskeysOf(db, userId)
  await voidTokens(db, userId)
}
