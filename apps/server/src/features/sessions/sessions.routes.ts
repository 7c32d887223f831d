import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import type { Mount } from '../../http/mount.ts'
import { askPasskey } from '../security/passkeys.service.ts'
import { deny } from './denial.service.ts'
import { endDevice, endOtherDevices, showDevices } from './devices.service.ts'
import { requestRecovery, resendActivation, resendOwnActivation } from './mail-requests.service.ts'
import { setNewPassword } from './new-password.service.ts'
import { prove } from './prove.service.ts'
import { getMailedLink, type SignInTools, signOut } from './sessions.service.ts'
import { signIn, signInByCode, signInByPasskey, signInByToken } from './sign-in.service.ts'
import { skipSecondFactor } from './skip-factor.service.ts'

export const sessionRoutes = (mount: Mount, tools: SignInTools) => {
  const { securityLog: log } = tools
  mount(sessions.signIn, (visit, { body }) => signIn(visit, body, tools))
  mount(sessions.signInByCode, (visit, { body }) => signInByCode(visit, body, tools))
  mount(sessions.signInByToken, (visit, { body }) => signInByToken(visit, body, tools))
  mount(sessions.askPasskey, () => askPasskey(tools))
  mount(sessions.signInByPasskey, (visit, { body }) => signInByPasskey(visit, body, tools))
  mount(sessions.prove, (scope, { body }) => log.recordSuccess('proof_given', scope, prove(scope, body, tools)))
  mount(security.skipSecondFactor, (scope) => skipSecondFactor(scope, tools))
  mount(sessions.devices, (scope) => showDevices(scope, tools))
  mount(sessions.endDevice, (scope, { params }) =>
    log.recordSuccess('sessions_ended', scope, endDevice(scope, params.id, tools)),
  )
  mount(sessions.endOtherDevices, (scope) => log.recordSuccess('sessions_ended', scope, endOtherDevices(scope, tools)))
  mount(sessions.signOut, (visit) => log.recordSuccess('sign_out', visit, signOut(visit, tools)))
  mount(sessions.resendActivation, (visit, { body }) => resendActivation(visit, body, tools))
  mount(sessions.resendOwnActivation, (visit, { body }) => resendOwnActivation(visit, body, tools))
  mount(sessions.requestRecovery, (visit, { body }) => requestRecovery(visit, body, tools))
  mount(sessions.mailedLink, (_, { params }) => getMailedLink(params.token, tools))
  mount(sessions.deny, (visit, { params }) => deny(visit, params, tools))
  mount(sessions.setNewPassword, (visit, { params, body }) =>
    setNewPassword(visit, { ...body, token: params.token }, tools),
  )
}
