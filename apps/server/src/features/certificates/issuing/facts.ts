import { certificateLayouts, describeOrigin } from '@escola/contract/certificates.contract'
import { joinTitles } from '@escola/contract/text'
import { Id, Utc } from '@escola/contract/wire'
import { z } from 'zod'

/** A course as it was studied: its modules and lessons are the ones completed before the issue. */
const CertifiedCourse = z.object({
  course_id: Id,
  title: z.string(),
  /** Name of the school that made the course, where another one teaches it; else ''. */
  from_school: z.string(),
  workload_minutes: z.number().int(),
  modules: z.array(
    z.object({ title: z.string(), lessons: z.array(z.object({ title: z.string(), seconds: z.number().int() })) }),
  ),
})

/**
 * Everything that an issue of a certificate prints, as it was when it was issued; later changes of school, course and template don't reach it. What
 * the row says in columns of its own (code, number of the issue, register, dates of completion and issue, CPF) is left out.
 */
export const CertificateFacts = z.object({
  title: z.string(),
  layout: z.enum(certificateLayouts),
  has_syllabus: z.boolean(),
  student_name: z.string(),
  courses: z.array(CertifiedCourse).min(1),
  workload_minutes: z.number().int(),
  school_name: z.string(),
  /** Colours of the school. Earlier issues have none and are drawn in those of the day. */
  theme: z.string().default(''),
  legal_name: z.string(),
  /** Digits and letters of the school's CNPJ, or of the CPF that it gives instead; '' for none. */
  tax_id: z.string(),
  place: z.string(),
  signers: z.array(z.object({ name: z.string(), role: z.string(), signature_key: z.string().nullable() })),
  logo_key: z.string().nullable(),
  /** Logo for dark ground. Earlier issues have none. */
  dark_logo_key: z.string().nullable().default(null),
  /** Moment at which the student opened the first lesson; null where it is not known. */
  started_on: Utc.nullable(),
  /** Mark of its exams, if it is printed. */
  mark: z.object({ points: z.number().int(), total: z.number().int() }).nullable().default(null),
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/** Name of the course, or of the courses of a sum. */
export const courseTitleOf = ({ courses }: Pick<CertificateFacts, 'courses'>): string =>
  joinTitles(courses.map(({ title }) => title))

/** Schools that made courses of the certificate, where they are others; '' for none. */
export const originOf = ({ courses }: Pick<CertificateFacts, 'courses'>): string =>
  describeOrigin(courses.map(({ from_school }) => from_school))
