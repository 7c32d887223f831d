import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { dayMs } from '@escola/contract/durations'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { issueDue, issueFinished } from './finished.service.ts'
import { issueOnCompletion } from './issuing.service.ts'

/** A school whose student has finished a course, begun ten days ago. */
async function finished(template: { is_automatic?: boolean; min_days?: number }) {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Pedidos')
  const { student: as, make, tx } = school
  const course = await make.course()
  const startedOn = new Date(tools.now().getTime() - 10 * dayMs)
  await tx(async (db) => {
    await db.updateTable('certificate_templates').set(template).execute()
    await db
      .insertInto('course_progress')
      .values({ user_id: as.userId, course_id: course.id, utc_started_on: startedOn, utc_completed_on: tools.now() })
      .execute()
  })
  return {
    school,
    course,
    startedOn,
    complete: () => tx((db) => issueOnCompletion(db, { courseId: course.id, userIds: [as.userId] }, tools.now())),
    listed: async () => (await call(certificateIssues.requests, { as })).body.requests,
    ask: (degreeId = course.id) => call(certificateIssues.request, { as, body: { degreeId } }),
    issued: () => tx((db) => db.selectFrom('certificates').select(['id', 'number', 'course_id']).execute()),
    due: () =>
      tx((db) => db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'certificates.issue_due').execute()),
    runDue: () => issueDue(school, {}, tools, neverStops),
  }
}

it('issues a certificate that its student asks for, once, where a saved model is for the course', async () => {
  const { school, course, complete, listed, ask, issued } = await finished({ is_automatic: false })
  const { call } = await world()
  await complete()
  expect(await issued()).toEqual([])
  expect(await listed()).toEqual([
    {
      degree_id: course.id,
      degree_title: course.title,
      degree_link: course.link,
      model_id: null,
      utc_due_on: null,
      held_why: '',
      is_waiting: false,
    },
  ])
  expect(await ask((await school.make.course()).id)).toMatchObject({ error: { code: 'course_not_completed' } })
  expect(await ask('999999')).toMatchObject({ status: 404 })
  const byAdmin = await call(certificateIssues.request, { as: school.admin, body: { degreeId: course.id } })
  expect(byAdmin.error.code).toBe('students_only')

  const change = (values: object) => school.tx((db) => db.updateTable('schools').set(values).execute())
  await change({ has_certificate: false })
  expect([await listed(), (await ask()).error.code]).toEqual([[], 'no_certificate_template'])
  await change({ has_certificate: true })

  const answers = await Promise.all([ask(), ask(), ask()])
  const [certificate] = await issued()
  expect(answers.map(({ status, body }) => [status, body.certificate])).toEqual(
    Array(3).fill([200, { id: certificate!.id, number: 1 }]),
  )
  expect((await ask()).body.certificate.id).toBe(certificate!.id)
  expect([await listed(), (await issued()).length]).toEqual([[], 1])
  expect(await school.pendingJobs()).toEqual([['certificates.render', { certificateId: certificate!.id }]])
})

it('says nothing of a certificate where no saved model is for the course', async () => {
  const { school, listed, ask, issued } = await finished({ is_automatic: false })
  await school.tx((db) => db.updateTable('certificate_templates').set({ utc_saved_on: null }).execute())
  expect([await listed(), (await ask()).error.code]).toEqual([[], 'no_certificate_template'])
  expect(await issued()).toEqual([])
})

it('issues once the days of study are over, by the clock, and says when that is', async () => {
  const { school, startedOn, complete, listed, ask, issued, due, runDue } = await finished({ min_days: 30 })
  const dueOn = new Date(startedOn.getTime() + 30 * dayMs)
  await complete()
  expect([await issued(), await due()]).toEqual([[], [{ utc_due_on: dueOn }]])
  expect(await listed()).toMatchObject([{ utc_due_on: dueOn.toISOString() }])
  expect(await ask()).toMatchObject({
    status: 409,
    error: { code: 'certificate_too_early', fields: { degreeId: issueMessages.dueOn(dueOn) } },
  })
  await runDue()
  expect([await issued(), await due()]).toEqual([[], [{ utc_due_on: dueOn }]])

  // The template is read again when the day has come.
  const begin = (utc_started_on: Date) =>
    school.tx((db) => db.updateTable('course_progress').set({ utc_started_on }).execute())
  const set = (values: object) => school.tx((db) => db.updateTable('certificate_templates').set(values).execute())
  await begin(new Date(startedOn.getTime() - 20 * dayMs))
  await set({ is_automatic: false })
  await runDue()
  expect([await issued(), await due()]).toEqual([[], []])
  await set({ is_automatic: true })
  await runDue()
  await runDue()
  expect([(await issued()).length, await listed(), await due()]).toEqual([1, [], []])
})

it('asks no question for those whose days are not over, and issues for them when fewer days are asked for', async () => {
  const { school, issued, due, runDue } = await finished({ is_automatic: false })
  const { call } = await world()
  const as = school.admin
  const { id } = (await call(certificateTemplates.list, { as })).body.certificateList[0]!
  const count = async (min_days: number) =>
    (await call(certificateTemplates.countFinished, { as, params: { id }, body: { all_degrees: true, min_days } })).body
      .students
  expect([await count(11), await count(10)]).toEqual([0, 1])
  const save = async (min_days: string) =>
    (await call(certificateTemplates.save, { as, fields: { id, all_degrees: 'true', min_days } as never })).body.issuing
  expect(await save('11')).toBe(0)
  await runDue()
  expect([await issued(), (await due()).length]).toEqual([[], 1])
  expect(await save('9')).toBe(1)
  await runDue()
  expect([(await issued()).length, await due()]).toEqual([1, []])
})

it('issues by the template that takes the place of a deleted one, by its own days, and nothing after the last', async () => {
  const { school, course, complete, issued, due, runDue } = await finished({ min_days: 12 })
  const { call, tools } = await world()
  const { admin: as, student } = school
  const { id } = (await call(certificateTemplates.create, { as, body: {} })).body.certificate
  const form = { id, degrees: JSON.stringify([course.id]), signature_name: 'Ana Prado', min_days: '30' }
  await call(certificateTemplates.save, { as, fields: form as never })
  await complete()
  await runDue()
  const days = async () =>
    (await due()).map(({ utc_due_on }) => Math.round((utc_due_on.getTime() - tools.now().getTime()) / dayMs))
  expect(await days()).toEqual([20])
  const remove = (templateId: string) => call(certificateTemplates.remove, { as, params: { id: templateId } })
  await remove(id)
  await runDue()
  expect([await issued(), await days()]).toEqual([[], [2]])
  // Without days of its own, the next one issues in the job that the removal has queued.
  const { id: another } = (await call(certificateTemplates.create, { as, body: {} })).body.certificate
  await call(certificateTemplates.save, { as, fields: { ...form, id: another } as never })
  const first = (await call(certificateTemplates.list, { as })).body.certificateList.at(-1)!
  await school.tx((db) =>
    db.updateTable('certificate_templates').set({ min_days: 0 }).where('id', '=', first.id).execute(),
  )
  await remove(another)
  const queued = (await school.pendingJobs()).filter(([name]) => name === 'certificates.issue_finished')
  expect(queued.at(-1)).toEqual(['certificates.issue_finished', { templateId: first.id }])
  await issueFinished(school, { templateId: first.id }, tools, neverStops)
  expect(await issued()).toHaveLength(1)

  await remove(first.id)
  const late = await school.make.student()
  const claims = { courseId: course.id, userIds: [late.userId] }
  await school.tx(async (db) => {
    const progress = { user_id: late.userId, course_id: course.id, utc_completed_on: tools.now() }
    await db.insertInto('course_progress').values(progress).execute()
    await issueOnCompletion(db, claims, tools.now())
  })
  await runDue()
  const params = { userId: student.userId }
  const again = await call(students.reissueCertificate, { as, params, body: { degreeId: course.id } })
  const asked = await call(certificateIssues.request, { as: late, body: { degreeId: course.id } })
  expect([again.error.code, asked.error.code]).toEqual(['no_certificate_template', 'no_certificate_template'])
  expect([(await issued()).length, await due()]).toEqual([1, []])
})

it('issues nothing before its day to an administrator either, but again at any time', async () => {
  const { school, course, issued } = await finished({ min_days: 30 })
  const { call } = await world()
  const reissue = () =>
    call(students.reissueCertificate, {
      as: school.admin,
      params: { userId: school.student.userId },
      body: { degreeId: course.id },
    })
  expect((await reissue()).error.code).toBe('certificate_too_early')
  expect(await issued()).toEqual([])
  const set = (min_days: number) =>
    school.tx((db) => db.updateTable('certificate_templates').set({ min_days }).execute())
  await set(10)
  expect((await reissue()).body.certificate.number).toBe(1)
  await set(30)
  await school.tx((db) => db.updateTable('certificates').set({ status: 'ready' }).execute())
  expect((await reissue()).body.certificate.number).toBe(2)
})
