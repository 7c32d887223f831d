import { affiliateLimits, affiliates } from '@escola/contract/affiliates.contract'
import { newPlanTitle } from '@escola/contract/titles'
import { beforeAll, expect, it } from 'vitest'
import { runEditionJobs } from '../../testing/franchise.ts'
import { type World, world } from '../../testing/world.ts'
import { makeAffiliate, makeFranchisor } from './affiliates.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

it('a plan is made with its first change, once under a key, and saved field by field', async () => {
  const { as, make, id: schoolId } = await makeFranchisor(w)
  const [breads, cakes] = [await make.course({ title: 'Pães' }), await make.course({ title: 'Bolos' })]
  const headers = { 'idempotency-key': 'plano-0001' }
  const body = { degrees: [breads.id, cakes.id] }
  const made = await w.call(affiliates.createPlan, { as, body, headers })
  const again = await w.call(affiliates.createPlan, { as, body, headers })
  const plan = { id: made.body.plan.id, title: newPlanTitle, all_degrees: false, totalSchools: 0 }
  expect([made.status, made.body.plan]).toEqual([201, { ...plan, degrees: [cakes.id, breads.id] }])
  expect(again.body).toEqual(made.body)
  const save = (change: object) => w.call(affiliates.savePlan, { as, params: { planId: plan.id }, body: change })
  expect((await save({ title: '  Rede   inteira ' })).body.plan).toMatchObject({ title: 'Rede inteira' })
  expect((await save({ degrees: [breads.id], all_degrees: true })).body.plan).toMatchObject({
    title: 'Rede inteira',
    degrees: [breads.id],
    all_degrees: true,
  })
  const { schoolTemplatesPlans } = (await w.call(affiliates.plans, { as })).body
  expect(schoolTemplatesPlans).toMatchObject([{ id: plan.id, degreeTitles: ['Pães'], totalSchools: 0 }])
  const tooLong = await save({ title: 'x'.repeat(affiliateLimits.titleMax + 1) })
  expect([tooLong.status, Object.keys(tooLong.error.fields!)]).toEqual([400, ['title']])
  expect((await w.call(affiliates.removePlan, { as, params: { planId: plan.id } })).status).toBe(200)
  expect((await w.call(affiliates.plan, { as, params: { schoolId, planId: plan.id } })).status).toBe(404)
})

it('a change of a plan is told to each school in it at once, also to one that has not answered, and to no other', async () => {
  const franchisor = await makeFranchisor(w)
  const { as, id, make, createPlan, invite, remove, sync } = franchisor
  const course = await make.course()
  const [plan, other] = [await createPlan(), await createPlan('Outro')]
  const [waiting, approved, removed, elsewhere] = [
    await makeAffiliate(w),
    await makeAffiliate(w),
    await makeAffiliate(w),
    await makeAffiliate(w),
  ]
  for (const each of [waiting, approved, removed]) await invite(plan.id, each)
  await invite(other.id, elsewhere)
  await sync(waiting)
  await sync(approved)
  await approved.answer({ id }, 'approved')
  await remove(removed)
  await sync(elsewhere)
  await runEditionJobs(w, franchisor)
  const notified = async (change: object) => {
    const { status } = await w.call(affiliates.savePlan, { as, params: { planId: plan.id }, body: change })
    expect(status).toBe(200)
    expect(await runEditionJobs(w, franchisor)).toEqual([])
    const shown = [(await waiting.franchisors()).pending, (await approved.franchisors()).approved]
    return shown.map(([only]) => [only!.plan_title, only!.plan_degrees])
  }
  expect(await notified({})).toEqual([
    ['Padaria', 0],
    ['Padaria', 0],
  ])
  expect(await notified({ title: 'Rede inteira' })).toEqual([
    ['Rede inteira', 0],
    ['Rede inteira', 0],
  ])
  expect(await notified({ degrees: [course.id] })).toEqual([
    ['Rede inteira', 1],
    ['Rede inteira', 1],
  ])
  await make.course()
  expect(await notified({ all_degrees: true })).toEqual([
    ['Rede inteira', 2],
    ['Rede inteira', 2],
  ])
  expect((await elsewhere.franchisors()).pending).toMatchObject([{ plan_title: 'Outro', plan_degrees: 0 }])
  expect(await removed.franchisors()).toEqual({ pending: [], approved: [] })
})

it("a plan offers the school's own courses alone", async () => {
  const { as, make, createPlan } = await makeFranchisor(w)
  const own = await make.course({ title: 'Pães' })
  const edition = await make.course({ title: 'De outra escola', franchisor_id: w.riverside.id })
  const foreign = await w.riverside.make.course()
  const { id: planId } = await createPlan('Padaria', [own.id])
  expect((await w.call(affiliates.plan, { as, params: { planId } })).body.degrees).toMatchObject([{ id: own.id }])
  for (const { id } of [edition, foreign, { id: '999999999' }]) {
    const refused = await w.call(affiliates.savePlan, { as, params: { planId }, body: { degrees: [own.id, id] } })
    expect([refused.status, refused.error.code]).toEqual([404, 'degree_not_found'])
  }
  expect((await w.call(affiliates.plan, { as, params: { planId } })).body.plan.degrees).toEqual([own.id])
})

it('a school offers nothing while its switch is off, and takes back all the same', async () => {
  const { as, id, tx, createPlan, invite, remove } = await makeFranchisor(w)
  const affiliate = await makeAffiliate(w)
  const { id: planId } = await createPlan()
  await invite(planId, affiliate)
  await tx((db) => db.updateTable('schools').set({ has_affiliation: false }).execute())
  const params = { planId }
  const refused = [
    await w.call(affiliates.createPlan, { as, body: {} }),
    await w.call(affiliates.savePlan, { as, params, body: { title: 'Outro' } }),
    await invite(planId, w.riverside),
  ]
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [403, 'affiliation_off']))
  expect((await w.call(affiliates.plans, { as, params: { schoolId: id } })).body.schoolTemplatesPlans).toHaveLength(1)
  expect((await remove(affiliate)).status).toBe(200)
  expect((await w.call(affiliates.removePlan, { as, params })).status).toBe(200)
})

it('a plan with a school is not deleted, whatever the school answered', async () => {
  const { as, createPlan, invite, remove } = await makeFranchisor(w)
  const affiliate = await makeAffiliate(w)
  const { id: planId } = await createPlan()
  await invite(planId, affiliate)
  const refused = await w.call(affiliates.removePlan, { as, params: { planId } })
  expect([refused.status, refused.error.code]).toEqual([409, 'affiliate_plan_in_use'])
  await remove(affiliate)
  expect((await w.call(affiliates.removePlan, { as, params: { planId } })).status).toBe(200)
})

it('a school has so many plans and no more', async () => {
  const { as, tx } = await makeFranchisor(w)
  const row = { title: 'Plano', utc_created_on: new Date() }
  await tx((db) =>
    db
      .insertInto('affiliate_plans')
      .values(Array.from({ length: affiliateLimits.plansMax - 1 }, () => row))
      .execute(),
  )
  const create = () => w.call(affiliates.createPlan, { as, body: {} })
  const statuses = (await Promise.all(Array.from({ length: 8 }, create))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})
