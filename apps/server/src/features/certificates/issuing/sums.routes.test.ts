import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { templateMessages } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { dayMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { issueDue, issueFinished } from './finished.service.ts'
import { issueOnCompletion } from './issuing.service.ts'
import { summing } from './sums.testing.ts'

it('issues a sum once all of its courses are finished, beside theirs, with a number of its own', async () => {
  const { call } = await world()
  const { school, student, bread, cake, modelId, save, finish, issued, render, read } = await summing()
  expect((await save()).body).toMatchObject({ issuing: 0, certificate: { kind: 'sum', sum_hours: null } })
  await finish(bread)
  expect(await issued()).toEqual([])
  await finish(cake)
  await finishAgain()
  async function finishAgain() {
    const now = (await world()).tools.now()
    await school.tx((db) => issueOnCompletion(db, { courseId: cake.id, userIds: [student.userId] }, now))
  }
  const [sum, ...more] = await issued()
  expect([sum, more]).toMatchObject([{ template_id: modelId, user_id: student.userId, number: 1 }, []])
  await render()
  const register = await school.tx((db) =>
    db
      .selectFrom('certificate_records')
      .select(['course_id', 'template_id', 'register_number'])
      .orderBy('id')
      .execute(),
  )
  expect(register.map(({ register_number }) => register_number)).toEqual([1, 2, 3])
  expect(register.at(-1)).toMatchObject({ course_id: null, template_id: modelId })

  // The context has the sum once for each of its courses, with one PDF.
  const query = { domain: '', pathname: `/escola/${school.id}` }
  const context = async () => (await call(schools.context, { as: student, query })).body.certificateList
  const list = await context()
  expect(list.map(({ degree_id }) => degree_id).toSorted()).toEqual([bread.id, bread.id, cake.id, cake.id].toSorted())
  const ofSum = list.filter(({ id }) => id === sum!.id)
  expect([ofSum.map(({ degree_id }) => degree_id), new Set(ofSum.map(({ pdf }) => pdf)).size]).toEqual([
    [bread.id, cake.id],
    1,
  ])
  const { pages, text } = await read(ofSum[0]!.pdf)
  expect(pages).toBe(2)
  for (const part of ['concluiu os cursos Pães e Bolos', 'com carga horária de 25 horas', 'Carga horária: 10 horas'])
    expect(text).toContain(part)
  const mine = (await call(certificates.mine, { as: student })).body.certificates
  expect(mine.map(({ degree_title }) => degree_title).toSorted()).toEqual(['Bolos', 'Pães', 'Pães e Bolos'])
  const { code } = mine.find(({ id }) => id === sum!.id)!
  const page = (await call(certificates.verify, { params: { schoolId: school.id, code } })).body
  expect(page).toMatchObject({ course_title: 'Pães e Bolos', courses: 2, register_number: 3 })

  // The course answers with its own certificate, until that is revoked.
  const single = list.find(({ id, degree_id }) => id !== sum!.id && degree_id === bread.id)!
  const params = { degreeLink: bread.link }
  const course = async () => (await call(learning.course, { as: student, params })).body.degree.certificate
  expect((await read((await course())!.pdf)).text).toContain('concluiu o curso Pães')
  await call(certificateIssues.revoke, { as: school.admin, params: { id: single.id }, body: { why: 'Engano nosso' } })
  expect([(await course())!.pdf, (await context()).some(({ id }) => id === single.id)]).toEqual(['', false])
})

it('issues a sum to a student who asks once the hours are reached, and never to others', async () => {
  const { call, riverside } = await world()
  const { school, bread, cake, modelId, save, finish, issued, ask, listed } = await summing({ is_automatic: 'false' })
  const saved = await save({ sum_hours: '25' })
  expect(saved.body.certificate).toMatchObject({ is_automatic: false, sum_hours: 25 })
  await finish(bread)
  expect([await listed(), (await ask()).error.code]).toEqual([[], 'certificate_sum_unreached'])
  await finish(cake)
  expect(await listed()).toEqual([
    {
      degree_id: bread.id,
      degree_title: 'Pães e Bolos',
      degree_link: bread.link,
      model_id: modelId,
      utc_due_on: null,
      held_why: '',
      is_waiting: false,
    },
  ])
  for (const body of [{}, { degreeId: bread.id, modelId }])
    expect(await ask(body)).toMatchObject({ status: 400, error: { fields: { degreeId: issueMessages.which } } })
  const foreign = (await call(certificateTemplates.list, { as: riverside.admin })).body.certificateList[0]!
  expect((await ask({ modelId: foreign.id })).status).toBe(404)
  const byAdmin = await call(certificateIssues.request, { as: school.admin, body: { modelId } })
  expect(byAdmin.error.code).toBe('students_only')

  const answers = await Promise.all([ask(), ask(), ask()])
  const [sum, ...more] = await issued()
  expect([answers.map(({ body }) => body.certificate), more]).toEqual([Array(3).fill({ id: sum!.id, number: 1 }), []])
  expect(await listed()).toEqual([])
})

it('sums at least two courses when ten hours are asked for, and needs all courses where none are', async () => {
  const { bread, cake, save, finish, issued, ask } = await summing({ is_automatic: 'false' })
  await save()
  await finish(bread)
  expect((await ask()).error.code).toBe('certificate_sum_unreached')
  // The course of which they were studied has a certificate of its own.
  await save({ sum_hours: '10' })
  expect((await ask()).error.code).toBe('certificate_sum_unreached')
  await finish(cake)
  expect((await ask()).status).toBe(200)
  expect(await issued()).toHaveLength(1)
})

it('asks with the number before it sums for those who have finished, and waits for the days of study', async () => {
  const { call, tools } = await world()
  const { school, bread, cake, modelId, save, progress, finish, issued, listed } = await summing()
  const [both, half] = [await school.make.student(), await school.make.student()]
  for (const course of [bread, cake]) await progress(course, both)
  await progress(bread, half)
  const choice = { kind: 'sum' as const, degrees: [bread.id, cake.id], all_degrees: false }
  const count = async (id: string, change: object = {}) =>
    (
      await call(certificateTemplates.countFinished, {
        as: school.admin,
        params: { id },
        body: { ...choice, ...change },
      })
    ).body.students
  const forms = [{}, { is_automatic: false }, { degrees: [bread.id] }, { all_degrees: true }, { min_days: 11 }]
  expect(await Promise.all(forms.map((form) => count(modelId, form)))).toEqual([1, 0, 0, 1, 0])
  expect(await count('0')).toBe(1)
  expect((await save({ min_days: '11' })).body.issuing).toBe(0)
  const run = async () => {
    const signal = neverStops
    await issueFinished(school, { templateId: modelId }, tools, signal)
    await issueDue(school, {}, tools, signal)
  }
  await run()
  const due = () =>
    school.tx((db) =>
      db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'certificates.issue_due').executeTakeFirst(),
    )
  expect([
    (await issued()).length,
    Math.round(((await due())!.utc_due_on.getTime() - tools.now().getTime()) / dayMs),
  ]).toEqual([0, 1])
  // The first lesson of any of its courses counts.
  await finish(bread, tools.now().getTime() - 3 * dayMs)
  await finish(cake, tools.now().getTime() - 5 * dayMs)
  expect((await listed()).find(({ model_id }) => model_id)?.utc_due_on).toBe(
    new Date(
      (
        await school.tx((db) =>
          db
            .selectFrom('course_progress')
            .select('utc_started_on')
            .where('course_id', '=', cake.id)
            .where('user_id', '=', school.student.userId)
            .executeTakeFirstOrThrow(),
        )
      ).utc_started_on.getTime() +
        11 * dayMs,
    ).toISOString(),
  )
  expect((await save({ min_days: '5' })).body.issuing).toBe(2)
  await run()
  await run()
  expect((await issued()).map(({ user_id }) => user_id).toSorted()).toEqual(
    [both.userId, school.student.userId].toSorted(),
  )
  expect((await save()).body.issuing).toBe(0)
})

it('issues a sum again with its number, and nothing once its template is deleted', async () => {
  const { call } = await world()
  const { school, bread, cake, modelId, save, finish, issued } = await summing()
  await save()
  for (const course of [bread, cake]) await finish(course)
  await school.tx((db) => db.updateTable('certificates').set({ status: 'ready' }).execute())
  const [first] = await issued()
  const again = () => call(certificateIssues.reissue, { as: school.admin, params: { id: first!.id } })
  expect((await again()).body.certificate.number).toBe(2)
  const issues = await issued()
  expect(new Set(issues.map(({ record_id }) => record_id)).size).toBe(1)
  await call(certificateTemplates.remove, { as: school.admin, params: { id: modelId } })
  expect((await again()).error.code).toBe('no_certificate_template')
})

it('takes no sum of fewer than two courses, nor of too many hours', async () => {
  const { bread, save } = await summing({ is_automatic: 'false' })
  const cases = [
    [{ degrees: JSON.stringify([bread.id, bread.id]) }, { degrees: templateMessages.sumCourses }],
    [{ sum_hours: '0' }, { sum_hours: templateMessages.sumHours }],
    [{ sum_hours: '10001' }, { sum_hours: templateMessages.sumHours }],
    [{ sum_hours: 'dez' }, { sum_hours: templateMessages.sumHours }],
  ] as const
  for (const [fields, refused] of cases) expect((await save(fields)).error.fields).toEqual(refused)
})
