import { ownData } from '@escola/contract/own-data.contract'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Mount } from '../../http/mount.ts'
import { listAcceptedTexts, openAcceptedText } from './accepted-texts.service.ts'
import { type CopyTools, copyOwnData } from './copying.service.ts'
import { askDeletion, showDeletion, takeDeletionBack } from './deletion.service.ts'

export const ownDataRoutes = (mount: Mount, tools: CopyTools & { securityLog: SecurityLog }) => {
  const { securityLog: log } = tools
  mount(ownData.copy, (scope) => log.recordSuccess('own_data_copied', scope, copyOwnData(scope, tools)))
  mount(ownData.deletion, (scope) => showDeletion(scope, tools))
  mount(ownData.askDeletion, (scope) => log.recordSuccess('deletion_asked', scope, askDeletion(scope, tools)))
  mount(ownData.takeDeletionBack, (scope) =>
    log.recordSuccess('deletion_taken_back', scope, takeDeletionBack(scope, tools)),
  )
  mount(ownData.acceptedTexts, (scope) => listAcceptedTexts(scope, tools))
  mount(ownData.acceptedText, (school, { params, query }) => openAcceptedText(school, { ...params, ...query }, tools))
}
