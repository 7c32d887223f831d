import { platform } from '@escola/contract/platform.contract'
import { type PlanId, plans } from '@escola/contract/prices'
import { schools } from '@escola/contract/schools.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { changePlan, listBillingStates, readBillingState, readPlan, readPlanAt, recordBlock } from './plans.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type School = Awaited<ReturnType<World['makeSchool']>>
const at = (moment: string) => ({ now: () => new Date(moment) })
const change = (school: School, planId: PlanId, moment = '2026-11-10T12:00:00Z') =>
  school.tx((db) => changePlan(db, planId, at(moment)))

it('begins on demand, and knows which plan the school had at each moment', async () => {
  const school = await w.makeSchool('Planos')
  expect(await school.tx(readPlan)).toEqual(plans.onDemand)
  expect(await change(school, 'middle', '2026-11-10T12:00:00Z')).toBe(true)
  expect(await change(school, 'middle', '2026-11-11T12:00:00Z')).toBe(false)
  expect(await change(school, 'super', '2026-12-01T03:00:00Z')).toBe(true)
  const planAt = (moment: string) => school.tx((db) => readPlanAt(db, new Date(moment)))
  expect(await planAt('2026-11-10T11:59:59Z')).toEqual(plans.onDemand)
  expect(await planAt('2026-11-10T12:00:00Z')).toEqual(plans.middle)
  expect(await planAt('2026-12-01T02:59:59Z')).toEqual(plans.middle)
  expect(await school.tx(readPlan)).toEqual(plans.super)
})

it('records when the school is blocked and open again, and keeps the plan', async () => {
  const school = await w.makeSchool('Bloqueada')
  await change(school, 'middle')
  await school.tx((db) => recordBlock(db, true, at('2026-11-12T12:00:00Z')))
  await school.tx((db) => recordBlock(db, true, at('2026-11-13T12:00:00Z')))
  await school.tx((db) => recordBlock(db, false, at('2026-11-14T12:00:00Z')))
  const known = async (from: Date) => {
    const range = { from, before: new Date('2026-11-14T12:00:00Z') }
    const states = await school.tx((db) => listBillingStates(db, range))
    return states.map(({ plan, isBlocked }) => [plan.id, isBlocked])
  }
  const all = [
    ['onDemand', false],
    ['middle', false],
    ['middle', true],
  ]
  expect(await known(new Date(0))).toEqual(all)
  expect(await known(new Date('2026-11-12T11:59:59Z'))).toEqual(all)
  expect(await known(new Date('2026-11-12T12:00:00Z'))).toEqual([all[0], all[2]])
  expect(await school.tx((db) => readBillingState(db))).toMatchObject({ plan: plans.middle, isBlocked: false })
})

it('records a block by the settings', async () => {
  const school = await w.makeSchool('Bloqueada pela plataforma')
  const operator = await w.makePlatformPerson()
  const block = (is_blocked: boolean) =>
    w.call(schools.update, {
      as: operator,
      params: { schoolId: school.id },
      body: { is_blocked, ...(is_blocked && { blocked_reason: 'Sem contato' }) },
    })
  expect((await block(true)).status).toBe(200)
  expect(await school.tx((db) => readBillingState(db))).toMatchObject({ isBlocked: true })
  expect((await block(false)).status).toBe(200)
  expect(await school.tx((db) => readBillingState(db))).toMatchObject({ isBlocked: false })
})

it('takes two changes at once one after the other', async () => {
  const school = await w.makeSchool('Dois cliques')
  const changed = await Promise.all([change(school, 'middle'), change(school, 'middle'), change(school, 'middle')])
  expect(changed.filter(Boolean)).toHaveLength(1)
})

it('stands in the context, on the school and in the list of schools, for those who are told', async () => {
  const school = await w.makeSchool('Escola no plano')
  await change(school, 'middle')
  const query = { domain: 'localhost', pathname: `/escola/${school.id}` }
  const seenBy = async (as?: School['admin']) => (await w.call(schools.context, { ...(as && { as }), query })).body
  const middle = { plan_id: 'middle', plan_name: 'Middle', price_ssl: '0.00', free_students: 1000 }
  // An own domain costs nothing on any plan while the installation takes no payments.
  const onDemand = { plan_id: 'onDemand', plan_name: 'On Demand', price_ssl: '0.00', free_students: 15 }
  expect(await seenBy(school.admin)).toMatchObject({
    billing: false,
    resource: middle,
    school: { plan_name: 'Middle' },
  })
  expect(await seenBy(school.student)).toMatchObject({ resource: onDemand, school: { plan_name: 'On Demand' } })
  expect(await seenBy()).toMatchObject({ resource: onDemand, school: { plan_id: 'onDemand' } })
  const listed = async (as: { token: string }) =>
    (await w.call(platform.schools, { as: as as School['admin'], query: { search: 'Escola no plano' } })).body.schools
      .list[0]
  expect(await listed(await w.makePlatformPerson())).toMatchObject({ plan_id: 'middle', plan_name: 'Middle' })
  expect(await listed(school.admin)).toMatchObject({ plan_id: null, plan_name: null })
})
