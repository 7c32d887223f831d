import { securityLimits } from '@escola/contract/limits'
import { AppError } from './app-error.ts'
import type { Signed } from './scope.ts'
import type { Tools } from './tools.ts'

/** For what the person alone may do, wherever they are: a session that one school's administrator could have opened does not. */
export function requireOwnSession({ actor }: Signed) {
  if (!actor.strong) throw new AppError('school_session_only')
}

/**
 * For what is dangerous: whoever sits down at an open screen does not get it. The person has said within the last minutes who they are, by
 * signing in or by POST /user/prove; else the client is told to ask them.
 */
export function requireProof(scope: Signed, { now }: Pick<Tools, 'now'>) {
  requireOwnSession(scope)
  const { provenOn } = scope.actor
  if (!provenOn || now().getTime() - provenOn.getTime() > securityLimits.proofMinutes * 60_000)
    throw new AppError('proof_needed')
}
