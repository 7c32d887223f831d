import type { PlatformDb } from '@escola/db'
import type { Signed } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { rememberAddress } from './credentials.service.ts'
import { revokeOtherSessions, setPassword, voidTokensOf } from './sessions.queries.ts'

/**
 * A new password of somebody who is signed in: the one place where they change it themselves. It ends every other session, and what was mailed to choose
 * one; this session goes on. Whoever opens a session with the old password at this moment has it ended or refused: see openSession.
 */
export async function replacePassword(
  db: PlatformDb,
  { actor, ip }: Signed,
  passwordHash: string,
  tools: Pick<Tools, 'config' | 'now'>,
): Promise<void> {
  const now = tools.now()
  await setPassword(db, actor.userId, passwordHash, now)
  await voidTokensOf(db, actor.userId, ['recovery', 'invitation'], now)
  await revokeOtherSessions(db, actor, now)
  await rememberAddress(db, { userId: actor.userId, ip }, tools)
}
