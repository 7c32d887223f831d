import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { expect, it } from 'vitest'
import { world } from '../../../testing/world.ts'
import { issueDue } from './finished.service.ts'
import { issueOnCompletion } from './issuing.service.ts'

const day = 86_400_000

/** A school whose student has finished a course, begun ten days ago. */
async function finished(template: { is_automatic?: boolean; min_days?: number }) {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Pedidos')
  const { student: as, make, tx } = school
  const course = await make.course()
  const startedOn = new Date(tools.now().getTime() - 10 * day)
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
    runDue: () => issueDue(school, {}, tools, new AbortController().signal),
  }
}

it('issues a certificate that its student asks for, once, where a saved model is for the course', async () => {
  const { school, course, complete, listed, ask, issued } = await finished({ is_automatic: false })
  const { call } = await world()
  await complete()
  expect(await issued()).toEqual([])
  expect(await listed()).toEqual([
    { degree_id: course.id, degree_title: course.title, degree_link: course.link, utc_due_on: null },
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
  const dueOn = new Date(startedOn.getTime() + 30 * day)
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
  await begin(new Date(startedOn.getTime() - 20 * day))
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
