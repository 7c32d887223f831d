import { administrators } from '@escola/contract/administrators.contract'
import type { Mount } from '../../http/mount.ts'
import {
  type AdministratorTools,
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from './administrators.service.ts'

export const administratorRoutes = (mount: Mount, tools: AdministratorTools) => {
  mount(administrators.list, (school, { query }) => listAdministrators(school, query))
  mount(administrators.add, (school, { body }) => addAdministrator(school, body, tools))
  mount(administrators.remove, (school, { body }) => removeAdministrator(school, body, tools))
}
