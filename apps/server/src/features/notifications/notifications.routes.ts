import { notifications } from '@escola/contract/notifications.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { listMine, readMine } from './notifications.service.ts'

export const notificationRoutes = (mount: Mount, tools: Tools) => {
  mount(notifications.list, (school, { query }) => listMine(school, query))
  mount(notifications.read, (school, { body }) => readMine(school, body, tools))
}
