import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

const dayMs = 86_400_000
const rounds = 5

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** Tells of a purchase as Hotmart does, with the moment when it happened. */
const tell = (
  s: Seller,
  event: string,
  {
    at,
    transaction = 'HP1',
    until,
    email = s.email,
  }: { at: number; transaction?: string; until?: number; email?: string },
) =>
  shop.send({
    headers: { 'x-hotmart-hottok': s.code },
    body: {
      id: randomUUID(),
      event,
      creation_date: at,
      data: {
        product: { id: Number(s.productId) },
        ...(until
          ? { subscriber: { code: 'SUB1', email }, date_next_charge: until }
          : {
              buyer: { email, name: 'Marina' },
              purchase: { transaction },
              subscription: { subscriber: { code: 'SUB1' } },
            }),
      },
    },
  })
const remove = async (s: Seller) => {
  const { list } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body.students
  const { user_id: userId } = list.find(({ email }) => email === s.email)!
  await w.call(students.removeFromCohort, { as: s.as, params: { userId, classId: s.cohort.id } })
}
const latest = async (s: Seller) => (await s.list()).sales.list[0]!

describe('at once', () => {
  it('two purchases that are paid back leave no student in the class', async () => {
    for (let round = 0; round < rounds; round++) {
      const s = await shop.makeSeller()
      for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_APPROVED', { transaction })
      await s.work()
      for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_REFUNDED', { transaction })
      await s.workAtOnce()
      expect(await s.members()).toEqual([])
    }
  })

  it('a purchase that is paid back does not keep out a student who buys again', async () => {
    for (let round = 0; round < rounds; round++) {
      const s = await shop.makeSeller()
      await s.hotmart('PURCHASE_APPROVED')
      await s.work()
      await s.hotmart('PURCHASE_REFUNDED')
      await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
      await s.workAtOnce()
      expect(await s.members()).toEqual([s.email])
    }
  })

  it('a purchase and its refund end as a refund', async () => {
    for (let round = 0; round < rounds; round++) {
      const s = await shop.makeSeller()
      const events = ['PURCHASE_APPROVED', 'PURCHASE_REFUNDED']
      for (const event of round % 2 ? events : events.reverse()) await s.hotmart(event)
      await s.workAtOnce()
      expect(await s.members()).toEqual([])
    }
  })

  it('a purchase of a subscription and its end are one after the other', async () => {
    for (let round = 0; round < rounds; round++) {
      const s = await shop.makeSeller()
      const nowMs = Date.now()
      await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 2 * dayMs })
      await tell(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - dayMs, until: nowMs - 1000 })
      await s.workAtOnce()
      expect(await s.members()).toEqual([])
    }
  })

  it('a class that is deleted takes its sales along', async () => {
    for (let round = 0; round < rounds; round++) {
      const s = await shop.makeSeller()
      const second = await s.make.cohort()
      await s.integrate(second.id)
      for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_APPROVED', { transaction })
      await s.work()
      for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_REFUNDED', { transaction })
      for (let more = 3; more < 6; more++) await s.hotmart('PURCHASE_APPROVED', { transaction: `HP${more}` })
      const [removed] = await Promise.all([
        w.call(cohorts.remove, { as: s.as, params: { id: second.id } }),
        s.workAtOnce(),
      ])
      expect(removed.status).toBe(200)
      expect(await s.members()).toEqual([s.email])
    }
  })
})

describe('a subscription that has ended', () => {
  it('opens nothing in a job that began before its end was done', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await tell(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - dayMs, until: nowMs - 1000 })
    await s.work()
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 2 * dayMs })
    await s.work(new Date(nowMs))
    expect(await s.members()).toEqual([])
  })

  it('is not opened again by what its purchases tell later', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await tell(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs + 10 * dayMs })
    await tell(s, 'PURCHASE_COMPLETE', { at: nowMs - dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await s.endDue(new Date(nowMs + 11 * dayMs))
    expect(await s.members()).toEqual([])
    await tell(s, 'PURCHASE_COMPLETE', { at: nowMs - 1000 })
    await s.work()
    expect(await s.members()).toEqual([])
    expect(await latest(s)).toMatchObject({ state: 'ignored', reason: 'subscription_ended' })
  })

  it('is opened no longer than it was paid by a purchase of before', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await tell(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs + 10 * dayMs })
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await s.endDue(new Date(nowMs + 11 * dayMs))
    expect(await s.members()).toEqual([])
    const afterPeriod = new Date(nowMs + 12 * dayMs)
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs, transaction: 'HP2' })
    await s.work(afterPeriod)
    expect(await s.members()).toEqual([])
  })

  it('is begun anew by a purchase of after', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await tell(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs - dayMs })
    await s.work()
    expect(await s.members()).toEqual([])
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs, transaction: 'HP2' })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })
})

describe('a purchase that is told of once more', () => {
  it('brings back no student that the school took out', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await remove(s)
    expect(await s.members()).toEqual([])
    await s.hotmart('PURCHASE_COMPLETE')
    await s.work()
    expect(await s.members()).toEqual([])
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })

  it('opens the class for one person alone', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs })
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs, email: `outra.${s.email}` })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await latest(s)).toMatchObject({
      state: 'ignored',
      reason: 'others_purchase',
    })
    await s.hotmart('PURCHASE_CANCELED')
    await tell(s, 'PURCHASE_APPROVED', { at: nowMs, email: `outra.${s.email}` })
    await s.work()
    expect(await s.members()).toEqual([`outra.${s.email}`])
    await s.hotmart('PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
  })
})

it('two administrators who choose classes at once open both', async () => {
  const s = await shop.makeSeller()
  await s.integrate(s.cohort.id, { ids: 'outro' })
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  const { id } = await latest(s)
  const chosen = [await s.make.cohort(), await s.make.cohort()]
  const answers = await Promise.all(
    chosen.map((cohort) => w.call(sales.replay, { as: s.as, params: { id }, body: { school_gateway_id: cohort.id } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await s.workAtOnce()
  for (const cohort of chosen) expect(await s.members(cohort.id)).toEqual([s.email])
})
