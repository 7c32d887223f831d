import { undeliveredMails } from '@escola/contract/undelivered-mails.contract'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { listPlatformMails, sendPlatformMailAgain } from './platform-mails.service.ts'
import { listUndelivered, sendAccountMailAgain, sendAgain } from './undelivered.service.ts'

export const undeliveredMailRoutes = (mount: Mount, tools: PlatformTools & { openSchool(id: string): School }) => {
  mount(undeliveredMails.list, (school, { query }) => listUndelivered(school, query, tools))
  mount(undeliveredMails.sendAgain, (school, { params }) => sendAgain(school, params.id, tools))
  mount(undeliveredMails.listOfPlatform, (_, { query }) => listPlatformMails(query, tools))
  mount(undeliveredMails.sendPlatformMailAgain, (_, { params }) => {
    const write = (school: School, messageId: string) => sendAccountMailAgain(school, messageId, tools)
    return sendPlatformMailAgain(params.id, { ...tools, write })
  })
}
