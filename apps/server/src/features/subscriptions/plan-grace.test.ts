import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { findById, findCard } from '../payments/payment-rows.service.ts'
import { leastMonthMs } from './plans.testing.ts'
import { previewPlan } from './subscriptions.service.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const setCard = (school: School, dbId: string) =>
  p.w.call(subscriptions.setCard, { as: school.admin, body: { id: dbId } })

type Paid = 'middle' | 'super'
const stepDown = (school: School) => p.pay(school, { item: 'middle', paymentMethod: 'pix' })
const mailsOf = async (school: School, kind: string) => (await p.mailsOf(school)).filter((mail) => mail.kind === kind)

/** A school whose card did not pay the renewal of its plan. */
async function inGrace(name: string, { from = 'middle', to = from }: { from?: Paid; to?: Paid } = {}) {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, from)
  if (to !== from) await stepDown(school)
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  expect((await rowOf(school)).invoice_plan_id).not.toBeNull()
  return school
}

/** Keeps a card whose bank asks its holder about every payment. */
async function keepAskingCard(school: School) {
  const { body } = await p.pay(school, { paymentMethod: await p.card('4000000000003220'), saveCard: true })
  await p.control.authenticate(body.payment.client_secret!.split('_secret')[0]!)
  await p.settle(school)
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  return paymentMethods.find(({ last_4_digits }) => last_4_digits === '3220')!
}

/** Pays the open renewal at the provider, whose events don't come. */
const payAway = async (school: School) => {
  const { payment_id, method_id } = await rowOf(school)
  const [payment, card] = await school.tx((db) => Promise.all([findById(db, payment_id!), findCard(db, method_id!)]))
  const confirming = { payment_method: card!.stripe_id, return_url: 'https://escola.example' }
  await p.provider.ask(({ paymentIntents }) => paymentIntents.confirm(payment!.intent_id!, confirming))
}

it('leaves the plan with its card where another one does not pay the open renewal, and tries the same one again', async () => {
  const school = await inGrace('Segundo cartão recusado')
  const asking = await keepAskingCard(school)
  const before = await rowOf(school)
  const refused = await setCard(school, asking.dbId)
  expect(refused).toMatchObject({ status: 402, error: { code: 'card_refused' } })
  expect(await rowOf(school)).toEqual(before)
  expect(await mailsOf(school, 'renewal_failed')).toMatchObject([
    {},
    { params: { confirms: expect.stringMatching(/^renewal-/) } },
  ])
  const { card, utc_paid_until } = await p.stateOf(school)
  expect(card).toMatchObject({ last_4_digits: '4242' })
  const { id, dbId } = asking
  const removal = { id: dbId, paymentMethodStripeId: id }
  expect((await p.w.call(payments.removeMethod, { as: school.admin, body: removal })).status).toBe(200)

  const paid = await setCard(school, card!.dbId)
  expect(paid).toMatchObject({ status: 200, body: { subscription: { utc_grace_ends_on: null, card } } })
  expect(new Date(paid.body.subscription!.utc_paid_until).getTime()).toBeGreaterThan(
    new Date(utc_paid_until!).getTime(),
  )
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'pack', 'plan'])
  await p.prove(school)
})

it.each(['card', 'pix'])('sees that a renewal is paid meanwhile when the school chooses another %s', async (way) => {
  const school = await inGrace(`Paga por outro caminho ${way}`)
  const { card } = await p.stateOf(school)
  await payAway(school)
  const answer =
    way === 'card' ? await setCard(school, card!.dbId) : await p.w.call(subscriptions.setPix, { as: school.admin })
  expect(answer).toMatchObject({ status: 200, body: { subscription: { utc_grace_ends_on: null, pays_with: way } } })
  await p.settle(school)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it.each(['card', 'pix'])(
  'names the plan and the sum of the month that %s did not pay, also when the plan is gone',
  async (way) => {
    const school =
      way === 'card'
        ? await inGrace('Descida não paga no cartão', { from: 'super', to: 'middle' })
        : await p.w.makeSchool('Descida não paga por Pix')
    if (way === 'pix') {
      await p.subscribeByPix(school, 'super')
      await stepDown(school)
      await p.passTo(school, 0.1)
    }
    expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'middle', unpaid_plan_id: 'middle' })
    expect(await mailsOf(school, 'renewal_failed')).toMatchObject([{ params: { planId: 'middle', way } }])
    await p.pass(school, 7)
    expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
    const ended = { planId: 'middle', students: 0, domains: 0, cents: 0 }
    expect(await mailsOf(school, 'plan_ended')).toMatchObject([{ params: ended }])
  },
)

it('keeps no plan while the open renewal is of another one, and goes on with that one once it is paid', async () => {
  const school = await inGrace('Manter na carência', { from: 'super', to: 'middle' })
  const keep = await p.w.call(subscriptions.keep, { as: school.admin })
  expect(keep).toMatchObject({ status: 409, error: { code: 'plan_is_overdue' } })
  const { card } = await p.stateOf(school)
  const { body } = await setCard(school, card!.dbId)
  expect(body).toMatchObject({
    resource: { plan_id: 'middle' },
    subscription: { plan_id: 'middle', next_plan_id: 'middle', unpaid_plan_id: null },
  })
  expect(await rowOf(school)).toMatchObject({ payment_id: null, invoice_plan_id: null })
})

it('begins a smaller plan after the month that the card is still to pay, and says so', async () => {
  const school = await inGrace('Descida na carência', { from: 'super' })
  const { utc_paid_until } = await rowOf(school)
  const { change } = await previewPlan(school, 'middle', p.later())
  await stepDown(school)
  expect(await p.stateOf(school)).toMatchObject({ next_plan_id: 'middle', unpaid_plan_id: 'super' })
  expect(await p.w.call(subscriptions.keep, { as: school.admin })).toMatchObject({ status: 200 })
  const { card } = await p.stateOf(school)
  const { body } = await setCard(school, card!.dbId)
  expect(body.subscription).toMatchObject({ plan_id: 'super', utc_paid_until: change.utc_begins_on })
  expect(new Date(change.utc_begins_on).getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
})

it('writes of no end to a school that has canceled its plan in the grace', async () => {
  const school = await inGrace('Cancelada na carência')
  await p.w.call(subscriptions.cancel, { as: school.admin })
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await mailsOf(school, 'plan_ended')).toEqual([])
})
