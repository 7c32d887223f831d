import { administrators } from '@escola/contract/administrators.contract'
import type { Mount } from '../../http/mount.ts'
import {
  type AdministratorTools,
  addAdministrator,
  handOver,
  listAdministrators,
  removeAdministrator,
  saveRoles,
} from './administrators.service.ts'

export const administratorRoutes = (mount: Mount, tools: AdministratorTools) => {
  mount(administrators.list, (school, { query }) => listAdministrators(school, query, tools))
  mount(administrators.add, (school, { body }) => addAdministrator(school, body, tools))
  mount(administrators.saveRoles, (school, { body }) => saveRoles(school, body, tools))
  mount(administrators.handOver, (school, { body }) => handOver(school, body, tools))
  mount(administrators.remove, (school, { body }) => removeAdministrator(school, body, tools))
}
