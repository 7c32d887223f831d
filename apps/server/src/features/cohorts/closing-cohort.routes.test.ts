import { cohortMessages, cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { schools } from '@escola/contract/schools.contract'
import { joinRefusals } from '@escola/contract/terms'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { runPending } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { nextProduct, type Seller, sellersOf } from '../sales/sales.testing.ts'

let w: World
let makeSeller: ReturnType<typeof sellersOf>['makeSeller']
beforeAll(async () => {
  w = await world()
  makeSeller = sellersOf(w).makeSeller
})

const pay = async (s: Seller, transaction: string, subscription: string | undefined, email = s.email) => {
  const purchase = { transaction, date_next_charge: Date.now() + 30 * dayMs }
  await s.hotmart('PURCHASE_APPROVED', { transaction, subscription, purchase, buyer: { email, name: 'Marina' } })
  await s.work()
}
const update = (s: Seller, body: object, cohort: { id: string } = s.cohort) =>
  w.call(cohorts.update, { as: s.as, params: { id: cohort.id }, body })
const remove = (s: Seller, body: object) => w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id }, body })
const latest = async (s: Seller) => (await s.list()).sales.list[0]!

it('a class whose sales ended takes no new purchase, and its renewals go on; those who waited are let in once it sells again', async () => {
  const s = await makeSeller()
  await pay(s, 'HP1', 'S1')
  expect((await update(s, { sales_ended: true })).body.gateway.sales_ended).toBe(true)
  await pay(s, 'HP2', 'S1')
  expect(await latest(s)).toMatchObject({ transaction: 'HP2', state: 'done' })
  await pay(s, 'HP3', 'S3', 'bia@example.com')
  await pay(s, 'HP4', undefined, 'cida@example.com')
  expect((await s.list()).sales.list.map(({ reason }) => reason)).toEqual(['sales_ended', 'sales_ended', '', ''])
  expect(await s.members()).toEqual([s.email])
  // An administrator may let one in without putting the class on sale.
  await w.call(sales.replay, { as: s.as, params: await latest(s), body: { school_gateway_id: s.cohort.id } })
  await s.work()
  expect((await s.members()).toSorted()).toEqual(['cida@example.com', s.email].toSorted())
  expect((await update(s, { sales_ended: false })).body).toMatchObject({ waiting_sales: 1 })
  await runPending(w, s, { only: [jobs.repeatSoldSales] })
  await s.work()
  expect((await s.members()).toSorted()).toEqual(['bia@example.com', 'cida@example.com', s.email].toSorted())
})

it('an archived class says so in lists and choices, and works as before; the public class stays', async () => {
  const s = await makeSeller()
  const { status, body } = await update(s, { is_archived: true })
  expect([status, body.gateway.is_archived]).toEqual([200, true])
  const { gatewayList } = (await w.call(cohorts.list, { as: s.as })).body
  expect(gatewayList.filter((each) => each.is_archived).map(({ id }) => id)).toEqual([s.cohort.id])
  const query = { domain: 'localhost', pathname: `/escola/${s.id}` }
  const context = (await w.call(schools.context, { as: s.as, query })).body
  expect(context.gatewayList.find(({ id }) => id === s.cohort.id)).toMatchObject({ is_archived: true })
  const { link } = await s.make.course()
  const choices = (await w.call(courses.cohorts, { as: s.as, params: { link } })).body.gatewayList
  expect(choices.find(({ id }) => id === s.cohort.id)).toMatchObject({ is_archived: true })
  await pay(s, 'HP1', undefined)
  expect(await s.members()).toEqual([s.email])
  expect((await update(s, { is_archived: false })).body.gateway.is_archived).toBeUndefined()
  const everyone = await s.make.cohort({ isPublic: true })
  expect((await update(s, { is_archived: true }, everyone)).error.fields).toEqual({
    is_archived: cohortMessages.publicStays,
  })
})

it('a class with subscribers is deleted once it is said where they go, and takes those along who bought once', async () => {
  const s = await makeSeller()
  const [target, full] = [await s.make.cohort(), await s.make.cohort()]
  await s.make.enrollment(full, s.student)
  await update(s, { seats: 1 }, full)
  await pay(s, 'HP1', 'S1')
  await pay(s, 'HP5', undefined, 'avulsa@example.com')
  const asked = { as: s.as, params: { id: s.cohort.id } }
  expect((await w.call(cohorts.getRemoval, asked)).body.removal).toMatchObject({ totalStudents: 2, renewing: 1 })
  const refusalOf = async (renewals_to?: string) => (await remove(s, { renewals_to })).error.fields
  expect((await w.call(cohorts.remove, asked)).error.fields).toEqual({ renewals_to: cohortMessages.renewals })
  expect(await refusalOf()).toEqual({ renewals_to: cohortMessages.renewals })
  expect(await refusalOf(s.cohort.id)).toEqual({ renewals_to: cohortMessages.renewalsSame })
  expect(await refusalOf((await w.northside.make.cohort()).id)).toEqual({ renewals_to: refusals.cohortGone })
  expect(await refusalOf(full.id)).toEqual({ renewals_to: joinRefusals.cohort_full })
  expect((await remove(s, { renewals_to: target.id })).status).toBe(200)
  await pay(s, 'HP2', 'S1')
  expect([await s.members(target.id), (await latest(s)).state]).toEqual([[s.email], 'done'])
})

it('an integration that stands twice in one save is refused, and stays as it was where two were saved before', async () => {
  const s = await makeSeller()
  const { id } = s.made.body.gateway.integrations[0]!
  const sold = nextProduct()
  const kept = { id, gateway: 'hotmart' }
  const made = { gateway: 'hotmart', code: s.code, ids: sold }
  expect((await update(s, { integrations: [kept, made, made] })).error.fields).toEqual({
    'integrations.2': salesMessages.twice,
  })
  const other = { ...made, ids: `${sold} ${nextProduct()}` }
  expect((await update(s, { integrations: [kept, made, other] })).body.gateway.integrations).toHaveLength(3)
  // One that takes the products of another is the same as well.
  expect((await update(s, { integrations: [{ ...kept, ids: sold }, made] })).error.fields).toEqual({
    'integrations.1': salesMessages.twice,
  })
})
