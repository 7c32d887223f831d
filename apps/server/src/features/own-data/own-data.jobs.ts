import { jobs } from '../../jobs/catalogue.ts'
import { definePlatformHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type ErasingTools, eraseAccount, notifyOfErasure } from './erasing.service.ts'

export const ownDataHandlers = (
  own: Pick<ErasingTools, 'platform' | 'openSchool' | 'lifecycle'> & { mailer: Mailer },
): JobHandler[] => [
  definePlatformHandler(jobs.eraseAccount, (payload, tools) => eraseAccount(payload, { ...tools, ...own })),
  definePlatformHandler(jobs.notifyOfErasure, (payload, tools) => notifyOfErasure(payload, { ...tools, ...own })),
]
