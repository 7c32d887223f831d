import { randomUUID } from 'node:crypto'
import { errors } from '@escola/contract/errors'
import { paymentLimits } from '@escola/contract/payments.contract'
import { beforeAll, expect, it } from 'vitest'
import { type PayingWorld, payingWorld } from './payments.testing.ts'

let p: PayingWorld
beforeAll(async () => {
  p = await payingWorld()
})

it('tries no more cards in a school of which too many were refused in a day, from whatever address', async () => {
  const school = await p.w.makeSchool('Muitos cartões')
  const paymentId = randomUUID()
  await p.pay(school, { paymentId, paymentMethod: await p.card('4000000000000002') })
  const setAttempts = (attempt: number, at: Date) =>
    school.tx((db) => db.updateTable('payments').set({ attempt, utc_tried_on: at }).execute())
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await setAttempts(paymentLimits.refusedPerDay, hoursAgo(23))
  for (const id of [paymentId, randomUUID()])
    expect(await p.pay(school, { paymentId: id, paymentMethod: await p.card() })).toMatchObject({
      status: 429,
      error: { code: 'too_many_cards', message: errors.too_many_cards.message },
    })
  expect((await p.pay(school, { paymentMethod: 'pix' })).status).toBe(200)
  await setAttempts(paymentLimits.refusedPerDay, hoursAgo(25))
  expect((await p.pay(school, { paymentMethod: await p.card() })).status).toBe(200)
})
