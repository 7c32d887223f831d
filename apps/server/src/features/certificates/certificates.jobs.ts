import { jobs } from '../../jobs/catalogue.ts'
import { handles } from '../../jobs/handlers.ts'
import { failCertificate, renderCertificate } from './certificate-printing.service.ts'

export const certificateJobs = [
  handles(
    jobs.renderCertificate,
    (school, { certificateId }, tools) => renderCertificate(school, certificateId, tools),
    (school, { certificateId }) => failCertificate(school, certificateId),
  ),
]
