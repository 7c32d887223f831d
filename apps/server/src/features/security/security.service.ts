import type { Recovery } from '@escola/contract/sessions.contract'
import type { PlatformDb } from '@escola/db'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { voidTokens } from './one-time-tokens.service.ts'
import { deletePasskey, deletePasskeysOf, listPasskeys } from './passkeys.queries.ts'
import { passkeyHostOf, toWire } from './passkeys.service.ts'
import { countCodes, deleteSecondFactor, findSecondFactor } from './second-factor.queries.ts'
import { hasSecondFactor } from './second-factor.service.ts'

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

/** Lists what stands beside the password of an account, for a user who has proven their mailbox. */
export const describeRecovery = async (db: PlatformDb, userId: string): Promise<Recovery> =>
  (await hasSecondFactor(db, userId))
    ? { asksCode: true, passkeys: [] }
    : { asksCode: false, passkeys: (await listPasskeys(db, userId)).map(toWire) }

/** Ends the passkeys of an account but for those that their user keeps. @returns those that ended */
export const endPasskeys = (db: PlatformDb, userId: string, kept: string[]) =>
  deletePasskeysOf(db, userId, { except: kept })

/** Ends one passkey, which may be gone by then. */
export const endPasskey = async (db: PlatformDb, userId: string, id: string): Promise<void> =>
  void (await deletePasskey(db, userId, id))

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
