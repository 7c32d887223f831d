import { calendars } from '@escola/contract/calendars.contract'
import { cohortMessages, cohorts } from '@escola/contract/cohorts.contract'
import { titleOfCopy } from '@escola/contract/titles'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const copy = (copy_of: string, headers = {}) =>
  w.call(cohorts.create, { as: w.northside.admin, body: { copy_of }, headers })

it('copies a class with its courses, term, seats and calendar, without its students', async () => {
  const as = w.northside.admin
  const course = await w.northside.make.course({ modules: [1, 1] })
  const cohort = await w.northside.make.cohort({ courses: [course] })
  await w.northside.make.enrollment(cohort, await w.northside.make.student())
  const params = { id: cohort.id }
  await w.call(cohorts.update, { as, params, body: { term: { kind: 'months', count: 6 }, seats: 20 } })
  const opens_on = '2098-03-01T11:00:00.000Z'
  const modules = [{ id: course.module_order[1]!, opens_on }]
  await w.call(calendars.save, { as, params: { id: cohort.id, degreeId: course.id }, body: { modules } })
  const { status, body } = await copy(cohort.id, { 'idempotency-key': 'copy-cohort-1' })
  expect(status).toBe(201)
  const original = (await w.call(cohorts.get, { as, params })).body.gateway
  expect(body.gateway).toEqual({
    ...original,
    id: body.gateway.id,
    title: titleOfCopy(original.title),
    totalStudents: 0,
  })
  const dated = await w.call(calendars.get, { as, params: { id: body.gateway.id, degreeId: course.id } })
  expect(JSON.stringify(dated.body)).toContain(opens_on)
  const again = await copy(cohort.id, { 'idempotency-key': 'copy-cohort-1' })
  expect(again.body.gateway.id).toBe(body.gateway.id)
})

it('refuses to copy the public class and classes of other schools', async () => {
  const { gatewayList } = (await w.call(cohorts.list, { as: w.northside.admin })).body
  const publicCohort =
    gatewayList.find(({ is_public }) => is_public) ?? (await w.northside.make.cohort({ isPublic: true }))
  const refused = await copy(publicCohort.id)
  expect([refused.status, refused.error.fields]).toEqual([400, { copy_of: cohortMessages.publicCopy }])
  expect((await copy((await w.riverside.make.cohort()).id)).status).toBe(404)
})
