import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { courses } from '@escola/contract/courses.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { today } from '@escola/contract/today.contract'
import { expect, it } from 'vitest'
import { affiliate, makePlan, spread } from '../../../testing/franchise.ts'
import { neverStops } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { issueDue } from './finished.service.ts'
import { summing } from './sums.testing.ts'

/** A summing school whose model adds up a course of its own and an edition. */
async function summingEdition() {
  const w = await world()
  const { call, tools } = w
  const summed = await summing()
  const { school, modelId, bread, save } = summed
  const as = school.admin
  const franchisor = await w.makeSchool('Matriz')
  const pasta = await franchisor.make.course({ title: 'Massas' })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  expect((await save({ degrees: JSON.stringify([bread.id, pasta.id]) })).status).toBe(200)
  const publish = async (unpublish: boolean) => {
    const body = { id: pasta.id, unpublish }
    await call(courses.publish, { as: franchisor.admin, params: { link: pasta.link }, body })
    await spread(w, franchisor)
  }
  const absent = async () =>
    (await call(certificateTemplates.list, { as })).body.certificateList.find(({ id }) => id === modelId)!
      .absent_degrees
  const stopped = async () => (await call(today.get, { as })).body.models
  const runDue = () => issueDue(school, {}, tools, neverStops)
  const dueOn = async () =>
    (
      await school.tx((db) =>
        db.selectFrom('due_jobs').select('utc_due_on').where('name', '=', 'certificates.issue_due').executeTakeFirst(),
      )
    )?.utc_due_on.getTime()
  const removePasta = async () => {
    await publish(true)
    expect((await call(courses.remove, { as: franchisor.admin, body: { id: pasta.id } })).status).toBe(200)
    await spread(w, franchisor)
  }
  return { ...summed, w, franchisor, pasta, publish, absent, stopped, runDue, dueOn, removePasta }
}

it('calls an edition deleted whose original was deleted, and looks no more at a sum that misses it', async () => {
  const { pasta, modelId, publish, absent, stopped, runDue, dueOn, removePasta } = await summingEdition()
  await publish(true)
  expect(await absent()).toEqual([{ id: pasta.id, title: 'Massas', why: 'closed' }])
  expect((await stopped()).list).toEqual([{ id: modelId, title: 'Formação', why: 'closed' }])
  await removePasta()
  expect((await stopped()).list).toEqual([{ id: modelId, title: 'Formação', why: 'gone' }])
  expect(await absent()).toEqual([{ id: pasta.id, title: 'Massas', why: 'gone' }])
  await runDue()
  expect(await dueOn()).toBeUndefined()
})

it('looks at a sum that stands still once a day, and at once when its course is published again or its edition opens', async () => {
  const { w, school, bread, publish, runDue, dueOn } = await summingEdition()
  const publishBread = (unpublish: boolean) =>
    w.call(courses.publish, { as: school.admin, params: { link: bread.link }, body: { id: bread.id, unpublish } })
  const ways = [publish, publishBread]
  for (const change of ways) {
    await change(true)
    await runDue()
    expect(await dueOn()).toBeGreaterThan(w.tools.now().getTime() + dayMs - minuteMs)
    await change(false)
    expect(await dueOn()).toBeLessThanOrEqual(w.tools.now().getTime())
    await runDue()
    expect(await dueOn()).toBeUndefined()
    // Further versions of what is published wake nothing.
    await change(false)
    expect(await dueOn()).toBeUndefined()
  }
})

it('names a sum of fewer than two courses on Hoje, and corrects the name of what it issued, all else as it was', async () => {
  const { call } = await world()
  const { school, student, bread, cake, modelId, save, finish, issued, render } = await summing()
  const as = school.admin
  await save()
  for (const course of [bread, cake]) await finish(course)
  await render()
  const again = async () => call(certificateIssues.reissue, { as, params: { id: (await issued()).at(-1)!.id } })
  const rename = (name: string) =>
    school.tx((db) => db.updateTable('memberships').set({ name }).where('user_id', '=', student.userId).execute())
  // Earlier releases left lists of one course, and of none.
  for (const [left, course] of [cake, bread].entries()) {
    await school.tx((db) => db.deleteFrom('certificate_template_courses').where('course_id', '=', course.id).execute())
    const { models } = (await call(today.get, { as })).body
    expect(models).toEqual({ total: 1, list: [{ id: modelId, title: 'Formação', why: 'few' }] })
    await rename(`Ana Corrigida ${left}`)
    expect((await again()).body.certificate.number).toBe(left + 2)
    await render()
  }
  const [mine] = (await call(certificates.mine, { as: student })).body.certificates
  const proof = (await call(certificates.verify, { params: { schoolId: school.id, code: mine!.code } })).body
  expect(proof).toMatchObject({ student_name: 'Ana Corrigida 1', course_title: 'Pães e Bolos', courses: 2 })
})
