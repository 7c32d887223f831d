import { newTemplateTitle } from '@escola/contract/certificate-template-texts'
import type { CertificateTemplate } from '@escola/contract/certificate-templates.contract'
import type { CertificateLayout } from '@escola/contract/certificates.contract'

/** A signature that was drawn or chosen and is kept by the next save. */
export interface DrawnSignature {
  file: Blob
  /** Address of the picture in this page. */
  url: string
}

export interface SignerValues {
  name: string
  role: string
  signature_key: string | null
  signature_img: string
  drawn: DrawnSignature | undefined
}

/** Values of the form; a type, because forms take any record of values. */
export type TemplateValues = {
  title: string
  signers: SignerValues[]
  kind: CertificateTemplate['kind']
  all_degrees: boolean
  degrees: string[]
  is_automatic: boolean
  /** Hours of a sum on request; '' for all of its courses. */
  sum_hours: string
  min_days: string
  /** Per cent; '' for none. */
  min_mark: string
  shows_mark: boolean
  layout: CertificateLayout
  has_syllabus: boolean
}

export const newSigner = (): SignerValues => ({
  name: '',
  role: '',
  signature_key: null,
  signature_img: '',
  drawn: undefined,
})

export const valuesOf = (template: CertificateTemplate | undefined): TemplateValues => ({
  title: template?.title ?? newTemplateTitle,
  signers: template?.signatures.length
    ? template.signatures.map((signer) => ({ ...signer, drawn: undefined }))
    : [newSigner()],
  kind: template?.kind ?? 'course',
  all_degrees: template?.all_degrees ?? true,
  degrees: template?.degrees ?? [],
  is_automatic: template?.is_automatic ?? true,
  sum_hours: template?.sum_hours?.toString() ?? '',
  min_days: String(template?.min_days ?? 0),
  min_mark: template?.min_mark?.toString() ?? '',
  shows_mark: template?.shows_mark ?? false,
  layout: template?.layout ?? 'classic',
  has_syllabus: template?.has_syllabus ?? true,
})
