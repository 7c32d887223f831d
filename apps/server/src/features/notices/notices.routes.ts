import { notices } from '@escola/contract/notices.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { getSwitches, getSwitchesByLink, saveSwitch, switchOff } from './notices.service.ts'

export const noticeRoutes = (mount: Mount, tools: Tools) => {
  mount(notices.switches, (school) => getSwitches(school))
  mount(notices.save, (school, { body }) => saveSwitch(school, body))
  mount(notices.byLink, (school, { params }) => getSwitchesByLink(school, params.token, tools))
  mount(notices.switchOff, (school, { params, body }) => switchOff(school, { token: params.token, ...body }, tools))
}
