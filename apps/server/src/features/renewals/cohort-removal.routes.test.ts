import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { students } from '@escola/contract/students.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { isKeptOut } from '../enrollments/seats.service.ts'
import { type Seller, sellersOf } from '../sales/sales.testing.ts'

let w: World
let makeSeller: ReturnType<typeof sellersOf>['makeSeller']
beforeAll(async () => {
  w = await world()
  makeSeller = sellersOf(w).makeSeller
})

const endOf = (days: number) => Date.now() + days * dayMs
const emailOf = (s: Seller, name: string) => `${name}.${s.id}@example.com`
/** Each person has a subscription of their name, whose charges are numbered. */
const pay = async (s: Seller, name: string, charge: number, days = 30) => {
  const transaction = `${name}-${charge}`
  const purchase = { transaction, date_next_charge: endOf(days) }
  const buyer = { email: emailOf(s, name), name: 'Marina' }
  await s.hotmart('PURCHASE_APPROVED', { transaction, subscription: name, purchase, buyer })
  await s.work()
}
const tell = async (s: Seller, event: string, name: string, more: object = {}) => {
  await s.hotmart(event, { transaction: `${name}-1`, subscription: name, ...more })
  await s.work()
}
const usersOf = async (s: Seller) => {
  const rows = await s.tx((db) => db.selectFrom('memberships').select(['user_id', 'email']).execute())
  return (name: string) => rows.find(({ email }) => email === emailOf(s, name))!.user_id
}
const removalOf = async (s: Seller, { id }: { id: string } = s.cohort) =>
  (await w.call(cohorts.getRemoval, { as: s.as, params: { id } })).body.removal

it('moves also those whose subscription is out by a gap when their class is deleted, and says their number before', async () => {
  const s = await makeSeller({ keeps: false })
  const [target, other] = [await s.make.cohort(), await s.make.cohort()]
  const gone = ['vencida', 'devolvida', 'cancelada', 'encerrada', 'tirada', 'mudada']
  for (const name of [...gone, 'fica']) await pay(s, name, 1, name === 'vencida' ? 1 : 30)
  await s.endDue(new Date(endOf(10)))
  await tell(s, 'PURCHASE_REFUNDED', 'devolvida')
  await tell(s, 'PURCHASE_CANCELED', 'cancelada')
  await tell(s, 'SUBSCRIPTION_CANCELLATION', 'encerrada', { purchase: {}, date_next_charge: Date.now() })
  const userOf = await usersOf(s)
  // A student whom the school has taken out stays out, and one whose subscription lives elsewhere renews there.
  await w.call(students.removeFromCohort, { as: s.as, params: { userId: userOf('tirada'), classId: s.cohort.id } })
  await tell(s, 'PURCHASE_REFUNDED', 'mudada')
  await pay(s, 'mudada', 2)
  const move = { cohortId: s.cohort.id, targetId: other.id, userIds: [userOf('mudada')], movedBy: s.as.userId }
  await s.tx((db) => moveGrants(db, move, w.tools))
  expect(await s.members()).toEqual([emailOf(s, 'fica')])
  expect(await removalOf(s)).toMatchObject({ totalStudents: 1, renewing: 5, lapsed: 4 })

  const remove = (body: object) => w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id }, body })
  expect((await remove({})).error.fields).toHaveProperty('renewals_to')
  expect((await remove({ renewals_to: target.id })).status).toBe(200)
  expect(await s.members(target.id)).toEqual([emailOf(s, 'fica')])
  const back = ['vencida', 'devolvida', 'cancelada', 'encerrada']
  for (const name of [...back, 'tirada']) await pay(s, name, 9, 60)
  expect((await s.members(target.id)).toSorted()).toEqual([...back, 'fica'].map((name) => emailOf(s, name)).toSorted())
  await pay(s, 'mudada', 9, 60)
  expect(await s.members(other.id)).toEqual([emailOf(s, 'mudada')])
})

it('asks where those go who are all out by a gap, and tells what happened in the class where they were', async () => {
  const s = await makeSeller()
  const target = await s.make.cohort()
  await pay(s, 'ana', 1)
  await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { title: 'Turma de verão' } })
  const userId = (await usersOf(s))('ana')
  // The school has taken her out of the other class before.
  await s.make.enrollment(target, { userId })
  await w.call(students.removeFromCohort, { as: s.as, params: { userId, classId: target.id } })
  await tell(s, 'PURCHASE_REFUNDED', 'ana')
  expect(await removalOf(s)).toMatchObject({ totalStudents: 0, renewing: 1, lapsed: 1 })
  const body = { renewals_to: target.id }
  expect((await w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id }, body })).status).toBe(200)
  expect(await s.tx((db) => isKeptOut(db, { cohortId: target.id, userId }))).toBe(true)
  const { link } = await s.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', userId).select('link').executeTakeFirstOrThrow(),
  )
  const { events } = (await w.call(timeline.list, { as: s.as, params: { link } })).body
  const ended = events.filter((event) => event.kind === 'ended' && event.source === 'sale')
  expect(ended).toEqual([expect.objectContaining({ title: '' })])
})
