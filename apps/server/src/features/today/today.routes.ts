import { today } from '@escola/contract/today.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { openToday } from './today.service.ts'

export const todayRoutes = (mount: Mount, tools: Tools) => {
  mount(today.get, (school) => openToday(school, tools))
}
