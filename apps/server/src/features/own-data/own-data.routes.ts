import { ownData } from '@escola/contract/own-data.contract'
import type { SecurityLog } from '../../core/security-events.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { askDeletion, showDeletion, takeDeletionBack } from './deletion.service.ts'

export const ownDataRoutes = (mount: Mount, tools: PlatformTools & { securityLog: SecurityLog }) => {
  const { securityLog: log } = tools
  mount(ownData.deletion, (scope) => showDeletion(scope, tools))
  mount(ownData.askDeletion, (scope) => log.noteDone('deletion_asked', scope, askDeletion(scope, tools)))
  mount(ownData.takeDeletionBack, (scope) => log.noteDone('deletion_taken_back', scope, takeDeletionBack(scope, tools)))
}
