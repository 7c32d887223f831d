import { today } from '@escola/contract/today.contract'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { openToday } from './today.service.ts'

export const todayRoutes = (mount: Mount, tools: PlatformTools) => {
  mount(today.get, (school) => openToday(school, tools))
}
