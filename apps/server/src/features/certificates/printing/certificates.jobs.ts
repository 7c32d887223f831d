import { jobs } from '../../../jobs/catalogue.ts'
import { defineHandler } from '../../../jobs/handlers.ts'
import { issueDue, issueFinished } from '../issuing/finished.service.ts'
import { failCertificate, renderCertificate } from './printing.service.ts'

export const certificateHandlers = [
  defineHandler(
    jobs.renderCertificate,
    (school, { certificateId }, tools) => renderCertificate(school, certificateId, tools),
    (school, { certificateId }, _, tools) => failCertificate(school, certificateId, tools),
  ),
  defineHandler(jobs.issueFinished, issueFinished),
  defineHandler(jobs.issueDue, issueDue),
]
