import { affiliates } from '@escola/contract/affiliates.contract'
import { categories } from '@escola/contract/categories.contract'
import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateReissues } from '@escola/contract/certificate-reissues.contract'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { today } from '@escola/contract/today.contract'
import { expect, it } from 'vitest'
import { affiliate, makePlan, spread } from '../../../testing/franchise.ts'
import { neverStops, workRun } from '../../../testing/jobs.ts'
import { world } from '../../../testing/world.ts'
import { completeForStudent } from '../../learning/completion.service.ts'
import { renderCertificate } from '../printing/printing.service.ts'
import { issueFinished } from './finished.service.ts'

/** An affiliate whose student finished an edition three days ago. */
async function finishing() {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  const as = school.admin
  const course = await franchisor.make.course({ title: 'Massas' })
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, school.student)
  const completedOn = new Date(w.tools.now().getTime() - 3 * dayMs)
  await school.tx((db) =>
    db
      .insertInto('course_progress')
      .values({
        user_id: school.student.userId,
        course_id: course.id,
        utc_started_on: new Date(completedOn.getTime() - dayMs),
        utc_completed_on: completedOn,
      })
      .execute(),
  )
  const end = async () => {
    expect((await w.call(affiliates.remove, { as: franchisor.admin, body: { school_id: school.id } })).status).toBe(200)
    await school.tx((db) => db.updateTable('franchisors').set({ utc_removed_on: new Date() }).execute())
    await spread(w, franchisor)
  }
  const issues = () =>
    school.tx((db) =>
      db
        .selectFrom('certificates')
        .select(['id', 'number', 'template_id', 'utc_completed_on', 'utc_issued_on'])
        .orderBy('id')
        .execute(),
    )
  const draw = async () => {
    for (const { id } of await issues()) await renderCertificate(school, id, w.tools)
  }
  const again = (id: string) => w.call(certificateIssues.reissue, { as, params: { id } })
  return { w, franchisor, school, as, course, cohort, completedOn, end, issues, draw, again }
}

it('issues what was finished before an edition ended once, with the day of its completion and its own day of issue', async () => {
  const { w, school, as, course, completedOn, end, issues, draw, again } = await finishing()
  await end()
  const ask = () => w.call(certificateIssues.request, { as: school.student, body: { degreeId: course.id } })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, second.body]).toEqual([200, first.body])
  const [issue, ...more] = await issues()
  expect([issue!.utc_completed_on, more]).toEqual([completedOn, []])
  expect(issue!.utc_issued_on.getTime()).toBeGreaterThan(completedOn.getTime() + 2 * dayMs)
  await draw()

  // Nothing of it is issued as new: not by an administrator, not with all others, not by a model that is saved later.
  const answer = await again(issue!.id)
  expect([answer.status, answer.error.code]).toEqual([409, 'certificate_course_closed'])
  const params = { id: issue!.template_id! }
  const { reissue } = (await w.call(certificateReissues.start, { as, params })).body
  await workRun(w, school, reissue.id)
  const list = (await w.call(certificateReissues.list, { as, params, query: {} as never })).body
  expect(list.reissue).toMatchObject({ reissued: 0, refusals: [{ why: errors.certificate_course_closed.pt }] })
  const fields = { id: params.id, signature_name: 'Ana Prado', all_degrees: 'true' } as never
  expect((await w.call(certificateTemplates.save, { as, fields })).body.issuing).toBe(0)
  await issueFinished(school, { templateId: params.id }, w.tools, neverStops)
  expect(await issues()).toHaveLength(1)

  // A name is corrected, and what else was printed stays.
  await school.tx((db) => db.updateTable('courses').set({ title: 'Outro título' }).execute())
  await school.tx((db) =>
    db.updateTable('memberships').set({ name: 'Ana Certa' }).where('user_id', '=', school.student.userId).execute(),
  )
  const own = await w.call(certificateIssues.correctName, { as: school.student, params: { id: issue!.id } })
  expect(own.body.certificate.number).toBe(2)
  await draw()
  const [mine] = (await w.call(certificates.mine, { as: school.student })).body.certificates
  expect(mine).toMatchObject({ degree_title: 'Massas', utc_completed_on: completedOn.toISOString() })
})

it('of two students who become one and had done all of an edition before it ended, the day of the last lesson counts', async () => {
  const { w, school, course, completedOn, end, issues } = await finishing()
  const { userId } = await school.make.student()
  const days = [completedOn, new Date(completedOn.getTime() - dayMs)]
  await school.tx(async (db) => {
    const started = { user_id: userId, course_id: course.id, utc_started_on: days[1]! }
    await db.insertInto('course_progress').values(started).execute()
    for (const [index, { id }] of course.lessons.entries())
      await db
        .insertInto('lesson_completions')
        .values({ user_id: userId, course_id: course.id, lesson_id: id, utc_completed_on: days[index]! })
        .execute()
  })
  await end()
  await school.tx((db) => completeForStudent(db, { courseId: course.id, userId }, w.tools))
  const progress = await school.tx((db) =>
    db.selectFrom('course_progress').select('utc_completed_on').where('user_id', '=', userId).executeTakeFirst(),
  )
  expect(progress).toEqual({ utc_completed_on: completedOn })
  expect(await issues()).toMatchObject([{ utc_completed_on: completedOn }])
})

it('knows an ended edition neither among the drafts of Hoje nor in selectors, and keeps it in the class that has it', async () => {
  const { w, franchisor, school, as, course, cohort, end } = await finishing()
  const own = await school.make.course({ title: 'Meu rascunho', published: false })
  const choices = async () =>
    (await w.call(categories.choices, { as })).body.degrees.map(({ id, franchisor }) => [id, franchisor])
  expect(await choices()).toEqual([
    [own.id, ''],
    [course.id, 'Escola Mãe'],
  ])
  await end()
  expect((await w.call(today.get, { as })).body.drafts).toMatchObject({ total: 1, list: [{ link: own.link }] })
  expect(await choices()).toEqual([[own.id, '']])
  const save = (id: string, degrees: string[]) =>
    w.call(cohorts.update, { as, params: { id }, body: { all_degrees: false, degrees } })
  expect((await save(cohort.id, [course.id, own.id])).status).toBe(200)
  const other = await school.make.cohort()
  expect((await save(other.id, [course.id])).error.code).toBe('degree_not_found')
  const model = (await w.call(certificateTemplates.list, { as })).body.certificateList[0]!
  const fields = { id: model.id, signature_name: 'Ana Prado', degrees: JSON.stringify([course.id]) } as never
  expect((await w.call(certificateTemplates.save, { as, fields })).error.code).toBe('degree_not_found')
  // It opens again for the class that kept it.
  await school.tx((db) => db.updateTable('franchisors').set({ utc_removed_on: null }).execute())
  await franchisor.tx(async (db) => {
    const plan = await db.selectFrom('affiliate_plans').select('id').executeTakeFirstOrThrow()
    await db.updateTable('affiliates').set({ utc_removed_on: null, plan_id: plan.id }).execute()
  })
  await spread(w, franchisor)
  expect(await choices()).toHaveLength(2)
})
