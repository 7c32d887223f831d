import { jobs } from '../../jobs/catalogue.ts'
import { definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type ErasingTools, eraseAccount, notifyErased } from './erasing.service.ts'

export const ownDataHandlers = (
  own: Pick<ErasingTools, 'platform' | 'openSchool'> & { mailer: Mailer },
): JobHandler[] => [
  definePlatformHandler(jobs.eraseAccount, (payload, tools) => eraseAccount(payload, { ...tools, ...own })),
  definePlatformHandler(jobs.notifyErased, (payload, tools) => notifyErased(payload, { ...tools, ...own })),
]
