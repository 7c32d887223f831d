import { z } from 'zod'
import { defineRoute } from './route.ts'
import { formatDate } from './time.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

export const issueMessages = {
  dueOn: (utc: string | Date) => `Seu certificado sai em ${formatDate(utc)}`,
  requested: 'Pedido feito! Seu certificado está sendo preparado.',
} as const

/** Finished course whose certificate the student may ask for, or waits for. */
export const CertificateRequest = z.object({
  degree_id: Id,
  degree_title: z.string(),
  degree_link: z.string(),
  /** Moment from which the certificate can be issued, while it is still to come. */
  utc_due_on: Utc.nullable(),
})
export type CertificateRequest = z.infer<typeof CertificateRequest>

export const certificateIssues = {
  requests: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/certificate-requests',
    summary: 'Finished courses whose certificate the signed-in student may ask for, or waits for',
    access: 'member',
    params: SchoolParams,
    response: z.object({ requests: z.array(CertificateRequest) }),
  }),
  request: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/certificate-request',
    summary:
      'Issue the certificate of a course that the signed-in student has finished; asked for twice, it is the same one',
    access: 'member',
    rateLimit: 'mail',
    params: SchoolParams,
    body: z.object({ degreeId: Id }),
    response: z.object({ certificate: z.object({ id: Id, number: z.number().int() }) }),
  }),
}
