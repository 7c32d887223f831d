import { sessions } from '@escola/contract/sessions.contract'
import type { Tools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import type { Mount } from '../../http/mount.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import {
  requestRecovery,
  resendActivation,
  resendOwnActivation,
  setNewPassword,
  signIn,
  signOut,
} from './sessions.service.ts'
import { SignInAttempts } from './sign-in-attempts.ts'

export const sessionRoutes = (mount: Mount, tools: Tools, { tokens, gate }: { tokens: SessionTokens; gate: Gate }) => {
  const attempts = new SignInAttempts()
  mount(sessions.signIn, (visit, { body }) => signIn(visit, body, tools, { tokens, attempts }))
  mount(sessions.signOut, (visit) => signOut(visit, tools, gate))
  mount(sessions.resendActivation, (_, { body }) => resendActivation(body, tools))
  mount(sessions.resendOwnActivation, (visit, { body }) => resendOwnActivation(visit, body, tools, attempts))
  mount(sessions.requestRecovery, (_, { body }) => requestRecovery(body, tools))
  mount(sessions.setNewPassword, (visit, { params, body }) => setNewPassword(visit, params.token, body, tools))
}
