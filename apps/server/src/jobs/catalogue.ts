import { accountJobs } from './definitions/accounts.ts'
import { affiliateJobs } from './definitions/affiliates.ts'
import { certificateJobs } from './definitions/certificates.ts'
import { courseJobs } from './definitions/courses.ts'
import { enrollmentJobs } from './definitions/enrollments.ts'
import { fileJobs } from './definitions/files.ts'
import { ledgerJobs } from './definitions/ledger.ts'
import { messageJobs } from './definitions/messages.ts'
import { noticeJobs } from './definitions/notices.ts'
import { paymentJobs } from './definitions/payments.ts'
import { saleJobs } from './definitions/sales.ts'
import { schoolJobs } from './definitions/schools.ts'
import { studentJobs } from './definitions/students.ts'
import type { JobDefinition } from './job-definition.ts'

/** Every job there is. Start-up fails unless each has exactly one handler. */
export const jobs = {
  ...studentJobs,
  ...enrollmentJobs,
  ...courseJobs,
  ...certificateJobs,
  ...messageJobs,
  ...noticeJobs,
  ...accountJobs,
  ...fileJobs,
  ...saleJobs,
  ...affiliateJobs,
  ...paymentJobs,
  ...ledgerJobs,
  ...schoolJobs,
}

export const allJobs: JobDefinition[] = Object.values(jobs)
