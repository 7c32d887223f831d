import { z } from 'zod'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { joinTitles } from './text.ts'
import { formatDate } from './time.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

export const issueLimits = { reasonMin: 3, reasonMax: 300 } as const

/** Texts that a certificate prints, in the words of the screens. */
const printedFields = {
  student_name: 'nome do aluno',
  course_title: 'título do curso',
  from_school: 'escola que fez o curso',
  title: 'título do certificado',
  school_name: 'nome da escola',
  legal_name: 'razão social',
  place: 'cidade',
  signature_name: 'nome de quem assina',
  signature_role: 'cargo de quem assina',
  module_title: 'título do módulo',
  lesson_title: 'título da aula',
} as const
export type PrintedField = keyof typeof printedFields

export const issueMessages = {
  reason: 'Escreva o motivo, que o aluno vai ler',
  reasonTooLong: `Use no máximo ${issueLimits.reasonMax} caracteres`,
  revoked: 'Certificado revogado. O aluno recebe um e-mail com o motivo.',
  restored: 'O certificado vale de novo.',
  stateRevoked: (why: string) => `Revogado: ${why}`,
  dueOn: (utc: string | Date) => `Seu certificado sai em ${formatDate(utc)}`,
  /** Reason why a certificate can't be issued yet; it is issued by itself once the text is mended. */
  held: (text: string, field: PrintedField) =>
    `Falta um passo para o certificado: não conseguimos imprimir “${text}” (${printedFields[field]}). Corrija o texto com letras do nosso alfabeto, e o certificado será emitido automaticamente.`,
  /** Reason why a sum whose courses the student has finished is not issued. */
  sumWaits: (courses: string[]) =>
    `Este certificado soma cursos, e ${joinTitles(courses.map((title) => `“${title}”`))} ${courses.length === 1 ? 'não está disponível' : 'não estão disponíveis'} agora. Ele sai quando a escola resolver isso.`,
  which: 'Diga de qual curso, ou de qual modelo, é o certificado',
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

/** Finished course, or several that a model sums, whose certificate the student may ask for, or waits for. */
export const CertificateRequest = z.object({
  /** Course; among several, the one finished first. */
  degree_id: Id,
  /** Titles of all its courses, joined. */
  degree_title: z.string(),
  degree_link: z.string(),
  /** Model that sums the courses; null for a single course. */
  model_id: Id.nullable(),
  /** Moment from which the certificate can be issued, while it is still to come. */
  utc_due_on: Utc.nullable(),
  /** Why it can't be issued yet, for the school to mend; else ''. */
  held_why: z.string(),
  /** True while asking for it is no use: a sum misses a course, or the mark is too low. */
  is_waiting: z.boolean(),
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
      'Issue the certificate of a course that the signed-in student has finished, or of those that a model sums; asked for twice, it is the same one',
    access: 'member',
    rateLimit: 'mail',
    params: SchoolParams,
    body: z
      .object({ degreeId: Id.optional(), modelId: Id.optional() })
      .refine(({ degreeId, modelId }) => (degreeId === undefined) !== (modelId === undefined), {
        path: ['degreeId'],
        message: issueMessages.which,
      }),
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
    may: 'certificates',
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
    may: 'certificates',
    proof: 'recent',
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
    may: 'certificates',
    proof: 'recent',
    params: IssueParams,
    response: Done,
  }),
}
