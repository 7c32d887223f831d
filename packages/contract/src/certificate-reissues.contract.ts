import { z } from 'zod'
import { CertificateStatus } from './certificates.contract.ts'
import { limits } from './limits.ts'
import { countOf } from './messages.ts'
import { defineRoute } from './route.ts'
import { RunProgress } from './runs.ts'
import { formatDate } from './time.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const reissueLimits = { rowsPerPage: 50, found: 200, refusals: 100 } as const

export const issuedTexts = {
  title: 'Emitidos',
  reissueAll: 'Reemitir todos',
  question: (certificates: number) => `Reemitir ${countOf(certificates, 'certificado', 'certificados')}?`,
  explanation:
    'Cada certificado é emitido de novo com os dados de hoje e o mesmo número de registro, e o aluno recebe um e-mail. O anterior vale até o novo ficar pronto. Os que sairiam iguais e os revogados ficam como estão.',
  started: 'Reemissão começada.',
  progress: 'Reemitindo',
  ended: ({ reissued, total, utc_asked_on }: { reissued: number; total: number; utc_asked_on: string }) =>
    `Reemissão de ${formatDate(utc_asked_on)}: ${countOf(reissued, 'certificado saiu de novo', 'certificados saíram de novo')}${reissued < total ? `, de ${total.toLocaleString('pt-BR')}` : ''}.`,
  refused: (refused: number) =>
    `${countOf(refused, 'certificado ficou como estava e ainda vale', 'certificados ficaram como estavam e ainda valem')}:`,
  moreRefused: (more: number) => `e mais ${more.toLocaleString('pt-BR')}`,
} as const

/** States of a certificate as its school sees it, in the order of the filter. */
export const issuedStates = ['ready', 'revoked', 'queued', 'failed'] as const
export type IssuedState = (typeof issuedStates)[number]
export const issuedStateLabels: Record<IssuedState, { one: string; many: string }> = {
  ready: { one: 'Válido', many: 'Válidos' },
  revoked: { one: 'Revogado', many: 'Revogados' },
  queued: { one: 'Na fila', many: 'Na fila' },
  failed: { one: 'Com falha', many: 'Com falha' },
}

/** A certificate that a template has issued; the newest of its issues says the state. */
export const IssuedCertificate = z.object({
  id: Id,
  /** '' once the student's data was erased. */
  name: z.string(),
  /** Address of the student's page; null once the data was erased. */
  student_link: z.string().nullable(),
  degree_title: z.string(),
  code: z.string(),
  number: z.number().int(),
  register_number: z.number().int().nullable(),
  register_book: z.number().int().nullable(),
  status: CertificateStatus,
  /** Reason of a revocation or a failure; else ''. */
  why: z.string(),
  utc_issued_on: Utc,
})
export type IssuedCertificate = z.infer<typeof IssuedCertificate>

/** How far it is to issue all certificates of a template again. */
export const Reissue = RunProgress.extend({
  /** Certificates that were looked at. */
  done: z.number().int(),
  /** Certificates that are issued again; the others said the same already, or are refused. */
  reissued: z.number().int(),
  /** Issues of the template that are yet to be drawn. */
  queued: z.number().int(),
  refused: z.number().int(),
  /** The first of those that stay as they were, each with its reason. */
  refusals: z.array(z.object({ name: z.string(), why: z.string() })),
  utc_asked_on: Utc,
})
export type Reissue = z.infer<typeof Reissue>

const TemplateParams = SchoolParams.extend({ id: Id })

export const certificateReissues = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:id/issued',
    summary:
      'Certificates that a model has issued, the newest first, by name, code or register number; and how far its last re-issue of all is',
    access: 'admin',
    may: 'certificates',
    params: TemplateParams,
    query: PageQuery.extend({
      state: z.enum(issuedStates).optional(),
      search: z.string().max(limits.searchMax).default(''),
    }),
    response: z.object({
      title: z.string(),
      certificates: pageOf(IssuedCertificate),
      reissue: Reissue.nullable(),
    }),
  }),
  count: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:id/reissue-all',
    summary: 'How many certificates a re-issue of all of a model would look at',
    access: 'admin',
    may: 'certificates',
    params: TemplateParams,
    response: z.object({ certificates: z.number().int() }),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/reissue-all',
    summary:
      'Issue all certificates of a model again, in a job. Revoked ones, and those that say the same already, are left out; one under way is the answer',
    access: 'admin',
    may: 'certificates',
    rateLimit: 'mail',
    status: 202,
    params: TemplateParams,
    response: z.object({ reissue: Reissue }),
  }),
}
