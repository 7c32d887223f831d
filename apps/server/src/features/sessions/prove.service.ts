import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import { requireOwnSession } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import { checkPasskey } from '../security/passkeys.service.ts'
import { recordProof } from './devices.queries.ts'
import { findPersonById } from './sessions.queries.ts'
import type { SignInTools } from './sessions.service.ts'
import { requireCode, requireOwnPassword } from './sign-in.service.ts'

/** A signed-in person proves again who they are: dangerous changes are allowed for some minutes. */
export async function prove(scope: Signed, proof: RouteOutput<typeof sessions.prove>['body'], tools: SignInTools) {
  requireOwnSession(scope)
  const { userId, sessionId } = scope.actor
  const { platform, gate, now } = tools
  if ('password' in proof) {
    const { email } = await platform.withPlatform((db) => findPersonById(db, userId))
    await requireOwnPassword(scope, { email, password: proof.password }, tools)
  } else if ('code' in proof) {
    await requireCode(scope, { userId, code: proof.code }, tools)
  } else {
    const checkOwn = async () => {
      const shown = await checkPasskey(proof.passkey, tools)
      if (shown.userId !== userId) throw new AppError('passkey_refused')
      return shown
    }
    const shown = await tools.securityLog.recordRefusal('proof_failed', scope, checkOwn(), { userId })
    await platform.withPlatform(shown.recordUse)
  }
  await platform.withPlatform((db) => recordProof(db, sessionId, { byFactor: !('password' in proof), now: now() }))
  // The gate's memory of the session is older than the proof.
  gate.forget(sessionId)
  return done
}
