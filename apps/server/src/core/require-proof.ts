import { minuteMs } from '@escola/contract/durations'
import { securityLimits } from '@escola/contract/limits'
import { AppError } from './app-error.ts'
import type { Signed } from './scope.ts'
import type { Clock } from './tools.ts'

/** Refuses calls about a person's own account, in any school, by a session that one school's administrator could have opened. */
export function requireOwnSession({ actor }: Signed) {
  if (!actor.strong) throw new AppError('school_session_only')
}

/**
 * Refuses dangerous calls at a screen that was left open. The user has proven within the last minutes who they are, by signing in or by
 * POST /user/prove; otherwise the answer says to ask them. A user with a second factor has done so by that factor or a passkey: the password
 * alone is what the factor is there against.
 */
export function requireProof(scope: Signed, { now }: Clock) {
  requireOwnSession(scope)
  const { hasFactor, provenOn, factorProvenOn } = scope.actor
  if (isFresh(hasFactor ? factorProvenOn : provenOn, now())) return
  throw new AppError(hasFactor ? 'factor_proof_needed' : 'proof_needed')
}

/** Tells whether a proof of who the user is still counts. */
const isFresh = (provenOn: Date | null, now: Date): boolean =>
  provenOn !== null && now.getTime() - provenOn.getTime() <= securityLimits.proofMinutes * minuteMs
