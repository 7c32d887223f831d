import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { students } from '@escola/contract/students.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { currentChannels } from './histories/made-deliveries.testing.ts'
import { type Seller, sellersOf } from './sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

/** Delivers a charge of a subscription on Hotmart, paid so many days ago, and does its job on that day. */
async function charge(s: Seller, purchase: string, paid: number, until: number, event = 'PURCHASE_APPROVED') {
  const details = { email: s.email, name: 'Marina', at: daysAgo(paid), turn: randomUUID(), subscription: 'SUB1' }
  await shop.send(currentChannels.hotmart.make(s, event, { ...details, purchase, until: daysAgo(until) }))
  await s.work(daysAgo(paid))
}

async function readTimeline(s: Seller) {
  const { link } = await s.tx((db) =>
    db.selectFrom('memberships').select('link').where('email', '=', s.email).executeTakeFirstOrThrow(),
  )
  const { events } = (await w.call(timeline.list, { as: s.as, params: { link }, query: { part: 'access' } })).body
  return events.map((event) => ({
    day: Math.round((Date.now() - Date.parse(event.utc_on)) / dayMs),
    kind: event.kind,
    ...(event.kind === 'given' && { is_back: event.is_back, transaction: event.transaction }),
    ...('has_other' in event && { has_other: event.has_other }),
  }))
}

it('tells of a student who was out that they came back, when they paid again', async () => {
  const s = await shop.makeSeller()
  await charge(s, 'HP1', 40, 12)
  await s.endDue(daysAgo(9))
  expect(await s.members()).toEqual([])
  await charge(s, 'HP2', 2, -28)
  expect(await s.members()).toEqual([s.email])
  expect(await readTimeline(s)).toEqual([
    { day: 2, kind: 'given', is_back: true, has_other: false, transaction: 'HP2' },
    { day: 9, kind: 'ended', has_other: false },
    { day: 40, kind: 'given', is_back: false, has_other: false, transaction: 'HP1' },
  ])
})

it('tells of a charge that was paid in time as of one more access', async () => {
  const s = await shop.makeSeller()
  await charge(s, 'HP1', 40, 10)
  await charge(s, 'HP2', 10, -20)
  await s.endDue(daysAgo(7))
  expect(await readTimeline(s)).toEqual([
    { day: 7, kind: 'ended', has_other: true },
    { day: 10, kind: 'given', is_back: false, has_other: true, transaction: 'HP2' },
    { day: 40, kind: 'given', is_back: false, has_other: false, transaction: 'HP1' },
  ])
})

it('says of the refund of a charge that was never told that it had enrolled no student', async () => {
  const s = await shop.makeSeller()
  await charge(s, 'HP1', 20, -10)
  await charge(s, 'HP2', 1, -10, 'PURCHASE_REFUNDED')
  expect((await s.list()).sales.list[0]).toMatchObject({
    event: 'PURCHASE_REFUNDED',
    state: 'done',
    reason: 'nothing_open',
  })
  expect(await s.members()).toEqual([s.email])
})

/** Tells of a sale on Kirvano. @returns how many are in the class then */
async function tellKirvano(s: Seller, event: string, sale_id: string) {
  const products = [{ id: s.productId, name: 'Curso' }]
  const body = { event, sale_id, type: 'RECURRING', customer: { email: s.email, name: 'Ana' }, products }
  await shop.send({ path: `/webhook/${s.id}/kirvano`, headers: { 'security-token': s.code }, body })
  await s.work()
  return (await s.members()).length
}

it('ends all charges of a subscription that Kirvano gives no code and no next day', async () => {
  const s = await shop.makeSeller({ gateway: 'kirvano' })
  const told = [
    ['SALE_APPROVED', 'K1'],
    ['SUBSCRIPTION_RENEWED', 'K2'],
    ['SALE_REFUNDED', 'K2'],
    ['SUBSCRIPTION_EXPIRED', 'K2'],
    ['SALE_APPROVED', 'K3'],
  ] as const
  const counts: number[] = []
  for (const [event, sale] of told) counts.push(await tellKirvano(s, event, sale))
  expect(counts).toEqual([1, 1, 1, 0, 1])
  const facts = await s.tx((db) => db.selectFrom('purchase_facts').selectAll().execute())
  expect(JSON.stringify(facts)).not.toContain(s.email)
})

it('ends a sale of Kirvano of before its charges were tied', async () => {
  const s = await shop.makeSeller({ gateway: 'kirvano' })
  expect(await tellKirvano(s, 'SALE_APPROVED', 'K1')).toBe(1)
  await s.tx((db) => db.updateTable('purchase_facts').set({ subscription_code: null }).execute())
  expect(await tellKirvano(s, 'SUBSCRIPTION_EXPIRED', 'K1')).toBe(0)
})

it('lets in a student that the school took out, when they buy anew on Kirvano', async () => {
  const s = await shop.makeSeller({ gateway: 'kirvano' })
  expect(await tellKirvano(s, 'SALE_APPROVED', 'K1')).toBe(1)
  const { user_id } = await s.tx((db) =>
    db.selectFrom('memberships').select('user_id').where('email', '=', s.email).executeTakeFirstOrThrow(),
  )
  await w.call(students.removeFromCohort, { as: s.as, params: { userId: user_id, classId: s.cohort.id } })
  expect(await tellKirvano(s, 'SUBSCRIPTION_RENEWED', 'K2')).toBe(0)
  expect(await tellKirvano(s, 'SALE_APPROVED', 'K3')).toBe(1)
  expect(await tellKirvano(s, 'SUBSCRIPTION_RENEWED', 'K4')).toBe(1)
  expect(await tellKirvano(s, 'SUBSCRIPTION_EXPIRED', 'K4')).toBe(0)
})
