import { jobs } from '../../jobs/catalogue.ts'
import { handles } from '../../jobs/handlers.ts'
import { renderCertificate } from './certificate-printing.service.ts'

export const certificateJobs = [
  handles(jobs.renderCertificate, (school, { certificateId }, tools) =>
    renderCertificate(school, certificateId, tools),
  ),
]
