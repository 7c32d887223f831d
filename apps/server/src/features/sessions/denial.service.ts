import type { RouteOutput } from '@escola/contract/route'
import type { sessions } from '@escola/contract/sessions.contract'
import { AppError } from '../../core/app-error.ts'
import type { Call } from '../../core/scope.ts'
import { endPassword } from '../people/user-accounts.service.ts'
import { dropSecondFactor } from '../security/second-factor.service.ts'
import { endPasskey, forgetFactors } from '../security/security.service.ts'
import {
  denials,
  endOpenings,
  findMailedLink,
  forgetAddresses,
  makeRecoveryLink,
  spendLink,
} from './credentials.service.ts'
import type { SignInTools } from './sessions.service.ts'

/**
 * Ends what a user says is not theirs, by the link 'Não fui eu' in their mailbox: an account that was signed up for, a passkey, or a second
 * factor. A thief who added it had the password or a session, so both end too, and their address counts as an outsider's again. What else they
 * added has links of its own, and those go on.
 */
export async function deny(
  call: Call,
  { token }: RouteOutput<typeof sessions.deny>['params'],
  tools: SignInTools,
): Promise<{ recovery: string | null }> {
  const { platform, gate, securityLog } = tools
  const { userId, ended, recovery } = await platform.withPlatform(async (db) => {
    const link = await findMailedLink(db, token, denials, tools)
    if (!link) throw new AppError('invalid_token')
    if (link.used) throw new AppError('link_used')
    const { user_id: userId, purpose, passkey_id: passkeyId } = link
    await spendLink(db, token, tools)
    await endPassword(db, userId)
    if (purpose === 'passkey_denial' && passkeyId) await endPasskey(db, userId, passkeyId)
    if (purpose === 'second_factor_denial') await dropSecondFactor(db, userId)
    await forgetAddresses(db, userId)
    if (purpose === 'sign_up_denial') {
      await forgetFactors(db, userId)
      return { userId, ended: await endOpenings(db, { userId }, tools), recovery: null }
    }
    const ended = await endOpenings(db, { userId, keepsDenials: true }, tools)
    return { userId, ended, recovery: await makeRecoveryLink(db, userId, tools) }
  })
  for (const { id } of ended) gate.forget(id)
  securityLog.record('addition_denied', call, { userId })
  return { recovery }
}
