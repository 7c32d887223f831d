import { randomUUID } from 'node:crypto'
import { ratesPerMinute } from '@escola/contract/limits'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'

const allowed = 3
let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld({ RATE_FACTOR: String(allowed / ratesPerMinute.money) })
})
beforeEach(stopClock)

it('reads an open payment a few times a minute, and each time as it is', async () => {
  const school = await p.w.makeSchool('Leituras')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: 'pix' })
  const read = () => p.w.call(payments.payment, { as: school.admin, params: { paymentId } })
  expect((await read()).body.payment.status).toBe('requires_action')
  await school.tx((db) => db.updateTable('payments').set({ status: 'failed' }).execute())
  expect((await read()).body.payment.status).toBe('failed')
  await read()
  expect((await read()).error.code).toBe('too_many_requests')
})

it('bounds how often the routes of plans ask the provider', async () => {
  const as = p.w.northside.admin
  const calls = [
    () => p.w.call(subscriptions.get, { as }),
    () => p.w.call(subscriptions.preview, { as, params: { planId: 'middle' } }),
    () => p.w.call(subscriptions.cancel, { as }),
    () => p.w.call(subscriptions.keep, { as }),
    () => p.w.call(subscriptions.setPix, { as }),
  ]
  for (const ask of calls) {
    const refused: boolean[] = []
    for (let at = 0; at <= allowed; at++) refused.push((await ask()).error?.code === 'too_many_requests')
    expect(refused).toEqual([...Array(allowed).fill(false), true])
  }
})
