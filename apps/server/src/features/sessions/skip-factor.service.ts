import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import { maySkipFactor } from '../../core/may-skip-factor.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import { isDemonstration, skipFactor } from './devices.queries.ts'
import type { SignInTools } from './sessions.service.ts'

/** The demonstration's platform administrator goes on without a second factor until the session ends. */
export async function skipSecondFactor(scope: Signed, { platform, config, gate }: SignInTools) {
  requireOwnSession(scope)
  const { userId, sessionId } = scope.actor
  await platform.withPlatform(async (db) => {
    const is_demonstration = await isDemonstration(db, userId)
    if (!maySkipFactor(config, { is_demonstration })) throw new AppError('second_factor_required')
    await skipFactor(db, sessionId)
  })
  gate.forget(sessionId)
  return done
}
