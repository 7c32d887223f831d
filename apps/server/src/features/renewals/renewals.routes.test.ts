import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { renewals } from '@escola/contract/renewals.contract'
import { students } from '@escola/contract/students.contract'
import { joinRefusals } from '@escola/contract/terms'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'

const pay = async (s: Seller, transaction: string, subscription: string | undefined, days: number, email = s.email) => {
  const purchase = { transaction, date_next_charge: Date.now() + days * dayMs }
  await s.hotmart('PURCHASE_APPROVED', { transaction, subscription, purchase, buyer: { email, name: 'Marina' } })
  await s.work()
}

it('adds who subscribes to the product in another class, once, and renewals follow both', async () => {
  const w = await world()
  const s = await sellersOf(w).makeSeller()
  const second = await s.make.cohort()
  const isIn = async () => (await s.members(second.id)).includes(s.email)
  const asked = { as: s.as, params: { id: second.id } }
  await pay(s, 'HP1', 'S1', 5)
  // A purchase without a subscription is not counted.
  await pay(s, 'HP5', undefined, 5, 'avulsa@example.com')
  expect((await w.call(renewals.forecast, asked)).body).toEqual({ students: 0, cost: '0.00', missing: '0.00' })
  await s.integrate(second.id)
  await pay(s, 'HP2', 'S1', 30)
  expect([await s.members(second.id), (await w.call(renewals.forecast, asked)).body.students]).toEqual([[], 1])
  await s.make.enrollment(second, s.student)
  await w.call(cohorts.update, { ...asked, body: { seats: 1 } })
  expect((await w.call(renewals.add, asked)).error.fields).toEqual({ school_gateway_id: joinRefusals.cohort_full })
  await w.call(cohorts.update, { ...asked, body: { seats: null } })
  const [one, other] = await Promise.all([w.call(renewals.add, asked), w.call(renewals.add, asked)])
  expect([one.status, other.status, one.body.students + other.body.students]).toEqual([200, 200, 1])
  expect((await w.call(renewals.forecast, asked)).body.students).toBe(0)
  await pay(s, 'HP3', 'S1', 60)
  await s.endDue(new Date(Date.now() + 45 * dayMs))
  expect([await s.members(), await isIn()]).toEqual([[s.email], true])
  for (const transaction of ['HP1', 'HP2', 'HP3'])
    await s.hotmart('PURCHASE_REFUNDED', { transaction, subscription: 'S1' })
  await s.work()
  expect([await s.members(), await isIn()]).toEqual([[], false])
  expect((await w.call(renewals.forecast, { as: w.northside.admin, params: { id: second.id } })).status).toBe(404)
})

it('leaves out students that the school has moved out of the class or taken out, and those that are out by then', async () => {
  const w = await world()
  const s = await sellersOf(w).makeSeller()
  const second = await s.make.cohort()
  await s.integrate(second.id)
  const people = ['movida', 'tirada', 'vencida', 'fica'].map((name) => `${name}.${s.id}@example.com`)
  for (const [at, email] of people.entries()) await pay(s, `HP${at}`, `S${at}`, at === 2 ? 1 : 30, email)
  const rows = await s.tx((db) =>
    db.selectFrom('memberships').where('email', 'in', people).select(['user_id', 'email']).execute(),
  )
  const [moved, taken, lapsed, stays] = people.map((email) => rows.find((row) => row.email === email)!.user_id)
  const places = (userIds: (string | undefined)[]) => ({
    ...{ cohortId: second.id, targetId: s.cohort.id },
    ...{ userIds: userIds.map(String), movedBy: s.as.userId },
  })
  await s.tx((db) => moveGrants(db, places([moved]), w.tools))
  await pay(s, 'HP9', 'S0', 60, people[0])
  await w.call(students.removeFromCohort, { as: s.as, params: { userId: taken!, classId: second.id } })
  await s.tx((db) =>
    db
      .updateTable('enrollment_grants')
      .set({ utc_ends_on: new Date(Date.now() - dayMs) })
      .where('user_id', '=', lapsed!)
      .execute(),
  )
  // Those who stay, and who have lapsed, are in the first class alone.
  await s.tx((db) =>
    db
      .deleteFrom('enrollment_grants')
      .where('user_id', 'in', [lapsed!, stays!])
      .where('cohort_id', '=', second.id)
      .execute(),
  )
  const asked = { as: s.as, params: { id: second.id } }
  expect((await w.call(renewals.forecast, asked)).body.students).toBe(1)
  expect((await w.call(renewals.add, asked)).body.students).toBe(1)
  expect(await s.members(second.id)).toContain(people[3])
})
