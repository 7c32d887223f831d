import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { leastMonthMs, type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription, updateSubscription } from './subscriptions.queries.ts'
import { previewPlan } from './subscriptions.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

type School = PlanWorld['w']['northside']
const rowOf = async (school: School) => (await school.tx(findSubscription))!
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
  expect((await rowOf(school)).invoice_id).not.toBeNull()
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

async function cardAtProvider(school: School) {
  const { stripe_id } = await rowOf(school)
  return (await p.provider.ask((stripe) => stripe.subscriptions.retrieve(stripe_id!))).default_payment_method
}

/** Pays the open renewal as a try of the provider's own does. */
const payAway = async (school: School) => {
  const { invoice_id } = await rowOf(school)
  await p.provider.ask(({ invoices }) => invoices.pay(invoice_id!, { off_session: false }))
}

it('leaves the plan with its card where another one does not pay the open renewal, and tries the same one again', async () => {
  const school = await inGrace('Segundo cartão recusado')
  const asking = await keepAskingCard(school)
  const before = await rowOf(school)
  const refused = await setCard(school, asking.dbId)
  expect(refused).toMatchObject({ status: 402, error: { code: 'card_refused' } })
  expect(await rowOf(school)).toEqual(before)
  const { card, utc_paid_until } = await p.stateOf(school)
  expect(card).toMatchObject({ last_4_digits: '4242' })
  expect(await cardAtProvider(school)).not.toBe(asking.id)
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

it('sees that a renewal is paid between the look at it and its end', async () => {
  const school = await inGrace('Paga no meio')
  const { utc_paid_until } = await rowOf(school)
  let asked = 0
  const provider: PaymentProvider = {
    ...p.provider,
    ask: async (work) => {
      if (asked++ === 1) await payAway(school)
      return p.provider.ask(work)
    },
  }
  const { subscription } = await setPlanPix(school, { ...p.later(), provider })
  expect(subscription).toMatchObject({ pays_with: 'pix', utc_grace_ends_on: null })
  expect(new Date(subscription!.utc_paid_until).getTime()).toBeGreaterThan(utc_paid_until.getTime())
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
  expect(await rowOf(school)).toMatchObject({ invoice_id: null, invoice_plan_id: null })
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

it('finds the plan of an invoice whose grace has begun before plans of invoices were kept', async () => {
  const school = await inGrace('Carência antiga', { from: 'super' })
  await school.tx((db) => updateSubscription(db, { invoice_plan_id: null }))
  await stepDown(school)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ next_plan_id: 'middle', unpaid_plan_id: 'super' })
})

it('takes no card for the plan where the open renewal was given up at the provider', async () => {
  const school = await inGrace('Fatura anulada')
  const before = await rowOf(school)
  await p.provider.ask(({ invoices }) => invoices.voidInvoice(before.invoice_id!))
  const asked = await setCard(school, (await p.stateOf(school)).card!.dbId)
  expect(asked).toMatchObject({ status: 409, error: { code: 'plan_is_overdue' } })
  expect(await rowOf(school)).toEqual(before)
})

it('writes of no end to a school that has canceled its plan in the grace', async () => {
  const school = await inGrace('Cancelada na carência')
  await p.w.call(subscriptions.cancel, { as: school.admin })
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await mailsOf(school, 'plan_ended')).toEqual([])
})
