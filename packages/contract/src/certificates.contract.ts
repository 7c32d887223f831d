import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Id, SchoolParams, Utc } from './wire.ts'

/** Ways in which a certificate is drawn. */
export const certificateLayouts = ['classic'] as const
export type CertificateLayout = (typeof certificateLayouts)[number]

export const Certificate = z.object({
  id: Id,
  degree_id: Id,
  degree_title: z.string(),
  degree_link: z.string().nullable(),
  code: z.string(),
  status: z.enum(['queued', 'ready', 'failed']),
  workload_hours_pretty: z.string(),
  utc_completed_on: Utc,
  utc_issued_on: Utc,
})
export type Certificate = z.infer<typeof Certificate>

/** Facts that the public page proves. */
export const Verification = z.object({
  code: z.string(),
  /** A replaced certificate has a newer issue. */
  state: z.enum(['valid', 'replaced']),
  student_name: z.string(),
  course_title: z.string(),
  workload_hours_pretty: z.string(),
  school_name: z.string(),
  signature_name: z.string(),
  utc_completed_on: Utc,
  utc_issued_on: Utc,
  number: z.number().int(),
  /** SHA-256 of the PDF, in hexadecimal, to compare a file with; null while it is being drawn. */
  sha256: z.string().nullable(),
})
export type Verification = z.infer<typeof Verification>

export const certificates = {
  mine: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/certificates',
    summary: "The signed-in person's certificates",
    access: 'member',
    params: SchoolParams,
    response: z.object({ certificates: z.array(Certificate) }),
  }),
  pdfLink: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/:id/pdf',
    summary: 'A signed link to the PDF, for its student and the administrators',
    access: 'member',
    params: SchoolParams.extend({ id: Id }),
    response: z.object({ url: z.string() }),
  }),
  verify: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate/verify/:code',
    summary: 'What was issued under a code; open to everybody',
    access: 'visitor',
    params: SchoolParams.extend({ code: z.string().min(4).max(40) }),
    response: Verification,
  }),
}
