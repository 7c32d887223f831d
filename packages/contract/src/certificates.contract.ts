import { z } from 'zod'
import { defineRoute } from './route.ts'
import { joinTitles } from './text.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

/** Ways in which a certificate is drawn. */
export const certificateLayouts = ['classic', 'modern', 'minimal', 'solemn'] as const
export type CertificateLayout = (typeof certificateLayouts)[number]

/** Names of the ways in which a certificate is drawn, in the order of the picker. */
export const layoutLabels: Record<CertificateLayout, string> = {
  classic: 'Clássico',
  modern: 'Moderno',
  minimal: 'Minimalista',
  solemn: 'Solene',
}

/** Verb before the titles of so many courses. */
export const completionVerb = (courses: number) => (courses === 1 ? 'concluiu o curso' : 'concluiu os cursos')

/** Says which schools made courses of a certificate, where they are others than the issuer; '' where it made all itself. */
export function describeOrigin(makers: string[]): string {
  const others = [...Map.groupBy(makers.filter(Boolean), (name) => name)]
  if (others.length === 1 && others[0]![1].length === makers.length)
    return `${makers.length === 1 ? 'Curso' : 'Cursos'} de ${others[0]![0]}`
  return joinTitles(others.map(([name, { length }]) => `${length === 1 ? '1 curso' : `${length} cursos`} de ${name}`))
}

/** A student's choice of what the public page shows beyond name and course. */
export const ShownFacts = z.object({ shows_hours: z.boolean(), shows_syllabus: z.boolean() })
export type ShownFacts = z.infer<typeof ShownFacts>

/** Newest issue's state, or revoked in all issues. */
export const CertificateStatus = z.enum(['queued', 'ready', 'failed', 'revoked'])

export const Certificate = z.object({
  id: Id,
  degree_id: Id,
  degree_title: z.string(),
  degree_link: z.string().nullable(),
  code: z.string(),
  status: CertificateStatus,
  /** Comes with revoked. */
  revoked_why: z.string().optional(),
  workload_hours_pretty: z.string(),
  utc_completed_on: Utc,
  utc_issued_on: Utc,
  ...ShownFacts.shape,
  /** The student's name of today, where it is another one than the certificate's and the student may issue it again; else null. */
  corrected_name: z.string().nullable(),
})
export type Certificate = z.infer<typeof Certificate>

/** An issue of a certificate whose PDF was drawn. */
const VerifiedIssue = z.object({
  number: z.number().int(),
  utc_issued_on: Utc,
  /** True for the issue that no later one has replaced. */
  is_current: z.boolean(),
  /** SHA-256 of the PDF, in hexadecimal, to compare a file with. */
  sha256: z.string(),
})

/** Facts that the public page proves; those that the student does not show are null, '' or none. */
export const Verification = z.object({
  code: z.string(),
  /** A replaced certificate has a newer issue; a revoked one is revoked in all its issues. */
  state: z.enum(['valid', 'replaced', 'revoked']),
  /** Title of the certificate. */
  title: z.string(),
  student_name: z.string(),
  /** Titles of all its courses, joined. */
  course_title: z.string(),
  courses: z.number().int(),
  /** Schools that made courses of it, where they are others; '' for none. */
  origin: z.string(),
  workload_hours_pretty: z.string(),
  /** Mark as it is printed: '9,5 de 10'; '' where the certificate prints none. */
  mark: z.string(),
  utc_started_on: Utc.nullable(),
  utc_completed_on: Utc.nullable(),
  /** Modules studied, of all courses of the certificate. */
  modules: z.array(z.object({ title: z.string(), lessons: z.array(z.string()) })),
  school_name: z.string(),
  legal_name: z.string(),
  /** CNPJ of the issuer, or the CPF given instead without its ends, as the PDF prints it; '' for none. */
  issuer_number: z.string(),
  /** City of issue. */
  place: z.string(),
  /** Names of those who signed. */
  signature_name: z.string(),
  register_number: z.number().int().nullable(),
  /** Year of the register's book. */
  register_book: z.number().int().nullable(),
  utc_issued_on: Utc,
  number: z.number().int(),
  is_drawn: z.boolean(),
  /** True while its PDF is yet to be drawn; one that can't be drawn has failed. */
  is_queued: z.boolean(),
  /** Issues that were drawn, newest first. */
  issues: z.array(VerifiedIssue),
  utc_revoked_on: Utc.nullable(),
  revoked_why: z.string(),
  /** True when the certificate's own student asks. */
  is_mine: z.boolean(),
})
export type Verification = z.infer<typeof Verification>

export const CodeParams = SchoolParams.extend({ code: z.string().min(4).max(40) })

export const certificates = {
  mine: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/certificates',
    summary: "The signed-in person's certificates, also of a school that is blocked",
    access: 'member',
    whileBlocked: true,
    params: SchoolParams,
    response: z.object({ certificates: z.array(Certificate) }),
  }),
  pdfLink: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:id/pdf',
    summary: 'A signed link to the PDF, for its student and the administrators, also of a school that is blocked',
    access: 'member',
    whileBlocked: true,
    params: SchoolParams.extend({ id: Id }),
    response: z.object({ url: z.string() }),
  }),
  verify: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/verify/:code',
    summary: 'What was issued under a code; open to everybody',
    access: 'visitor',
    params: CodeParams,
    response: Verification,
  }),
  picture: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:code/picture',
    summary: 'Picture of 1200×627 that other sites show with the public page of a certificate',
    access: 'visitor',
    rateLimit: 'proof',
    params: CodeParams,
    response: 'stream',
  }),
  chooseShown: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/shown',
    summary: 'Choose what the public page of a certificate shows beyond name and course; for its student',
    access: 'member',
    params: SchoolParams.extend({ id: Id }),
    body: ShownFacts,
    response: ShownFacts,
  }),
}
