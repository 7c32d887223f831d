import { dayMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findById } from '../payments/payment-rows.service.ts'
import { readPlan } from '../plans/plans.service.ts'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription } from './subscriptions.queries.ts'
import { keepSubscription } from './subscriptions.service.ts'

let p: PlanWorld
let platform: { token: string }
beforeAll(async () => {
  p = await planWorld()
  platform = await p.w.makePlatformPerson()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']
const rowOf = (school: School) => school.tx(findSubscription)

async function setBlocked(school: School, is_blocked: boolean) {
  const body = { is_blocked, ...(is_blocked && { blocked_reason: 'Vídeos sem licença' }) }
  const { status } = await p.w.call(schools.update, { as: platform, params: { schoolId: school.id }, body })
  expect(status).toBe(200)
}

/** Moves on to some days before the paid month's end, or after it, and does what is due. */
async function passTo(school: School, daysAfterEnd: number) {
  const { utc_paid_until } = (await rowOf(school))!
  await p.pass(school, (utc_paid_until.getTime() - p.later().now().getTime()) / dayMs + daysAfterEnd)
}

async function expectNoPlan(school: School) {
  expect(await rowOf(school)).toBeUndefined()
  expect((await school.tx(readPlan)).id).toBe('onDemand')
}

const listPaid = (school: School) =>
  school.tx(async (db) => {
    const rows = await db
      .selectFrom('payments')
      .select(['item', 'returned_cents'])
      .where('status', '=', 'succeeded')
      .orderBy('id')
      .execute()
    return rows.map(({ item, returned_cents }) => [item, Number(returned_cents)])
  })
const kindsOf = async (school: School) => (await p.mailsOf(school)).map(({ kind }) => kind)

it.each(['card', 'pix'])(
  'charges no month by %s of a school that is blocked, whose plan ends with the paid one',
  async (way) => {
    const school = await p.w.makeSchool(`Bloqueada ${way}`)
    await (way === 'card' ? p.subscribe : p.subscribeByPix)(school, 'middle')
    await setBlocked(school, true)
    expect(await rowOf(school)).toMatchObject({ plan_id: 'middle', next_plan_id: 'onDemand' })
    const kept = await p.w.call(subscriptions.keep, { as: platform, params: { schoolId: school.id } })
    expect(kept).toMatchObject({ status: 403, error: { code: 'school_blocked' } })
    await passTo(school, -1)
    expect((await school.tx(readPlan)).id).toBe('middle')
    await passTo(school, 0.2)
    await expectNoPlan(school)
    await p.pass(school, 8)
    expect(await listPaid(school)).toEqual([['middle', 0]])
    expect(await kindsOf(school)).toEqual(['payment_receipt', 'school_blocked'])
    await p.prove(school)
  },
)

it('keeps the plan after all once it is open again', async () => {
  const school = await p.w.makeSchool('Aberta de novo')
  await p.subscribe(school, 'middle')
  await setBlocked(school, true)
  await setBlocked(school, false)
  expect(await rowOf(school)).toMatchObject({ next_plan_id: 'onDemand' })
  await keepSubscription(school, p.later())
  await p.settle(school)
  await passTo(school, 0.2)
  expect(await rowOf(school)).toMatchObject({ plan_id: 'middle', next_plan_id: 'middle' })
  expect(await listPaid(school)).toHaveLength(2)
})

it('lets a plan end that a code has paid after the block', async () => {
  const greater = await p.w.makeSchool('Subida depois do bloqueio')
  await p.subscribeByPix(greater, 'middle')
  const first = await p.w.makeSchool('Plano depois do bloqueio')
  for (const school of [greater, first]) {
    await p.pay(school, { item: 'super', paymentMethod: 'pix' })
    await setBlocked(school, true)
    await p.payCode(school)
    expect(await rowOf(school)).toMatchObject({ plan_id: 'super', next_plan_id: 'onDemand' })
    await passTo(school, 0.2)
    await expectNoPlan(school)
  }
})

it('gives back a month of a smaller plan that was paid ahead', async () => {
  const school = await p.w.makeSchool('Mês pago antes do bloqueio')
  await p.subscribeByPix(school, 'super')
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await passTo(school, -4)
  await p.payCode(school)
  await setBlocked(school, true)
  await p.settle(school)
  expect(await listPaid(school)).toEqual([
    ['super', 0],
    ['middle', 19_900],
  ])
})

it('tries no card again for a renewal that is open, and ends its plan at once', async () => {
  const school = await p.w.makeSchool('Bloqueada na carência')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await passTo(school, 1)
  const { payment_id } = (await rowOf(school))!
  await setBlocked(school, true)
  await p.settle(school)
  await expectNoPlan(school)
  expect(await school.tx((db) => findById(db, payment_id!))).toMatchObject({ status: 'canceled' })
  expect(await kindsOf(school)).not.toContain('plan_ended')
})
