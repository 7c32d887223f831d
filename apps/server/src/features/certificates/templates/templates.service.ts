import {
  type CertificateTemplate,
  type certificateTemplates,
  newTemplateTitle,
  templateMessages,
} from '@escola/contract/certificate-templates.contract'
import { errors } from '@escola/contract/errors'
import type { RouteOutput } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../../core/app-error.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { imageUrl } from '../../../files/image-url.ts'
import { readImageUpload } from '../../../files/images.ts'
import type { Upload } from '../../../http/replies.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { noteDue } from '../../../jobs/clock.ts'
import { enqueueMany } from '../../../jobs/enqueue.ts'
import { makeOnce } from '../../../make-once/make-once.ts'
import { storePicture } from '../../files/files.service.ts'
import { countFinished, unmadeTemplate } from '../issuing/finished.queries.ts'
import { cleanSignature } from './signature-picture.ts'
import * as queries from './templates.queries.ts'

type Form = RouteOutput<typeof certificateTemplates.save>['fields']

/** Makes the one template that a school begins with, signed by its owner. */
export const makeFirstTemplate = (
  db: PlatformDb,
  { schoolId, signerName }: { schoolId: string; signerName: string },
  { now }: Pick<Tools, 'now'>,
) => queries.insertFirstTemplate(db, schoolId, signerName, now())

export const listTemplates = (school: School) =>
  school.tx(async (db) => ({
    certificateList: (await queries.listTemplates(db)).map((row) => toWireTemplate(school.id, row)),
  }))

export const createTemplate = (school: Attended, { title }: { title?: string }, tools: Pick<Tools, 'now'>) =>
  school.tx(async (db) => {
    const make = () => queries.insertTemplate(db, title || newTemplateTitle)
    const { id } = await makeOnce(db, school, { kind: 'certificate_template', make }, tools)
    return { certificate: await getTemplate(db, school.id, id) }
  })

export const removeTemplate = (school: School, { id }: { id: string }) =>
  school.tx(async (db) => {
    if (!(await queries.deleteTemplate(db, id))) throw notFound()
    return done
  })

export const saveTemplateTitle = (school: School, { id, title }: { id: string; title: string }) =>
  school.tx(async (db) => {
    await queries.updateTemplate(db, id, { title: title || newTemplateTitle })
    return { certificate: await getTemplate(db, school.id, id) }
  })

/** Keeps a signature for the next save of the template; one that no save names is removed after a while. */
export async function uploadSignature(school: School, { id, file }: { id: string; file: Upload }, tools: Tools) {
  await school.tx((db) => getTemplate(db, school.id, id))
  const signature_key = await storeSignature(school, file, tools)
  return { signature_key, signature_img: imageUrl(school.id, signature_key) }
}

async function storeSignature(school: School, file: Upload, tools: Tools): Promise<string> {
  const bytes = await cleanSignature(await readImageUpload(file))
  const picture = { bytes, filename: file.filename, purpose: 'signature', format: 'signature' } as const
  return storePicture(school, picture, async (_, key) => key, tools)
}

/**
 * Saves a template. Changing it changes nothing that was issued; an automatic one issues for those who had finished before, in a job.
 * @throws invalid_request when no one signs, or no course is chosen
 */
export async function saveTemplate(
  school: Attended,
  { id, file, ...form }: Form & { file: Upload | undefined },
  tools: Tools,
) {
  const signatureKey = file && (await storeSignature(school, file, tools))
  return school.tx(async (db) => {
    if (!(await queries.lockTemplate(db, id))) throw notFound()
    const courseIds = [...new Set(form.degrees)]
    if (!form.all_degrees && courseIds.length === 0) throw invalidField('degrees', templateMessages.courses)
    if ((await queries.holdCourses(db, courseIds)).length < courseIds.length)
      throw new AppError('degree_not_found', { fields: { degrees: errors.degree_not_found.pt } })
    await queries.replaceSigners(db, id, await readSigners(db, school, { id, form, signatureKey }))
    await queries.replaceCourses(db, id, form.all_degrees ? [] : courseIds)
    await queries.updateTemplate(db, id, {
      all_courses: form.all_degrees,
      is_automatic: form.is_automatic,
      kind: form.kind,
      sum_minutes: form.kind === 'sum' && form.sum_hours !== null ? form.sum_hours * 60 : null,
      layout: form.layout,
      has_syllabus: form.has_syllabus,
      min_days: form.min_days,
      utc_saved_on: tools.now(),
    })
    const issuing = form.is_automatic ? await countFinished(db, { templateId: id }, tools.now()) : 0
    if (form.min_days > 0) await noteDue(db, jobs.issueDue, tools.now())
    if (issuing > 0) await enqueueMany(db, jobs.issueFinished, [{ templateId: id }])
    return { certificate: await getTemplate(db, school.id, id), issuing }
  })
}

/** The people who sign after the save: those whom it names, else the first one changed and the others as they were. */
async function readSigners(
  db: SchoolDb,
  school: School,
  { id, form, signatureKey }: { id: string; form: Omit<Form, 'id'>; signatureKey: string | undefined },
): Promise<queries.Signer[]> {
  const kept = form.signatures ?? (await queries.listSigners(db, id))
  const first = kept[0] ?? { name: '', role: '', signature_key: null }
  const signers = [
    {
      ...first,
      name: form.signature_name ?? first.name,
      signature_key: signatureKey ?? first.signature_key,
    },
    ...kept.slice(1),
  ]
  if (signers[0]!.name === '') throw invalidField('signature_name', templateMessages.signer)
  const keys = signers.flatMap(({ signature_key }) => signature_key ?? [])
  const known = await queries.listSignatureKeys(db, school.id, keys)
  if (keys.some((key) => key !== signatureKey && !known.has(key)))
    throw invalidField('signatures', templateMessages.signature)
  return signers
}

export const countIssuing = (
  school: School,
  { id, ...choice }: RouteOutput<typeof certificateTemplates.countFinished>['body'] & { id: string },
  { now }: Pick<Tools, 'now'>,
) =>
  school.tx(async (db) => {
    if (id !== '0') await getTemplate(db, school.id, id)
    const courses = choice.all_degrees ? ('all' as const) : choice.degrees
    const templateId = id === '0' ? unmadeTemplate : id
    const coverage = { templateId, courses, minDays: choice.min_days }
    return { students: choice.is_automatic ? await countFinished(db, coverage, now()) : 0 }
  })

async function getTemplate(db: SchoolDb, schoolId: string, id: string): Promise<CertificateTemplate> {
  const [row] = await queries.listTemplates(db, id)
  if (!row) throw notFound()
  return toWireTemplate(schoolId, row)
}

const toWireTemplate = (schoolId: string, row: queries.TemplateRow): CertificateTemplate => ({
  id: row.id,
  title: row.title,
  signatures: row.signers.map((signer) => ({ ...signer, signature_img: imageUrl(schoolId, signer.signature_key) })),
  degrees: row.course_ids,
  all_degrees: row.all_courses,
  is_automatic: row.is_automatic,
  kind: row.kind,
  sum_hours: row.sum_minutes === null ? null : row.sum_minutes / 60,
  layout: row.layout,
  has_syllabus: row.has_syllabus,
  min_days: row.min_days,
  utc_saved_on: row.utc_saved_on?.toISOString() ?? null,
  issued: row.issued,
})
