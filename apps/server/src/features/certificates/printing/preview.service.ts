import { newTemplateTitle, previewNames } from '@escola/contract/certificate-template-texts'
import type { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { yearOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../../core/app-error.ts'
import { pathIn } from '../../../core/base-path.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { Bytes } from '../../../http/replies.ts'
import { findIssuer, listModules } from '../issuing/facts.queries.ts'
import { CertificateFacts } from '../issuing/facts.ts'
import { findUnprintable } from '../issuing/printable-facts.ts'
import { cleanSignature } from '../templates/signature-picture.ts'
import { loadCertificateData } from './certificate-data.ts'
import { findLook, findTemplateId, listExampleCourses } from './preview.queries.ts'

type Form = RouteOutput<typeof certificateTemplates.preview>['body']

/** Example values of a previewed certificate. */
const example = {
  cpf: '12345678909',
  course: { course_id: '0', title: previewNames.course, from_school: '', workload_minutes: 2400, modules: [] },
  code: '0000-0000-0000',
  days: 45,
  mark: { points: 950, total: 1000 },
}

/** Draws the PDF of an example student as the form of a template says, saved or not. Nothing is kept of it. */
export async function previewTemplate(
  school: School,
  { id, ...form }: Form & { id: string },
  { config, files, now }: Tools,
): Promise<Bytes> {
  const { facts, look, asksCpf } = await school.tx(async (db) => {
    if (id !== '0' && !(await findTemplateId(db, id))) throw notFound()
    const [issuer, courses, look] = await Promise.all([findIssuer(db), listCourses(db, form), findLook(db)])
    const facts = CertificateFacts.parse({
      ...issuer,
      title: form.title || newTemplateTitle,
      layout: form.layout,
      has_syllabus: form.has_syllabus,
      student_name: previewNames.student,
      courses,
      workload_minutes: courses.reduce((sum, { workload_minutes }) => sum + workload_minutes, 0),
      signers: form.signatures,
      mark: form.shows_mark ? example.mark : null,
      started_on: new Date(now().getTime() - example.days * dayMs).toISOString(),
    })
    return { facts, look, asksCpf: issuer.asks_cpf }
  })
  const unprintable = findUnprintable(facts)
  if (unprintable)
    throw new AppError('certificate_unprintable', {
      fields: { [unprintable.field]: refusals.unprintableText(unprintable.text) },
    })
  const addressIn = (namespace: string | null) =>
    `${config.publicUrl}${pathIn({ id: school.id, namespace }, `/v/${example.code}`)}`
  const data = await loadCertificateData(files, school.id, facts, {
    cpf: asksCpf ? example.cpf : '',
    completedOn: now(),
    issuedOn: now(),
    code: example.code,
    number: 1,
    register: { number: 1, book: yearOf(now()) },
    verifyUrl: addressIn(look.namespace),
    lastingUrl: addressIn(null),
    theme: look.ui_theme,
    salt: '0'.repeat(32),
  })
  const signers = await Promise.all(
    data.signers.map(async (signer, index) => {
      const unsaved = form.signatures[index]?.signature_img
      return unsaved ? { ...signer, signature: await cleanSignature(Buffer.from(unsaved, 'base64')) } : signer
    }),
  )
  // Most processes of the API never draw; the fonts come with the first preview.
  const { drawCertificate } = await import('../../../pdf/certificate-pdf.ts')
  return new Bytes(await drawCertificate({ ...data, signers }), {
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
  })
}

/** Courses of a sum that names none, for the look of it. */
const summed = 3

async function listCourses(db: SchoolDb, { kind, degrees }: Pick<Form, 'kind' | 'degrees'>) {
  const courses = await listExampleCourses(db, degrees, kind === 'sum' ? Math.max(summed, degrees.length) : 1)
  const modules = await listModules(
    db,
    courses.map(({ id }) => id),
  )
  const examples = courses.map(({ id, title, from_school, workload_minutes }) => ({
    ...example.course,
    course_id: id,
    title,
    from_school,
    workload_minutes,
    modules: modules.filter(({ course_id }) => course_id === id),
  }))
  return examples.length > 0 ? examples : [example.course]
}
