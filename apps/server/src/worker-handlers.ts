import { certificateJobs } from './features/certificates/certificates.jobs.ts'
import { fileJobs } from './features/files/files.jobs.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { learningJobs } from './features/learning/learning.jobs.ts'
import { messageJobs } from './features/messages/messages.jobs.ts'
import type { JobHandler } from './jobs/handlers.ts'
import type { Mailer } from './mail/mailer.ts'

/** Who does each job of the catalogue. */
export const workerHandlers = (mailer: Mailer): JobHandler[] => [
  ...certificateJobs,
  ...fileJobs,
  ...importJobs,
  ...learningJobs,
  ...messageJobs(mailer),
]
