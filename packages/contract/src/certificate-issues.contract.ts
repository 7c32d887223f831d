import { z } from 'zod'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { formatDate } from './time.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

export const issueLimits = { reasonMin: 3, reasonMax: 300 } as const

export const issueMessages = {
  reason: 'Escreva o motivo, que o aluno vai ler',
  reasonTooLong: `Use no máximo ${issueLimits.reasonMax} caracteres`,
  revoked: 'Certificado revogado. O aluno recebe um e-mail com o motivo.',
  restored: 'O certificado vale de novo.',
  stateRevoked: (why: string) => `Revogado: ${why}`,
  dueOn: (utc: string | Date) => `Seu certificado sai em ${formatDate(utc)}`,
  requested: 'Pedido feito! Seu certificado está sendo preparado.',
  correctName: 'Emitir de novo com o nome certo',
  correctNameText: (name: string) =>
    `O novo certificado sai em nome de “${name}”. Você pode fazer isso uma vez; depois, só a escola. O atual vale até o novo ficar pronto.`,
  corrected: 'Pronto! O novo certificado está sendo preparado.',
} as const

export const Revocation = z.object({
  why: z
    .string({ error: issueMessages.reason })
    .transform(cleanText)
    .refine((why) => why.length >= issueLimits.reasonMin, issueMessages.reason)
    .refine((why) => why.length <= issueLimits.reasonMax, issueMessages.reasonTooLong),
})

const IssueParams = SchoolParams.extend({ id: Id })
const IssueAnswer = z.object({ certificate: z.object({ id: Id, number: z.number().int() }) })

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
    response: IssueAnswer,
  }),
  correctName: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/certificate/:id/correct-name',
    summary:
      "Issue the signed-in student's own certificate again with the name of today, once; asked for twice, it is the same one",
    access: 'member',
    rateLimit: 'mail',
    params: IssueParams,
    response: IssueAnswer,
  }),
  reissue: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/reissue',
    summary:
      'Issue a certificate again, as things are written today; the earlier one is good until the new one is drawn',
    access: 'admin',
    rateLimit: 'mail',
    params: IssueParams,
    response: IssueAnswer,
  }),
  revoke: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/revoke',
    summary:
      "Revoke a certificate, in all its issues, and tell its student why. Takes a fresh proof of the administrator's identity",
    access: 'admin',
    rateLimit: 'mail',
    params: IssueParams,
    body: Revocation,
    response: Done,
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/restore',
    summary: "Take the revocation of a certificate back. Takes a fresh proof of the administrator's identity",
    access: 'admin',
    params: IssueParams,
    response: Done,
  }),
}
