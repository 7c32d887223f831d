import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { type PaidPlanId, plans } from '@escola/contract/prices'
import { expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { pay } from '../payments/paying.service.ts'
import { rowOf, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

/** Does something while a plan costs another price. */
async function atPrice<T>(planId: PaidPlanId, cents: number, work: () => Promise<T>): Promise<T> {
  const before = plans[planId].eachMonth
  plans[planId].eachMonth = cents
  try {
    return await work()
  } finally {
    plans[planId].eachMonth = before
  }
}

/** Moves on to noon of the last day of the next January. */
async function moveToJanuary() {
  const now = p.later().now()
  await p.move((Date.UTC(now.getUTCFullYear() + 1, 0, 31, 15) - now.getTime()) / dayMs)
}

it('ends months by Pix on the first day also where the first month cost another price', async () => {
  const school = await p.w.makeSchool('Dia 31 de outro preço')
  await moveToJanuary()
  await p.subscribeByPix(school, 'middle')
  await atPrice('middle', 20_900, async () => {
    await p.passTo(school, -2)
    const [code] = await p.listCodes(school)
    expect(code).toMatchObject({ amount: 20_900 })
    await p.payCode(school)
  })
  const { utc_paid_until } = await rowOf(school)
  expect([utc_paid_until.getUTCMonth(), utc_paid_until.getUTCDate()]).toEqual([2, 31])
  await p.prove(school)
})

it.each([1, 3])('gives what was asked for at another price, %s times as high', async (factor) => {
  const school = await p.w.makeSchool(`Preço vezes ${factor}`)
  await p.subscribe(school, 'middle', 'pix')
  await atPrice('middle', 19_901 * factor, () => p.payCode(school))
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle', pays_with: 'pix' })

  await p.passTo(school, 1)
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const order = { paymentId: randomUUID(), item: 'middle', saveCard: true } as const
  const asking = await p.card('4000000000003220')
  const { payment } = await pay(payer, { ...order, paymentMethod: asking }, p.later())
  await p.control.authenticate(payment.client_secret!.split('_secret')[0]!)
  await atPrice('middle', 19_901 * factor, () => p.settle(school))
  expect(await p.stateOf(school)).toMatchObject({ next_plan_id: 'middle', pays_with: 'card', utc_grace_ends_on: null })

  await p.passTo(school, -5)
  await pay(payer, { paymentId: randomUUID(), item: 'super', paymentMethod: 'pix', saveCard: false }, p.later())
  await atPrice('super', 59_901 * factor, () => p.payCode(school))
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'super' })
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan', 'plan'])
  await p.prove(school)
})

it('tries no first month again at another price', async () => {
  const school = await p.w.makeSchool('Nova tentativa de outro preço')
  const order = { paymentId: randomUUID(), item: 'middle' } as const
  await p.pay(school, { ...order, paymentMethod: await p.card('4000000000000002') })
  for (const cents of [18_900, 20_900]) {
    const paymentMethod = await p.card()
    const again = await atPrice('middle', cents, () => p.pay(school, { ...order, paymentMethod }))
    expect(again).toMatchObject({ status: 409, error: { code: 'payment_sum_changed' } })
  }
  expect((await p.pay(school, { ...order, paymentMethod: await p.card() })).body.resource.plan_id).toBe('middle')
  await p.prove(school)
})

it('gives what a process of an earlier release has asked for', async () => {
  const school = await p.w.makeSchool('Versão anterior')
  const payer = makeAttended(school, school.admin, { roles: ['owner'] })
  const payLate = async () => {
    await school.tx((db) => db.updateTable('payments').set({ purpose: null, utc_until: null }).execute())
    await p.payCode(school)
  }
  await moveToJanuary()
  await p.subscribe(school, 'middle', 'pix')
  await payLate()
  await p.passTo(school, -2)
  await payLate()
  const { utc_paid_until } = await rowOf(school)
  expect([utc_paid_until.getUTCMonth(), utc_paid_until.getUTCDate()]).toEqual([2, 31])
  await p.passTo(school, -20)
  await pay(payer, { paymentId: randomUUID(), item: 'super', paymentMethod: 'pix', saveCard: false }, p.later())
  await payLate()
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'super' })
  await p.prove(school)
})
