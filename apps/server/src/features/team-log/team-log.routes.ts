import { teamLog } from '@escola/contract/team-log.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { exportTeamLog, listTeamLog } from './team-log.service.ts'

export const teamLogRoutes = (mount: Mount, tools: Tools) => {
  mount(teamLog.list, (school, { query }) => listTeamLog(school, query))
  mount(teamLog.exportFile, (school, { query }) => exportTeamLog(school, query, tools))
}
