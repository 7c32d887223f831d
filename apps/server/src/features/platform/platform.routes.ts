import { platform } from '@escola/contract/platform.contract'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { listSchools, readAuditLog } from './platform.service.ts'

export const platformRoutes = (mount: Mount, tools: PlatformTools) => {
  mount(platform.schools, (visit, { query }) => listSchools(visit, query, tools))
  mount(platform.auditLog, (school, { query }) => readAuditLog(school, query))
}
