import { sessions } from '@escola/contract/sessions.contract'
import type { Mount } from '../../http/mount.ts'
import {
  getMailedLink,
  requestRecovery,
  resendActivation,
  resendOwnActivation,
  type SignInTools,
  setNewPassword,
  signIn,
  signOut,
} from './sessions.service.ts'

export const sessionRoutes = (mount: Mount, tools: SignInTools) => {
  mount(sessions.signIn, (visit, { body }) => signIn(visit, body, tools))
  mount(sessions.signOut, (visit) => signOut(visit, tools))
  mount(sessions.resendActivation, (visit, { body }) => resendActivation(visit, body, tools))
  mount(sessions.resendOwnActivation, (visit, { body }) => resendOwnActivation(visit, body, tools))
  mount(sessions.requestRecovery, (visit, { body }) => requestRecovery(visit, body, tools))
  mount(sessions.mailedLink, (_, { params }) => getMailedLink(params.token, tools))
  mount(sessions.setNewPassword, (visit, { params, body }) =>
    setNewPassword(visit, { token: params.token, password: body.password }, tools),
  )
}
