import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { dayMs } from '@escola/contract/durations'
import { readPdf } from '../../../pdf/read-pdf.testing.ts'
import type { Person } from '../../../testing/call.ts'
import { world } from '../../../testing/world.ts'
import { renderCertificate } from '../printing/printing.service.ts'
import { issueOnCompletion } from './issuing.service.ts'

/** A school of two courses whose template sums them, and a student who finishes one after the other. */
export async function summing(form: Record<string, string> = {}) {
  const { app, call, makeSchool, tools } = await world()
  const school = await makeSchool('Soma')
  const { student, admin, make, tx } = school
  const cohort = await make.cohort()
  const bread = await make.course({ title: 'Pães', workload_minutes: 600 })
  const cake = await make.course({ title: 'Bolos', workload_minutes: 900 })
  await tx((db) => db.updateTable('cohorts').set({ all_courses: true }).where('id', '=', cohort.id).execute())
  await make.enrollment(cohort, student)
  const modelId = (await call(certificateTemplates.create, { as: admin, body: { title: 'Formação' } })).body.certificate
    .id
  const save = (change: Record<string, string> = {}) =>
    call(certificateTemplates.save, {
      as: admin,
      fields: {
        id: modelId,
        kind: 'sum',
        degrees: JSON.stringify([bread.id, cake.id]),
        signature_name: 'Ana Prado',
        ...form,
        ...change,
      } as never,
    })
  const begin = tools.now().getTime() - 10 * dayMs
  const progress = (course: { id: string }, { userId }: Person, startedOn = begin) =>
    tx((db) =>
      db
        .insertInto('course_progress')
        .values({
          user_id: userId,
          course_id: course.id,
          utc_started_on: new Date(startedOn),
          utc_completed_on: new Date(tools.now().getTime() - (course === bread ? 2 : 1) * dayMs),
        })
        .execute(),
    )
  const finish = async (course: { id: string }, startedOn?: number) => {
    await progress(course, student, startedOn)
    await tx((db) => issueOnCompletion(db, { courseId: course.id, userIds: [student.userId] }, tools.now()))
  }
  const issued = () =>
    tx((db) =>
      db
        .selectFrom('certificates')
        .select(['id', 'course_id', 'template_id', 'user_id', 'record_id', 'number'])
        .where('course_id', 'is', null)
        .orderBy('id')
        .execute(),
    )
  const render = async () => {
    const queued = await tx((db) => db.selectFrom('certificates').select('id').where('status', '=', 'queued').execute())
    for (const { id } of queued) await renderCertificate(school, id, tools)
  }
  const read = async (url: string) => readPdf((await app.inject(url)).rawPayload)
  const ask = (body: { degreeId?: string; modelId?: string } = { modelId }) =>
    call(certificateIssues.request, { as: student, body })
  const listed = async () => (await call(certificateIssues.requests, { as: student })).body.requests
  return { school, student, bread, cake, modelId, save, progress, finish, issued, render, read, ask, listed }
}
