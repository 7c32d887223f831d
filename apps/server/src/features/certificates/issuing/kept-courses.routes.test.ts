import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { templateMessages } from '@escola/contract/certificate-template-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { courses } from '@escola/contract/courses.contract'
import { today } from '@escola/contract/today.contract'
import { expect, it } from 'vitest'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { issueDue } from './finished.service.ts'
import { issueOnCompletion } from './issuing.service.ts'
import { summing } from './sums.testing.ts'

/** A summing school with its acts on a course, and with its model as an administrator sees it. */
async function keeping(form: Record<string, string> = {}) {
  const { call, tools } = await world()
  const summed = await summing(form)
  const { school, modelId } = summed
  const as = school.admin
  const publish = (course: { id: string; link: string }, unpublish = false) =>
    call(courses.publish, { as, params: { link: course.link }, body: { id: course.id, unpublish } })
  const remove = async (course: { id: string; link: string }) => {
    await publish(course, true)
    expect((await call(courses.remove, { as, body: { id: course.id } })).status).toBe(200)
  }
  const model = async (id = modelId) =>
    (await call(certificateTemplates.list, { as })).body.certificateList.find((each) => each.id === id)!
  const runDue = () => issueDue(school, {}, tools, neverStops)
  const dueOn = () =>
    school.tx((db) =>
      db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'certificates.issue_due').executeTakeFirst(),
    )
  return { ...summed, call, tools, publish, remove, model, runDue, dueOn }
}

it('issues no sum while a course of it is not published, says so, and issues it once the course is there again', async () => {
  const {
    school,
    student,
    bread,
    cake,
    modelId,
    save,
    progress,
    finish,
    issued,
    ask,
    listed,
    publish,
    model,
    ...more
  } = await keeping()
  const { call, runDue, dueOn } = more
  await save({ all_degrees: 'true', degrees: '[]' })
  expect(await model()).toMatchObject({ all_degrees: true, degrees: [bread.id, cake.id], absent_degrees: [] })
  await finish(bread)
  await publish(cake, true)
  expect((await model()).absent_degrees).toEqual([{ id: cake.id, title: 'Bolos', why: 'unpublished' }])
  const stopped = async () => (await call(today.get, { as: school.admin })).body.models
  expect(await stopped()).toEqual({ total: 1, list: [{ id: modelId, title: 'Formação', why: 'unpublished' }] })
  // It was finished before it went; the sum of the other one alone would be another certificate.
  await progress(cake, student)
  const other = await school.make.student()
  await progress(bread, other)
  const { tools } = await world()
  await school.tx((db) =>
    issueOnCompletion(db, { courseId: bread.id, userIds: [other.userId, student.userId] }, tools.now()),
  )
  expect([await issued(), (await ask()).error.code]).toEqual([[], 'certificate_sum_stopped'])
  expect((await listed()).filter(({ model_id }) => model_id)).toMatchObject([
    { held_why: issueMessages.sumWaits(['Bolos']), is_waiting: true },
  ])
  await runDue()
  expect(await issued()).toEqual([])
  await publish(cake)
  expect([(await model()).absent_degrees, (await stopped()).total]).toEqual([[], 0])
  // The clock looks at once, because the course is back.
  expect((await dueOn())!.utc_due_on.getTime()).toBeLessThanOrEqual(tools.now().getTime())
  await runDue()
  expect((await issued()).map(({ user_id }) => user_id)).toEqual([student.userId])
})

it('asks for the courses of the day of the save: a newer one joins with the next save, and a deleted one is left out by it alone', async () => {
  const { school, student, bread, cake, save, progress, finish, issued, ask, remove, model, call } = await keeping({
    is_automatic: 'false',
    all_degrees: 'true',
  })
  await save()
  const pie = await school.make.course({ title: 'Tortas' })
  await finish(bread)
  await remove(cake)
  expect(await model()).toMatchObject({
    degrees: [bread.id],
    absent_degrees: [{ id: cake.id, title: 'Bolos', why: 'gone' }],
  })
  await progress(pie, student)
  expect((await ask()).error.code).toBe('certificate_sum_stopped')
  expect(await issued()).toEqual([])
  const refused = await save({ all_degrees: 'false', degrees: JSON.stringify([bread.id]) })
  expect(refused.error.fields).toEqual({ degrees: templateMessages.sumCourses })
  await save()
  expect(await model()).toMatchObject({ degrees: [bread.id, pie.id], absent_degrees: [] })
  expect((await ask()).status).toBe(200)
  await remove(pie)
  expect((await save()).error.fields).toEqual({ degrees: templateMessages.sumPublished })
  // The first answer counts for a certificate that is there.
  expect((await call(certificateIssues.request, { as: student, body: { modelId: (await model()).id } })).status).toBe(
    200,
  )
})

it('corrects only the name in a sum that misses a course, and draws what failed', async () => {
  const { school, student, bread, cake, save, finish, issued, render, remove, call } = await keeping()
  await save()
  for (const course of [bread, cake]) await finish(course)
  await render()
  const [first] = await issued()
  await remove(cake)
  const again = () => call(certificateIssues.reissue, { as: school.admin, params: { id: first!.id } })
  expect((await again()).error.code).toBe('certificate_sum_stopped')
  await save({ title: 'Outro', degrees: JSON.stringify([bread.id, (await school.make.course()).id]) })
  await remove(bread)
  await school.tx((db) =>
    db.updateTable('memberships').set({ name: 'Ana Corrigida' }).where('user_id', '=', student.userId).execute(),
  )
  expect((await again()).body.certificate.number).toBe(2)
  await render()
  const { certificates: mine } = (await call(certificates.mine, { as: student })).body
  const { code } = mine.find(({ degree_title }) => degree_title === 'Pães e Bolos')!
  const proof = (await call(certificates.verify, { params: { schoolId: school.id, code } })).body
  expect(proof).toMatchObject({ student_name: 'Ana Corrigida', course_title: 'Pães e Bolos', courses: 2, number: 2 })
  await school.tx((db) => db.updateTable('certificates').set({ status: 'failed' }).where('code', '=', code).execute())
  expect((await again()).body.certificate.number).toBe(3)
})

it('gives a course no other model because a course that the other one names was deleted', async () => {
  const { school, bread, cake, remove, model, call, finish, issued, render } = await keeping()
  const as = school.admin
  const make = async (title: string, degrees: string[]) => {
    const { id } = (await call(certificateTemplates.create, { as, body: { title } })).body.certificate
    const fields = { id, signature_name: 'Ana Prado', degrees: JSON.stringify(degrees) } as never
    expect((await call(certificateTemplates.save, { as, fields })).status).toBe(200)
    return id
  }
  const own = await make('Modelo de Pães', [bread.id])
  const both = await make('Modelo de Pães e Bolos', [bread.id, cake.id])
  await remove(cake)
  expect(await model(both)).toMatchObject({
    degrees: [bread.id],
    absent_degrees: [{ id: cake.id, title: 'Bolos', why: 'gone' }],
  })
  await finish(bread)
  await render()
  const [certificate] = await school.tx((db) => db.selectFrom('certificates').select(['id', 'template_id']).execute())
  expect(certificate!.template_id).toBe(own)
  const again = await call(certificateIssues.reissue, { as, params: { id: certificate!.id } })
  expect(again.body.certificate.number).toBe(2)
  const templates = await school.tx((db) => db.selectFrom('certificates').select('template_id').execute())
  expect(templates.map(({ template_id }) => template_id)).toEqual([own, own])
  expect(await issued()).toEqual([])
})

it('names what a course touches before it goes', async () => {
  const { school, bread, cake, save, call } = await keeping()
  const as = school.admin
  await save()
  await school.tx((db) =>
    db.updateTable('certificate_templates').set({ title: 'Formação' }).where('kind', '=', 'sum').execute(),
  )
  await school.make.cohort({ title: 'Turma de maio', courses: [bread] })
  await school.tx(async (db) => {
    const plan = { title: 'Rede', all_courses: true, utc_created_on: new Date() }
    await db.insertInto('affiliate_plans').values(plan).execute()
    await db.updateTable('courses').set({ hide_to_affiliates: true }).where('id', '=', cake.id).execute()
  })
  const reach = async (course: { link: string }) =>
    (await call(courses.reach, { as, params: { link: course.link } })).body.reach
  expect(await reach(bread)).toMatchObject({
    cohorts: 2,
    // The other class has all courses.
    cohort_titles: ['Turma 1', 'Turma de maio'],
    sums: ['Formação'],
    models: [],
    plans: ['Rede'],
  })
  expect(await reach(cake)).toMatchObject({ cohorts: 1, cohort_titles: ['Turma 1'], sums: ['Formação'], plans: [] })
  await school.make.cohort({ title: 'Aberta', isPublic: true })
  expect(await reach(cake)).toMatchObject({ cohorts: 2, cohort_titles: ['Aberta', 'Turma 1'] })
})
