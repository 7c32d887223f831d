import { cohorts } from '@escola/contract/cohorts.contract'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { queues } from '../../../jobs/job-definition.ts'
import { claimDueJobs } from '../../../jobs/outbox.queries.ts'
import { stopClock } from '../../../testing/clock.ts'
import { type World, world } from '../../../testing/world.ts'
import { sellersOf } from '../sales.testing.ts'
import { WebhookIntake, webhookConnections } from './webhook-intake.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  // Three deliveries in a minute may prove nothing.
  w = await world({ RATE_FACTOR: '0.01', TRUST_PROXY: '127.0.0.1' })
  shop = sellersOf(w)
})

describe('deliveries of one address', () => {
  beforeEach(stopClock)
  const headers = { 'x-forwarded-for': '203.0.113.7' }

  it('that prove nothing are answered in the end that they are too many, and those that are proven are taken all the while', async () => {
    const s = await shop.makeSeller()
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const { status } = await s.hotmart('PURCHASE_APPROVED', { token: 'outro', headers })
      statuses.push(status)
      expect((await s.hotmart('PURCHASE_APPROVED', { transaction: `HP${turn}`, headers })).status).toBe(200)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
    const unreadable = await w.app.inject({ method: 'POST', url: '/webhook', headers, payload: '{"a":' })
    expect(unreadable.statusCode).toBe(429)
    expect(Number(unreadable.headers['retry-after'])).toBeGreaterThan(0)
    expect((await s.list()).sales.total).toBe(6)
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expect((await s.hotmart('PURCHASE_APPROVED', { token: 'outro', headers: elsewhere })).status).toBe(401)
  })

  it('that look like tests, but of no account, are answered in the end that they are too many', async () => {
    const send = () =>
      w.app.inject({
        method: 'POST',
        url: '/webhook',
        headers: { 'x-forwarded-for': '203.0.113.10', 'content-type': 'application/json' },
        payload: {
          id: 'x',
          event: 'PURCHASE_APPROVED',
          version: '2.0.0',
          hottok: 'outro',
          data: {
            product: { id: 0 },
            buyer: { email: 'teste@exemplo.com' },
            purchase: { transaction: 'HP16015479281022' },
          },
        },
      })
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await send()).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('that only look whether the address is there are never too many', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const empty = await w.app.inject({
        method: 'POST',
        url: '/webhook',
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
      expect(empty.statusCode).toBe(200)
    }
  })
})

describe('connections', () => {
  it('of deliveries are their own: one is kept while all others are taken', async () => {
    const s = await shop.makeSeller()
    const held = Promise.withResolvers<void>()
    const taken = Array.from({ length: 30 }, () => w.database.withSchool(s.id, () => held.promise))
    onTestFinished(async () => {
      held.resolve()
      await Promise.all(taken)
    })
    expect(await s.hotmart('PURCHASE_APPROVED')).toEqual({ status: 200, body: { received: true } })
  })

  it('of all others are theirs: a class is read while every delivery waits', async () => {
    const s = await shop.makeSeller()
    const client = new pg.Client({ connectionString: w.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    await client.query('lock table sales in exclusive mode')
    const sent = Array.from({ length: webhookConnections * 4 }, (_, turn) =>
      s.hotmart('PURCHASE_APPROVED', { transaction: `HP${turn}` }),
    )
    const asked = Array.from({ length: 20 }, () => w.call(cohorts.list, { as: s.as }))
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
    await client.query('rollback')
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

it('a flood of one school waits behind the sale of another', async () => {
  const [flooded, other] = [await shop.makeSeller(), await shop.makeSeller()]
  for (let turn = 0; turn < 30; turn++) await flooded.hotmart('PURCHASE_APPROVED', { transaction: `HP${turn}` })
  await other.hotmart('PURCHASE_APPROVED')
  const claimed = await w.database.withPlatform((db) => claimDueJobs(db, 100))
  const turns = claimed.map(({ schoolId }) => schoolId)
  expect(turns.filter((id) => id === flooded.id)).toHaveLength(queues.sales.perSchool)
  expect(turns.filter((id) => id === flooded.id || id === other.id).indexOf(other.id)).toBe(1)
})

it('a delivery of another address is read before those that one address has waiting', async () => {
  const { config, now } = w.tools
  const intake = new WebhookIntake({ take: async () => ({ waitMs: 0, counts: [] }) }, { config, now })
  const order: string[] = []
  const held = Promise.withResolvers<void>()
  const send = (address: string) =>
    intake.take(address, async () => {
      await held.promise
      order.push(address)
      return { received: true }
    })
  const flood = Array.from({ length: 200 }, () => send('203.0.113.1'))
  const other = send('203.0.113.2')
  held.resolve()
  await Promise.all([...flood, other])
  expect(order.indexOf('203.0.113.2')).toBe(64)
})
