import { accounts } from '@escola/contract/accounts.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import type { SessionTokens } from '../../http/session-token.ts'
import {
  acceptInvitation,
  activate,
  chooseDarkMode,
  getInvited,
  signUpOwner,
  signUpStudent,
} from './accounts.service.ts'

export const accountRoutes = (mount: Mount, tools: Tools, { tokens }: { tokens: SessionTokens }) => {
  mount(accounts.signUpOwner, (_, { body }) => signUpOwner(body, tools))
  mount(accounts.signUpStudent, (school, { body }) => signUpStudent(school, body, tools))
  mount(accounts.activate, (visit, { params }) => activate(visit, params.token, tools))
  mount(accounts.userByToken, (_, { params }) => getInvited(params.token, tools))
  mount(accounts.acceptInvitation, (visit, { params, body }) =>
    acceptInvitation(visit, params.token, body, tools, tokens),
  )
  mount(accounts.setDarkMode, (visit, { body }) => chooseDarkMode(visit, body, tools))
}
