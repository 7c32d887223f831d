import { createHmac, randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { moveGrants } from '../../enrollments/moved-grants.service.ts'
import { nextProduct, type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const endOf = (days: number) => Date.now() + days * dayMs
/** A charge of a subscription that is paid for some days. */
const pay = async (
  s: Seller,
  transaction: string,
  { days = 30, subscription = 'S1', ...more }: { days?: number; subscription?: string; buyer?: object } = {},
) => {
  const purchase = { transaction, date_next_charge: endOf(days) }
  await s.hotmart('PURCHASE_APPROVED', { transaction, subscription, purchase, ...more })
  await s.work()
}
const latest = async (s: Seller) => (await s.list()).sales.list[0]!
const idOf = async (s: Seller) =>
  (await s.tx((db) => db.selectFrom('enrollment_grants').select('user_id').executeTakeFirstOrThrow())).user_id
const move = async (s: Seller, from: { id: string }, to: { id: string }) => {
  const ids = { cohortId: from.id, targetId: to.id, userIds: [await idOf(s)], movedBy: s.as.userId }
  await s.tx((db) => moveGrants(db, ids, w.tools))
}
const save = (s: Seller, cohort: { id: string }, integrations: object[]) =>
  w.call(cohorts.update, { as: s.as, params: { id: cohort.id }, body: { integrations } as never })
const outsider = { email: 'outra@example.com', name: 'Outra' }

/** A subscription with plan 111, and its switch to plan 222. */
function plansOf(s: Seller) {
  const body = (event: string, data: object) => ({
    headers: { 'x-hotmart-hottok': s.code },
    body: { id: randomUUID(), event, creation_date: Date.now(), data },
  })
  const product = { id: Number(s.productId) }
  const buyer = { email: s.email, name: 'Marina' }
  const renew = async (transaction: string, plan: number, days: number) => {
    const purchase = { transaction, date_next_charge: endOf(days) }
    const subscription = { subscriber: { code: 'S1' }, plan: { id: plan } }
    await shop.send(body('PURCHASE_APPROVED', { product, buyer, purchase, subscription }))
    await s.work()
  }
  const switchPlan = async () => {
    const plans = [
      { id: 111, current: false },
      { id: 222, current: true },
    ]
    await shop.send(body('SWITCH_PLAN', { plans, subscription: { subscriber_code: 'S1', product } }))
    await s.work()
  }
  return { renew, switchPlan }
}

/** Invoices of a contract at Eduzz, each with its items. */
function eduzzOf(s: Seller) {
  /** @param days length of time for which a charge of a contract is paid; null: a purchase without one */
  const deliver = async (id: string, items: string[], days: number | null) => {
    const nextDue = days === null ? null : new Date(endOf(days)).toISOString()
    const data = {
      id,
      ...(nextDue && { contract: { id: 'S1', recurrence: { nextDue } } }),
      items: items.map((productId) => ({ productId })),
      student: { email: s.email },
    }
    const body = JSON.stringify({
      id: randomUUID(),
      event: 'myeduzz.invoice_paid',
      sentDate: new Date().toISOString(),
      data,
    })
    const signature = createHmac('sha256', s.code).update(body).digest('hex')
    await shop.send({ path: `/webhook/${s.id}/eduzz`, headers: { 'x-signature': signature }, body })
    await s.work()
  }
  return { deliver }
}

describe('a renewal stays in the class of its subscriber', () => {
  it('whose integration was removed, while a new buyer waits', async () => {
    const s = await shop.makeSeller()
    await pay(s, 'HP1', { days: 1 })
    await save(s, s.cohort, [])
    await pay(s, 'HP2')
    expect(await latest(s)).toMatchObject({ transaction: 'HP2', state: 'done', reason: '' })
    await s.endDue(new Date(endOf(20)))
    expect(await s.members()).toEqual([s.email])
    await pay(s, 'HP9', { subscription: 'S9', buyer: outsider })
    expect(await latest(s)).toMatchObject({ state: 'unmatched', reason: 'no_cohort' })
    expect(await s.members()).toEqual([s.email])
  })

  it('whose integration sells another product, by the rules of the one that sold hers', async () => {
    const s = await shop.makeSeller({ keeps: false })
    const { id } = s.made.body.gateway.integrations[0]!
    await pay(s, 'HP1', { days: 1 })
    await save(s, s.cohort, [{ id, gateway: 'hotmart', ids: nextProduct(), keeps_paid_period: true }])
    await pay(s, 'HP2')
    expect(await s.members()).toEqual([s.email])
    await s.hotmart('SUBSCRIPTION_CANCELLATION', { purchase: {}, subscription: 'S1', date_next_charge: endOf(20) })
    await s.work()
    expect(await s.members()).toEqual([])
  })

  it("when next year's class has the product", async () => {
    const s = await shop.makeSeller()
    const next = await s.make.cohort()
    await pay(s, 'HP1', { days: -salesLimits.chargeGraceDays + 1 })
    await save(s, s.cohort, [])
    await s.integrate(next.id)
    await s.endDue(new Date(endOf(2)))
    expect(await s.members(), 'out for a gap').toEqual([])
    await pay(s, 'HP2')
    expect([await s.members(), await s.members(next.id)]).toEqual([[s.email], []])
    await pay(s, 'HP9', { subscription: 'S9', buyer: outsider })
    expect(await s.members(next.id)).toEqual([outsider.email])
  })

  it('and opens no second class that sells the product too', async () => {
    const s = await shop.makeSeller()
    const second = await s.make.cohort()
    await pay(s, 'HP1')
    await s.integrate(second.id)
    await pay(s, 'HP2')
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], []])
  })

  it('to which the school has moved her, after the one that sold it was deleted, with the term of that', async () => {
    const s = await shop.makeSeller()
    const { id } = s.made.body.gateway.integrations[0]!
    await save(s, s.cohort, [{ id, gateway: 'hotmart', term: { kind: 'days', count: 10 } }])
    const target = await s.make.cohort()
    await pay(s, 'HP1', { days: 1 })
    await move(s, s.cohort, target)
    expect((await w.call(cohorts.remove, { as: s.as, params: s.cohort, body: { renewals_to: null } })).status).toBe(200)
    await pay(s, 'HP2', { days: 300 })
    expect(await s.members(target.id)).toEqual([s.email])
    const grants = await s.tx((db) => db.selectFrom('enrollment_grants').selectAll().orderBy('id').execute())
    expect(grants.at(-1)).toMatchObject({ term_of: 'integration', cohort_id: target.id })
    expect(grants.at(-1)!.utc_term_ends_on!.getTime()).toBeLessThan(endOf(12))
  })

  it('but not in one from which the school has taken her, also when the class is gone', async () => {
    const s = await shop.makeSeller()
    const second = await s.make.cohort()
    await s.integrate(second.id)
    await pay(s, 'HP1')
    const params = { userId: await idOf(s), classId: second.id }
    await w.call(students.removeFromCohort, { as: s.as, params })
    await pay(s, 'HP2')
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], []])
    await w.call(students.removeFromCohort, { as: s.as, params: { ...params, classId: s.cohort.id } })
    await w.call(cohorts.remove, { as: s.as, params: second })
    await pay(s, 'HP3')
    expect(await latest(s)).toMatchObject({ state: 'done', reason: 'removed_by_school' })
  })

  it('of its own item: what was bought once with it stays as it is', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const [once, bonus] = [nextProduct(), await s.make.cohort()]
    await s.integrate(bonus.id, { ids: once })
    const { deliver } = eduzzOf(s)
    await deliver('F1', [s.productId, once], 1)
    expect([await s.members(), await s.members(bonus.id)]).toEqual([[s.email], [s.email]])
    await save(s, s.cohort, [])
    await deliver('F2', [s.productId], 30)
    const keys = await s.tx((db) => db.selectFrom('enrollment_grants').select('source_key').orderBy('id').execute())
    expect(keys.map(({ source_key }) => source_key)).toEqual([
      ...[`eduzz:F1:${s.productId}`, `eduzz:F1:${once}`, `eduzz:F2:${s.productId}`],
    ])
  })

  it('and each of two subscriptions of a class ends by itself alone', async () => {
    const s = await shop.makeSeller()
    await pay(s, 'HP1', { days: 5 })
    await pay(s, 'HP5', { days: 50, subscription: 'S5' })
    await save(s, s.cohort, [])
    await pay(s, 'HP2', { days: 35 })
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP5', subscription: 'S5' })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP2', subscription: 'S1' })
    await s.work()
    await s.endDue(new Date(endOf(9)))
    expect(await s.members()).toEqual([])
  })
})

describe('a class that is left, or has several of the items,', () => {
  it('gets no new plan of a student that the school has moved or taken out since', async () => {
    const s = await shop.makeSeller({ keeps: false })
    const target = await s.make.cohort()
    await s.integrate(s.cohort.id, { ids: '111,222', term: { kind: 'days', count: 10 } })
    const { renew, switchPlan } = plansOf(s)
    await renew('HP1', 111, 30)
    await move(s, s.cohort, target)
    await switchPlan()
    expect([await s.members(), await s.members(target.id)]).toEqual([[], [s.email]])
    // The class that sells the new plan says for how long, wherever she was moved before it.
    const grants = await s.tx((db) => db.selectFrom('enrollment_grants').selectAll().orderBy('id').execute())
    expect(grants.at(-1)).toMatchObject({ source_key: 'hotmart:HP1:222', cohort_id: target.id })
    expect(grants.at(-1)!.utc_term_ends_on!.getTime()).toBeLessThan(endOf(12))
    await renew('HP2', 222, 30)
    const all = await s.tx((db) => db.selectFrom('enrollment_grants').selectAll().orderBy('id').execute())
    expect(all.at(-1)).toMatchObject({ source_key: 'hotmart:HP2:222', term_of: 'integration' })
    await s.hotmart('SUBSCRIPTION_CANCELLATION', { purchase: {}, subscription: 'S1', date_next_charge: endOf(20) })
    await s.work()
    expect(await s.members(target.id)).toEqual([])
  })

  it('also where she was taken out of the class to which she was moved', async () => {
    const s = await shop.makeSeller()
    const target = await s.make.cohort()
    await s.integrate(s.cohort.id, { ids: '111,222' })
    const { renew, switchPlan } = plansOf(s)
    await renew('HP1', 111, 30)
    await move(s, s.cohort, target)
    const params = { userId: await idOf(s), classId: target.id }
    await w.call(students.removeFromCohort, { as: s.as, params })
    await switchPlan()
    await renew('HP2', 222, 60)
    expect([await s.members(), await s.members(target.id)]).toEqual([[], []])
    expect(await latest(s)).toMatchObject({ state: 'done', reason: 'removed_by_school' })
  })

  it('is opened once by a purchase that is told again, and by each charge', async () => {
    const s = await shop.makeSeller({ gateway: 'eduzz' })
    const other = nextProduct()
    await s.integrate(s.cohort.id, { ids: `${s.productId},${other}`, term: { kind: 'days', count: 10 } })
    const { deliver } = eduzzOf(s)
    const listKeys = async () =>
      (await s.tx((db) => db.selectFrom('enrollment_grants').select('source_key').orderBy('id').execute())).map(
        ({ source_key }) => source_key,
      )
    await deliver('F1', [s.productId, other], null)
    await deliver('F1', [s.productId, other], null)
    expect(await listKeys()).toEqual([`eduzz:F1:${s.productId}`])
    await deliver('F2', [s.productId, other], 30)
    await deliver('F3', [s.productId, other], 60)
    expect(await listKeys()).toEqual(['F1', 'F2', 'F3'].map((purchase) => `eduzz:${purchase}:${s.productId}`))
  })

  it('is not opened again by a charge once the subscription lives in another', async () => {
    const s = await shop.makeSeller()
    const other = await s.make.cohort()
    await pay(s, 'HP1', { days: 1 })
    await pay(s, 'HP2', { days: 30 })
    await s.endDue(new Date(endOf(10)))
    // Before renewals followed their subscriber, a charge opened the class that sold the product on that day.
    await s.tx((db) =>
      db
        .updateTable('enrollment_grants')
        .set({ cohort_id: other.id })
        .where('source_key', 'like', 'hotmart:HP2:%')
        .execute(),
    )
    await s.tx((db) => db.updateTable('enrollments').set({ cohort_id: other.id }).execute())
    await pay(s, 'HP3', { days: 60 })
    expect([await s.members(), await s.members(other.id)]).toEqual([[], [s.email]])
  })

  it('is opened again with all others that a refund has ended', async () => {
    const s = await shop.makeSeller()
    const second = await s.make.cohort()
    await s.integrate(second.id)
    await pay(s, 'HP1')
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1', subscription: 'S1' })
    await s.work()
    expect([await s.members(), await s.members(second.id)]).toEqual([[], []])
    await pay(s, 'HP2')
    expect([await s.members(), await s.members(second.id)]).toEqual([[s.email], [s.email]])
  })
})

describe('a class that was deleted', () => {
  it('is no target of a renewal, which waits and opens nothing by itself until an administrator chooses a class', async () => {
    const s = await shop.makeSeller()
    const [other, chosen] = [await s.make.cohort(), await s.make.cohort()]
    await pay(s, 'HP1')
    await w.call(cohorts.remove, { as: s.as, params: s.cohort, body: { renewals_to: null } })
    await pay(s, 'HP2')
    expect(await latest(s)).toMatchObject({ transaction: 'HP2', state: 'unmatched', reason: 'class_gone' })
    const { body } = await s.integrate(other.id)
    expect(body.waiting_sales).toBe(0)
    await w.call(sales.replay, { as: s.as, params: await latest(s), body: {} })
    await s.work()
    expect([await s.members(other.id), (await latest(s)).reason]).toEqual([[], 'class_gone'])
    const choice = { as: s.as, params: await latest(s), body: { school_gateway_id: chosen.id } }
    expect((await w.call(sales.replay, choice)).status).toBe(202)
    await s.work()
    expect([await s.members(other.id), await s.members(chosen.id)]).toEqual([[], [s.email]])
    // The choice was for her alone, and her renewals follow it.
    await pay(s, 'HP9', { subscription: 'S9', buyer: outsider })
    await pay(s, 'HP3', { days: 90 })
    expect([await s.members(other.id), await s.members(chosen.id)]).toEqual([[outsider.email], [s.email]])
    // A chosen class that is deleted too can't be chosen.
    await w.call(cohorts.remove, { as: s.as, params: chosen, body: { renewals_to: null } })
    const again = (await s.list({ search: 'HP2' })).sales.list[0]!
    await w.call(sales.replay, { as: s.as, params: again, body: {} })
    await s.work()
    expect((await s.list({ search: 'HP2' })).sales.list[0]).toMatchObject({ state: 'unmatched', reason: 'class_gone' })
  })
})

describe('a switch of plans', () => {
  it('to one that no class has keeps the class of the one before, renewals included, and says so', async () => {
    const s = await shop.makeSeller()
    const vip = await s.make.cohort()
    await s.integrate(s.cohort.id, { ids: '111' })
    const { renew, switchPlan } = plansOf(s)
    await renew('HP1', 111, 1)
    await switchPlan()
    expect(await latest(s)).toMatchObject({ event: 'SWITCH_PLAN', state: 'unmatched', reason: 'plan_without_class' })
    expect(await s.members()).toEqual([s.email])
    await renew('HP2', 222, 30)
    expect(await latest(s)).toMatchObject({ transaction: 'HP2', state: 'done', reason: 'plan_without_class' })
    await s.endDue(new Date(endOf(20)))
    expect(await s.members()).toEqual([s.email])
    const made = await s.integrate(vip.id, { ids: '222' })
    expect(made.body.waiting_sales).toBe(1)
    await s.work()
    await w.call(sales.replayAll, { as: s.as, body: { state: 'unmatched', search: '' } })
    await s.work()
    expect([await s.members(), await s.members(vip.id)]).toEqual([[], [s.email]])
  })
})
