import { z } from 'zod'
import { AbsentDegree } from './absent-degrees.ts'
import { certificateKinds, problemOfCourses } from './certificate-choice.ts'
import { templateLimits, templateMessages } from './certificate-template-texts.ts'
import { certificateLayouts } from './certificates.contract.ts'
import { count, flag, json } from './form-fields.ts'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

const MinMark = count(templateLimits.minMarkMax, templateMessages.minMark, 1)
const SumHours = count(templateLimits.sumHoursMax, templateMessages.sumHours, 1)

const SignerName = z
  .string({ error: templateMessages.signer })
  .transform(cleanText)
  .refine((name) => name.length >= templateLimits.signerMin, templateMessages.signer)
  .refine((name) => name.length <= limits.inputMax, templateMessages.signerTooLong)
const SignerRole = z
  .string()
  .transform(cleanText)
  .refine((role) => role.length <= templateLimits.roleMax, templateMessages.role)
const TemplateTitle = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((title) => title.length <= templateLimits.titleMax, templateMessages.title)

/** A drawn signature by the key that its upload answered; null: the name alone is printed. */
const SignerInput = z.object({
  name: SignerName,
  role: SignerRole.default(''),
  signature_key: z.uuid(templateMessages.signature).nullable().default(null),
})

const CertificateKind = z.enum(certificateKinds)

export const CertificateTemplate = z.object({
  id: Id,
  title: z.string(),
  signatures: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      signature_key: z.string().nullable(),
      /** Picture of the signature; '' where there is none. */
      signature_img: z.string(),
    }),
  ),
  /** Courses that it was saved for and that may be chosen; a sum of all courses names each of them. */
  degrees: z.array(Id),
  /** Other courses that it was saved for, and those for which a sum waits. */
  absent_degrees: z.array(AbsentDegree),
  all_degrees: z.boolean(),
  is_automatic: z.boolean(),
  /** sum: one certificate for several finished courses. */
  kind: CertificateKind,
  /** Hours at which a sum is issued on request; null: once all of its courses are finished. */
  sum_hours: z.number().int().nullable(),
  layout: z.enum(certificateLayouts),
  /** Whether the back lists what was studied. */
  has_syllabus: z.boolean(),
  /** Days between the first lesson opened and the certificate. */
  min_days: z.number().int(),
  /** Mark in per cent from which it issues; null: it asks for none. */
  min_mark: z.number().int().nullable(),
  /** Whether its certificates print the mark. */
  shows_mark: z.boolean(),
  /** Null until it is saved for the first time: before, it issues nothing. */
  utc_saved_on: Utc.nullable(),
  /** Number of certificates that it has issued. */
  issued: z.number().int(),
})
export type CertificateTemplate = z.infer<typeof CertificateTemplate>

/** Values that the form of a model is checked by before it is sent. */
export const TemplateFields = z
  .object({
    title: TemplateTitle,
    signers: z.array(z.object({ name: SignerName, role: SignerRole })),
    kind: CertificateKind,
    all_degrees: z.boolean(),
    degrees: z.array(z.string()),
    is_automatic: z.boolean(),
    /** Hours of a sum on request; '' for all of its courses. */
    sum_hours: z.union([z.literal(''), SumHours]),
    min_days: count(templateLimits.minDaysMax, templateMessages.minDays),
    /** Per cent; '' for none. */
    min_mark: z.union([z.literal(''), MinMark]),
  })
  .superRefine((values, context) => {
    const message = problemOfCourses(values)
    if (message) context.addIssue({ code: 'custom', path: ['degrees'], message })
  })

const TemplateParams = SchoolParams.extend({ id: Id })
/** Fields of the form of a model, which is multipart. Those that may be left out stay as they are then. */
const TemplateForm = z.object({
  degrees: json(z.array(Id).max(templateLimits.coursesMax)).default([]),
  all_degrees: flag.default(false),
  is_automatic: flag.default(true),
  kind: CertificateKind.optional(),
  /** Counts for a sum on request alone; '' for all of its courses. */
  sum_hours: z
    .string()
    .transform((text) => text || null)
    .pipe(SumHours.nullable())
    .optional(),
  layout: z.enum(certificateLayouts).optional(),
  has_syllabus: flag.optional(),
  min_days: count(templateLimits.minDaysMax, templateMessages.minDays).optional(),
  /** Per cent; '' for none. */
  min_mark: z
    .string()
    .transform((text) => text || null)
    .pipe(MinMark.nullable())
    .optional(),
  shows_mark: flag.optional(),
})

/** Mark in per cent of a model that may not be saved yet. */
const MinMarkValue = z
  .number()
  .int()
  .min(1, templateMessages.minMark)
  .max(templateLimits.minMarkMax, templateMessages.minMark)

/** Courses of a model for which students are counted before it is saved. */
const countedCourses = {
  kind: CertificateKind.default('course'),
  degrees: z.array(Id).max(templateLimits.coursesMax).default([]),
  all_degrees: z.boolean().default(false),
}

export const certificateTemplates = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/certificate-list',
    summary: 'Models of certificates, newest first',
    access: 'admin',
    may: 'certificates',
    params: SchoolParams,
    response: z.object({ certificateList: z.array(CertificateTemplate) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/create',
    summary: 'Make a model, which issues nothing before it is saved',
    access: 'admin',
    may: 'certificates',
    rateLimit: 'mail',
    status: 201,
    params: SchoolParams,
    body: z.object({ title: TemplateTitle.optional() }).default({}),
    response: z.object({ certificate: CertificateTemplate }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/certificate/:id/delete',
    summary: 'Delete a model; what it has issued stays as it is',
    access: 'admin',
    may: 'certificates',
    params: TemplateParams,
    response: Done,
  }),
  saveTitle: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/save-title',
    summary: 'Save the title of a model',
    access: 'admin',
    may: 'certificates',
    params: TemplateParams,
    body: z.object({ title: TemplateTitle }),
    response: z.object({ certificate: CertificateTemplate }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/save',
    summary:
      'Save a model; 409 stale_version carries the newer one. A file is the signature of the first person who signs; signatures names all of them, with keys of signatures that were uploaded. Automatic models issue for those who finished before',
    access: 'admin',
    may: 'certificates',
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: {
      fields: TemplateForm.extend({
        id: Id,
        /** utc_saved_on of the model that the change started from, '' for one that was never saved; without it the save replaces whatever is stored. */
        saved_on: z.union([z.literal(''), Utc]).optional(),
        title: TemplateTitle.optional(),
        signature_name: SignerName.optional(),
        signatures: json(
          z
            .array(SignerInput)
            .min(1, templateMessages.signers)
            .max(templateLimits.signersMax, templateMessages.signers),
        ).optional(),
      }),
      maxBytes: limits.imageBytes,
      isFileOptional: true,
    },
    response: z.object({
      certificate: CertificateTemplate,
      /** Number of students who had finished before and are issued a certificate now. */
      issuing: z.number().int(),
    }),
  }),
  uploadSignature: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/signature',
    summary: 'Keep a drawn or photographed signature, cleaned to ink on nothing, for the next save',
    access: 'admin',
    may: 'certificates',
    rateLimit: 'upload',
    params: TemplateParams,
    multipart: { fields: z.object({}), maxBytes: limits.imageBytes },
    response: z.object({ signature_key: z.string(), signature_img: z.string() }),
  }),
  countFinished: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/count-finished',
    summary:
      'How many students who have finished would be issued a certificate if the model were saved so; 0 as id: a model that is not made yet',
    access: 'admin',
    may: 'certificates',
    reads: true,
    params: TemplateParams,
    body: z.object({
      ...countedCourses,
      is_automatic: z.boolean().default(true),
      min_days: z.number().int().min(0).max(templateLimits.minDaysMax, templateMessages.minDays).default(0),
      min_mark: MinMarkValue.nullable().default(null),
    }),
    response: z.object({ students: z.number().int() }),
  }),
  countReaching: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/count-reaching',
    summary:
      'How many of those who have finished what the model is for reach a mark; 0 as id: a model that is not made yet',
    access: 'admin',
    may: 'certificates',
    reads: true,
    params: TemplateParams,
    body: z.object({
      ...countedCourses,
      min_mark: MinMarkValue,
    }),
    response: z.object({
      /** Courses that students have finished, or students who have finished a sum. */
      finished: z.number().int(),
      /** Those among them whose mark is high enough; a course without exams asks for none. */
      reaching: z.number().int(),
      /** True when a course of the model has an exam: without one the mark decides nothing. */
      has_exams: z.boolean(),
    }),
  }),
  preview: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/certificate/:id/preview',
    summary:
      'The PDF of a certificate of an example student, as the model would print it if it were saved so; 0 as id: a model that is not made yet',
    access: 'admin',
    may: 'certificates',
    reads: true,
    rateLimit: 'upload',
    params: TemplateParams,
    maxBytes: (templateLimits.previewPictureMax + 100_000) * templateLimits.signersMax,
    body: z.object({
      title: TemplateTitle,
      kind: CertificateKind.default('course'),
      layout: z.enum(certificateLayouts).default('classic'),
      has_syllabus: z.boolean().default(true),
      shows_mark: z.boolean().default(false),
      degrees: z.array(Id).max(templateLimits.coursesMax).default([]),
      signatures: z
        .array(
          z.object({
            name: z.string().max(1000).transform(cleanText),
            role: SignerRole.default(''),
            signature_key: z.uuid(templateMessages.signature).nullable().default(null),
            /** Picture that no save has kept yet, in base64; it overrides the key. */
            signature_img: z.base64(templateMessages.signature).max(templateLimits.previewPictureMax).optional(),
          }),
        )
        .max(templateLimits.signersMax, templateMessages.signers),
    }),
    response: 'stream',
  }),
}
