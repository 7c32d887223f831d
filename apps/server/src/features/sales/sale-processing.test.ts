import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { messages } from '@escola/contract/messages'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { runsOf } from '../../testing/property-runs.ts'
import { type World, world } from '../../testing/world.ts'
import { currentChannels } from './histories/made-deliveries.testing.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

const rounds = runsOf(2)

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

/** Delivers a purchase as Hotmart does, with the moment when it happened; one with an end is about the subscription alone. */
const deliver = (
  s: Seller,
  event: string,
  {
    at,
    transaction = 'HP1',
    until,
    email = s.email,
    subscription = 'SUB1',
  }: { at: number; transaction?: string; until?: number; email?: string; subscription?: string },
) => {
  const details = { email, name: 'Marina', at: new Date(at), turn: randomUUID(), subscription }
  return shop.send(
    currentChannels.hotmart.make(
      s,
      event,
      until === undefined
        ? { ...details, purchase: transaction }
        : { ...details, purchase: null, until: new Date(until) },
    ),
  )
}
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
      await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 2 * dayMs })
      await deliver(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - dayMs, until: nowMs - 1000 })
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
    await deliver(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - dayMs, until: nowMs - 1000 })
    await s.work()
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 2 * dayMs })
    await s.work(new Date(nowMs))
    expect(await s.members()).toEqual([])
  })

  it('is not opened again by what its purchases tell later', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await deliver(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs + 10 * dayMs })
    await deliver(s, 'PURCHASE_COMPLETE', { at: nowMs - dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await s.endDue(new Date(nowMs + 11 * dayMs))
    expect(await s.members()).toEqual([])
    await deliver(s, 'PURCHASE_COMPLETE', { at: nowMs - 1000 })
    await s.work(new Date(nowMs + 11 * dayMs))
    expect(await s.members()).toEqual([])
    expect(await latest(s)).toMatchObject({ state: 'done', reason: 'subscription_ended' })
  })

  it('is opened no longer than it was paid by a purchase of before', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await deliver(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs + 10 * dayMs })
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await s.endDue(new Date(nowMs + 11 * dayMs))
    expect(await s.members()).toEqual([])
    const afterPeriod = new Date(nowMs + 12 * dayMs)
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs, transaction: 'HP2' })
    await s.work(afterPeriod)
    expect(await s.members()).toEqual([])
  })

  it('is begun anew by a purchase of after', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 3 * dayMs })
    await deliver(s, 'SUBSCRIPTION_CANCELLATION', { at: nowMs - 2 * dayMs, until: nowMs - dayMs })
    await s.work()
    expect(await s.members()).toEqual([])
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs, transaction: 'HP2' })
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
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs })
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs, email: `outra.${s.email}` })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await latest(s)).toMatchObject({
      state: 'done',
      reason: 'others_purchase',
    })
    await deliver(s, 'PURCHASE_CANCELED', { at: nowMs + 1 })
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs + 2, email: `outra.${s.email}` })
    await s.work()
    expect(await s.members()).toEqual([`outra.${s.email}`])
    await s.hotmart('PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
  })
})

const permutationsOf = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

describe('whatever order a purchase is told in', () => {
  const replay = async (s: Seller, id: string) => {
    await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
  }
  it.each([
    ['paid after a card that was refused', ['PURCHASE_CANCELED', 'PURCHASE_APPROVED', 'PURCHASE_COMPLETE'], true],
    ['paid back', ['PURCHASE_APPROVED', 'PURCHASE_COMPLETE', 'PURCHASE_REFUNDED'], false],
    ['canceled after it was paid', ['PURCHASE_APPROVED', 'PURCHASE_CANCELED'], false],
  ] as const)('it is %s, and each of its rows done again changes nothing', async (_, events, isIn) => {
    const nowMs = Date.now()
    const deliveries = events.map((event, index) => ({ event, at: nowMs - (10 - index) * minuteMs }))
    for (const order of permutationsOf(deliveries)) {
      const s = await shop.makeSeller()
      for (const { event, at } of order) {
        await deliver(s, event, { at })
        await s.work()
      }
      const members = isIn ? [s.email] : []
      expect(await s.members(), order.map(({ event }) => event).join()).toEqual(members)
      for (const { id } of (await s.list()).sales.list) await replay(s, id)
      expect(await s.members(), 'done again').toEqual(members)
    }
  })

  it('says what overtook an old cancellation', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await deliver(s, 'PURCHASE_APPROVED', { at: nowMs - 1000 })
    await deliver(s, 'PURCHASE_CANCELED', { at: nowMs - 5000 })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'PURCHASE_CANCELED', state: 'done', reason: 'paid_since' })
    await deliver(s, 'PURCHASE_CANCELED', { at: nowMs - 500 })
    await deliver(s, 'PURCHASE_COMPLETE', { at: nowMs - 800 })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'PURCHASE_COMPLETE', state: 'done', reason: 'canceled_since' })
  })
})

describe('the charges of a subscription', () => {
  const charge = (s: Seller, transaction: string, { at, until, plan, event = 'PURCHASE_APPROVED' }: Charged) =>
    shop.send({
      headers: { 'x-hotmart-hottok': s.code },
      body: {
        id: randomUUID(),
        event,
        creation_date: at,
        data: {
          product: { id: Number(s.productId) },
          buyer: { email: s.email, name: 'Marina' },
          purchase: { transaction, ...(until && { date_next_charge: until }) },
          subscription: { subscriber: { code: 'SUB1' }, ...(plan && { plan: { id: plan } }) },
        },
      },
    })
  interface Charged {
    at: number
    until?: number
    plan?: number
    event?: string
  }

  const switchPlan = (s: Seller, { from, to, at }: { from: number; to: number; at: number }) =>
    shop.send({
      headers: { 'x-hotmart-hottok': s.code },
      body: {
        id: randomUUID(),
        event: 'SWITCH_PLAN',
        creation_date: at,
        data: {
          plans: [
            { id: from, current: false },
            { id: to, current: true },
          ],
          subscription: { subscriber_code: 'SUB1', product: { id: Number(s.productId) } },
        },
      },
    })

  it('open until the next one and three days more, so that a charge that is paid back ends its own month', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await charge(s, 'HP1', { at: nowMs - 33 * dayMs, until: nowMs - 3 * dayMs + minuteMs })
    await charge(s, 'HP2', { at: nowMs - 3 * dayMs, until: nowMs + 27 * dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    await charge(s, 'HP2', { at: nowMs - 1000, event: 'PURCHASE_REFUNDED' })
    await s.work()
    expect(await s.members(), 'the month before still has its grace').toEqual([s.email])
    await s.endDue(new Date(nowMs + 120_000))
    expect(await s.members()).toEqual([])
  })

  it('open nothing again for a student taken out by the school, and say so', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    await charge(s, 'HP1', { at: nowMs - 30 * dayMs, until: nowMs + dayMs })
    await s.work()
    await remove(s)
    await charge(s, 'HP2', { at: nowMs - 1000, until: nowMs + 30 * dayMs })
    await s.work()
    expect(await s.members()).toEqual([])
    expect(await latest(s)).toMatchObject({ state: 'done', reason: 'removed_by_school' })
  })

  it('open the class of the plan, also after it was changed', async () => {
    const s = await shop.makeSeller()
    const [basic, full] = [await s.make.cohort(), await s.make.cohort()]
    await s.integrate(s.cohort.id, { ids: 'outro' })
    await s.integrate(basic.id, { ids: '111' })
    await s.integrate(full.id, { ids: '222' })
    const nowMs = Date.now()
    await charge(s, 'HP1', { at: nowMs - 2 * dayMs, until: nowMs + 28 * dayMs, plan: 111 })
    await s.work()
    expect([await s.members(basic.id), await s.members(full.id)]).toEqual([[s.email], []])
    await switchPlan(s, { from: 111, to: 222, at: nowMs - dayMs })
    await s.work()
    expect([await s.members(basic.id), await s.members(full.id)]).toEqual([[], [s.email]])
    expect(await latest(s)).toMatchObject({ event: 'SWITCH_PLAN', state: 'done', reason: '' })
  })

  it('wait for a class when the subscriber has switched to a plan that none sells', async () => {
    const s = await shop.makeSeller()
    await s.integrate(s.cohort.id, { ids: '111' })
    const nowMs = Date.now()
    await charge(s, 'HP1', { at: nowMs - 2 * dayMs, until: nowMs + 28 * dayMs, plan: 111 })
    await s.work()
    await switchPlan(s, { from: 111, to: 222, at: nowMs - dayMs })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    const waiting = await latest(s)
    expect(waiting).toMatchObject({ event: 'SWITCH_PLAN', state: 'unmatched', reason: 'plan_without_class' })
    const body = { school_gateway_id: s.cohort.id, ids: ['222'] }
    expect((await w.call(sales.replay, { as: s.as, params: waiting, body })).status).toBe(202)
    await s.work()
    expect([await s.members(), (await latest(s)).state]).toEqual([[s.email], 'done'])
  })

  it('wait for no class once they are paid back, or their purchase was dismissed', async () => {
    const s = await shop.makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro' })
    const nowMs = Date.now()
    await charge(s, 'HP1', { at: nowMs - 3 * dayMs, plan: 111 })
    await s.work()
    const { id } = await latest(s)
    await w.call(sales.dismiss, { as: s.as, params: { id }, body: { reason: 'Foi um teste' } })
    await switchPlan(s, { from: 111, to: 222, at: nowMs - 2 * dayMs })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'SWITCH_PLAN', state: 'dismissed' })
    await charge(s, 'HP1', { at: nowMs - dayMs, event: 'PURCHASE_REFUNDED' })
    await switchPlan(s, { from: 222, to: 333, at: nowMs })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'SWITCH_PLAN', state: 'ignored' })
  })
})

describe('a paid sale without a usable e-mail', () => {
  it.each([
    'maria@gmail',
    'ana@example.com; bia@example.com',
    'XXXXXXXXXXX',
    'ana souza@example.com',
    'm***@example.com',
    '',
  ])('waits with what was typed, and is done with the address that an administrator gives: %j', async (typed) => {
    const s = await shop.makeSeller()
    await deliver(s, 'PURCHASE_APPROVED', { at: Date.now() - 1000, email: typed })
    await s.work()
    expect(await latest(s)).toMatchObject({ state: 'no_email', reason: 'no_buyer_email', email: typed })
    expect(await s.list()).toMatchObject({ without_email: 1, unmatched: 0 })
    const { id } = await latest(s)
    const correct = (email: string) => w.call(sales.correctEmail, { as: s.as, params: { id }, body: { email } })
    expect((await correct('maria@gmail')).error.fields).toEqual({ email: messages.emailSignUp })
    expect((await correct('ana souza@example.com')).error.fields).toEqual({ email: salesMessages.emailBlank })
    expect((await correct('m***@example.com')).error.fields).toEqual({ email: salesMessages.emailHidden })
    expect((await correct(s.email)).status).toBe(202)
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect(await latest(s)).toMatchObject({ state: 'done' })
    expect((await correct(s.email)).error.code).toBe('sale_settled')
    // Told once more, the purchase is its student's.
    await deliver(s, 'PURCHASE_COMPLETE', { at: Date.now(), email: typed })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'PURCHASE_COMPLETE', state: 'done' })
    await deliver(s, 'PURCHASE_REFUNDED', { at: Date.now() + 1, email: typed })
    await s.work()
    expect(await s.members()).toEqual([])
  })

  it('that is dismissed waits no more, also when its purchase is told of again', async () => {
    const s = await shop.makeSeller()
    await s.integrate(s.cohort.id, { ids: 'outro' })
    await deliver(s, 'PURCHASE_APPROVED', { at: Date.now() - 1000 })
    await s.work()
    const { id } = await latest(s)
    const dismiss = (reason: string) => w.call(sales.dismiss, { as: s.as, params: { id }, body: { reason } })
    expect((await dismiss(' ')).error.fields).toEqual({ reason: salesMessages.dismissal })
    expect((await dismiss('Foi um teste')).status).toBe(200)
    expect((await dismiss('Foi um teste')).status).toBe(200)
    expect(await latest(s)).toMatchObject({ state: 'dismissed', reason: 'dismissed', reason_detail: 'Foi um teste' })
    await deliver(s, 'PURCHASE_COMPLETE', { at: Date.now() })
    await s.work()
    expect(await latest(s)).toMatchObject({ event: 'PURCHASE_COMPLETE', state: 'dismissed' })
    expect((await s.list()).unmatched).toBe(0)
    // A class that sells the product later has it all the same.
    await s.integrate()
    await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    expect((await dismiss('Foi um teste')).error.code).toBe('sale_settled')
  })

  it('is settled with the other deliveries of its purchase, and with those alone', async () => {
    const s = await shop.makeSeller()
    const nowMs = Date.now()
    const deliverBoth = async (transaction: string) => {
      for (const [event, ago] of [
        ['PURCHASE_APPROVED', 2000],
        ['PURCHASE_COMPLETE', 1000],
      ] as const)
        await deliver(s, event, { at: nowMs - ago, transaction, subscription: `S-${transaction}`, email: '' })
    }
    for (const transaction of ['HP1', 'HP2', 'HP3']) await deliverBoth(transaction)
    await deliver(s, 'PURCHASE_REFUNDED', { at: nowMs, transaction: 'HP2', email: '' })
    await s.work()
    // The refund could not be done yet.
    await s.tx((db) =>
      db.updateTable('sales').set({ state: 'failed' }).where('event', '=', 'PURCHASE_REFUNDED').execute(),
    )
    await s.tx((db) =>
      db.updateTable('sales').set({ state: 'no_email' }).where('event', '<>', 'PURCHASE_REFUNDED').execute(),
    )
    const of = async (transaction: string) => (await s.list({ search: transaction })).sales.list
    const statesOf = async (transaction: string) => (await of(transaction)).map(({ state }) => state)
    const { id } = (await of('HP1'))[0]!
    await w.call(sales.correctEmail, { as: s.as, params: { id }, body: { email: s.email } })
    await s.work()
    expect([await statesOf('HP1'), await s.members()]).toEqual([['done', 'done'], [s.email]])
    expect((await s.list()).without_email).toBe(4)
    const dismissed = (await of('HP2')).at(-1)!
    await w.call(sales.dismiss, { as: s.as, params: { id: dismissed.id }, body: { reason: 'Foi um teste' } })
    expect(await statesOf('HP2')).toEqual(['failed', 'dismissed', 'dismissed'])
    expect(await statesOf('HP3')).toEqual(['no_email', 'no_email'])
  })

  it('of another school is not found', async () => {
    const [s, other] = [await shop.makeSeller(), await shop.makeSeller()]
    await deliver(s, 'PURCHASE_APPROVED', { at: Date.now(), email: '' })
    await s.work()
    const { id } = await latest(s)
    const called = { as: other.as, params: { id } }
    expect((await w.call(sales.correctEmail, { ...called, body: { email: other.email } })).status).toBe(404)
    expect((await w.call(sales.dismiss, { ...called, body: { reason: 'x' } })).status).toBe(404)
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
