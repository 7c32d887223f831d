import { newTemplateId, problemOfCourses, sumCoursesMin } from '@escola/contract/certificate-choice'
import { newTemplateTitle, templateMessages } from '@escola/contract/certificate-template-texts'
import type { CertificateTemplate, certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../../core/app-error.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { Clock, Tools } from '../../../core/tools.ts'
import { imageUrl } from '../../../files/image-url.ts'
import { readImageUpload } from '../../../files/images.ts'
import type { Upload } from '../../../files/upload.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { enqueueMany } from '../../../jobs/enqueue.ts'
import { endRunsOf } from '../../../jobs/runs/runs.queries.ts'
import { scheduleJob } from '../../../jobs/scheduled-jobs.ts'
import { makeOnce } from '../../../make-once/make-once.ts'
import { toPrintable } from '../../../pdf/printable.ts'
import { holdChosenCourses } from '../../categories/chosen-courses.service.ts'
import { storePicture } from '../../files/pictures.service.ts'
import { countFinished, countReaching as countReachingOf } from '../issuing/finished.queries.ts'
import { givesCertificates } from '../issuing/issuing.queries.ts'
import { chooseTemplate, issuingOf, listIssuedCourses } from '../issuing/template-choice.ts'
import { cleanSignature } from './signature-picture.ts'
import * as queries from './templates.queries.ts'

type Form = RouteOutput<typeof certificateTemplates.save>['fields']

/** Makes the template that a school begins with, signed by its owner. */
export const makeFirstTemplate = (
  db: PlatformDb,
  { schoolId, signerName }: { schoolId: string; signerName: string },
  { now }: Clock,
) => queries.insertFirstTemplate(db, schoolId, signerName, now())

export const listTemplates = (school: School) =>
  school.tx(async (db) => ({
    certificateList: (await queries.listTemplates(db)).map((row) => toWireTemplate(school.id, row)),
  }))

export const createTemplate = (school: Attended, { title }: { title?: string }, tools: Clock) =>
  school.tx(async (db) => {
    if (title) requirePrintableTitle(title)
    const make = () => queries.insertTemplate(db, title || newTemplateTitle)
    const { id } = await makeOnce(db, school, { kind: 'certificate_template', make }, tools)
    return { certificate: await getTemplate(db, school.id, id) }
  })

/** Deletes a template; a re-issue of its certificates ends. Students who waited for an automatic one are issued theirs by the automatic ones that take its place. */
export const removeTemplate = (school: School, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const saved = await queries.listIssuingTemplates(db)
    const removed = saved.find((template) => template.id === id)
    const courseIds = removed?.is_automatic ? await listIssuedCourses(db, removed, saved) : []
    // A batch of a re-issue locks its run before it names the template.
    await endRunsOf(db, { kind: 'template', id }, now())
    if (!(await queries.deleteTemplate(db, id))) throw notFound()
    const left = saved.filter((template) => template !== removed)
    const successors = new Set(courseIds.map((courseId) => chooseTemplate(left, courseId)))
    const automatic = [...successors].flatMap((template) => (template?.is_automatic ? { templateId: template.id } : []))
    await enqueueMany(db, jobs.issueFinished, automatic)
    await scheduleJob(db, jobs.issueDue, now())
    return done
  })

export const saveTemplateTitle = (school: School, { id, title }: { id: string; title: string }) =>
  school.tx(async (db) => {
    requirePrintableTitle(title)
    await queries.updateTemplate(db, id, { title: title || newTemplateTitle })
    return { certificate: await getTemplate(db, school.id, id) }
  })

/** @throws invalid_request with a title that our fonts can't write */
function requirePrintableTitle(title: string): void {
  if (toPrintable(title) === undefined) throw invalidField('title', refusals.unprintableText(title))
}

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
 * Saves a template. Changing it changes nothing that was issued; an automatic template issues for students who had finished before, in a job.
 * @throws stale_version when it was saved since the change began, invalid_request when no one signs, too few courses are chosen, or a text can't be printed
 */
export async function saveTemplate(
  school: Attended,
  { id, file, saved_on, ...form }: Form & { file: Upload | undefined },
  tools: Tools,
) {
  const signatureKey = file && (await storeSignature(school, file, tools))
  return school.tx(async (db) => {
    const stored = await queries.lockTemplate(db, id)
    if (!stored) throw notFound()
    if (saved_on !== undefined && saved_on !== (stored.utc_saved_on?.toISOString() ?? ''))
      throw new AppError('stale_version', {
        current: { certificate: await getTemplate(db, school.id, id), issuing: 0 },
      })
    const title = form.title === undefined ? stored.title : form.title || newTemplateTitle
    requirePrintableTitle(title)
    const { kind = stored.kind, min_days = stored.min_days, min_mark = stored.min_mark } = form
    const coursesProblem = problemOfCourses({ ...form, kind, degrees: [...new Set(form.degrees)] })
    if (coursesProblem) throw invalidField('degrees', coursesProblem)
    const courseIds = await holdChosenCourses(db, await listAsked(db, { ...form, kind }))
    if (kind === 'sum' && courseIds.length < sumCoursesMin) throw invalidField('degrees', templateMessages.sumPublished)
    const signers = await readSigners(db, school, { id, form, signatureKey })
    requirePrintable(signers)
    await queries.replaceSigners(db, id, signers)
    await queries.replaceCourses(db, id, courseIds)
    await queries.updateTemplate(db, id, {
      title,
      all_courses: form.all_degrees,
      is_automatic: form.is_automatic,
      kind,
      sum_minutes: kind === 'sum' && !form.is_automatic ? sumMinutesOf(form, stored) : null,
      layout: form.layout ?? stored.layout,
      has_syllabus: form.has_syllabus ?? stored.has_syllabus,
      min_days,
      min_mark,
      shows_mark: form.shows_mark ?? stored.shows_mark,
      utc_saved_on: tools.now(),
    })
    const issuing = await countFinishedBy(db, { ...form, kind, min_days, min_mark, id }, tools.now())
    await scheduleJob(db, jobs.issueDue, tools.now())
    if (issuing > 0) await enqueueMany(db, jobs.issueFinished, [{ templateId: id }])
    return { certificate: await getTemplate(db, school.id, id), issuing }
  })
}

/** Lists the courses that a save names: a sum of all courses is saved for the published ones, so that it never asks for fewer later. */
async function listAsked(db: SchoolDb, form: Pick<CertificateTemplate, 'kind' | 'all_degrees' | 'degrees'>) {
  if (!form.all_degrees) return [...new Set(form.degrees)]
  return form.kind === 'sum' ? queries.listPublishedIds(db) : []
}

/** Minutes at which a sum is issued on request; null: once all of its courses are finished, as an automatic one always is. */
const sumMinutesOf = ({ sum_hours }: Pick<Form, 'sum_hours'>, stored: { sum_minutes: number | null }) =>
  sum_hours === undefined ? stored.sum_minutes : sum_hours && sum_hours * 60

/** Number of students who have finished and are issued a certificate by the template as it is saved, or would be. */
async function countFinishedBy(
  db: SchoolDb,
  form: Pick<CertificateTemplate, 'id' | 'kind' | 'is_automatic' | 'all_degrees' | 'degrees' | 'min_days' | 'min_mark'>,
  now: Date,
): Promise<number> {
  if (!form.is_automatic || !(await givesCertificates(db))) return 0
  const rule = { ...form, degrees: await listAsked(db, form), sum_minutes: null }
  return countFinished(db, await issuingOf(db, rule, await queries.listIssuingTemplates(db)), now)
}

/** @throws invalid_request with the first of the texts that our fonts can't write */
function requirePrintable(signers: queries.Signer[]): void {
  for (const { name, role } of signers)
    for (const text of [name, role])
      if (toPrintable(text) === undefined) throw invalidField('signature_name', refusals.unprintableText(text))
}

/** The people who sign after the save: those whom it names, else the first one changed and the others as they were. */
async function readSigners(
  db: SchoolDb,
  school: School,
  { id, form, signatureKey }: { id: string; form: Omit<Form, 'id' | 'saved_on'>; signatureKey: string | undefined },
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
  { now }: Clock,
) =>
  school.tx(async (db) => {
    if (id !== newTemplateId) await getTemplate(db, school.id, id)
    return { students: await countFinishedBy(db, { id, ...choice }, now()) }
  })

/** Counts students who have finished what a template is for, and how many of them reach a mark. */
export const countReaching = (
  school: School,
  { id, ...choice }: RouteOutput<typeof certificateTemplates.countReaching>['body'] & { id: string },
) =>
  school.tx(async (db) => {
    if (id !== newTemplateId) await getTemplate(db, school.id, id)
    const rule = { id, ...choice, degrees: await listAsked(db, choice), sum_minutes: null, min_days: 0 }
    const issuing = await issuingOf(db, rule, await queries.listIssuingTemplates(db))
    return countReachingOf(db, { ...issuing, minMark: choice.min_mark })
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
  degrees: row.course_ids.filter(
    (id) => !row.absent.some((absent) => absent.id === id && absent.why !== 'unpublished'),
  ),
  absent_degrees: row.absent,
  all_degrees: row.all_courses,
  is_automatic: row.is_automatic,
  kind: row.kind,
  sum_hours: row.sum_minutes === null ? null : row.sum_minutes / 60,
  layout: row.layout,
  has_syllabus: row.has_syllabus,
  min_days: row.min_days,
  min_mark: row.min_mark,
  shows_mark: row.shows_mark,
  utc_saved_on: row.utc_saved_on?.toISOString() ?? null,
  issued: row.issued,
})
