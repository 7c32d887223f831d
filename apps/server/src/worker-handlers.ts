import { forgetOldKeys } from './core/make-once.ts'
import { peopleOf } from './core/people.ts'
import { certificateJobs } from './features/certificates/certificates.jobs.ts'
import { domainJobs } from './features/domains/domains.jobs.ts'
import type { DomainTools } from './features/domains/domains.service.ts'
import { fileJobs } from './features/files/files.jobs.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { learningJobs } from './features/learning/learning.jobs.ts'
import type { DeliveryTools } from './features/messages/delivery.service.ts'
import { messageJobs } from './features/messages/messages.jobs.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { videoJobs } from './features/videos/videos.jobs.ts'
import { fileOwners } from './file-owners.ts'
import { jobs } from './jobs/catalogue.ts'
import { handles, type JobHandler } from './jobs/handlers.ts'

/** Who does each job of the catalogue. */
export const workerHandlers = (
  delivery: Pick<DeliveryTools & DomainTools, 'mailer' | 'platform' | 'dns'>,
): JobHandler[] => [
  ...certificateJobs,
  ...domainJobs(delivery),
  ...fileJobs(fileOwners),
  ...importJobs({ people: peopleOf(delivery.platform) }),
  ...learningJobs,
  ...messageJobs(delivery),
  ...notificationJobs,
  ...videoJobs,
  handles(jobs.forgetOldKeys, (school, _, tools) => forgetOldKeys(school, tools)),
]
