import { accounts } from '@escola/contract/accounts.contract'
import type { Mount } from '../../http/mount.ts'
import {
  type AccountTools,
  acceptInvitation,
  activate,
  chooseDarkMode,
  correctEmail,
  getInvited,
  signUpOwner,
  signUpStudent,
} from './accounts.service.ts'
import { enterSchool } from './joining.service.ts'
import { createSchool } from './own-school.service.ts'

export const accountRoutes = (mount: Mount, tools: AccountTools) => {
  mount(accounts.signUpOwner, (_, { body }) => signUpOwner(body, tools))
  mount(accounts.createSchool, (visit, { body }) => createSchool(visit, body, tools))
  mount(accounts.signUpStudent, (school, { body }) => signUpStudent(school, body, tools))
  mount(accounts.joinSchool, (school) => enterSchool(school, tools))
  mount(accounts.correctEmail, (visit, { body }) => correctEmail(visit, body, tools))
  mount(accounts.activate, (visit, { params }) => activate(visit, params.token, tools))
  mount(accounts.userByToken, (_, { params }) => getInvited(params.token, tools))
  mount(accounts.acceptInvitation, (visit, { params, body }) =>
    acceptInvitation(visit, { ...body, token: params.token }, tools),
  )
  mount(accounts.setDarkMode, (visit, { body }) => chooseDarkMode(visit, body, tools))
}
