import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { setPlanPix } from './plan-moves.service.ts'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription } from './subscriptions.queries.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})

type School = PlanWorld['w']['northside']
const rowOf = async (school: School) => (await school.tx(findSubscription))!
const setCard = (school: School, dbId: string) =>
  p.w.call(subscriptions.setCard, { as: school.admin, body: { id: dbId } })

/** A school whose card did not pay the renewal of its plan. */
async function inGrace(name: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, 'middle')
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
    config: p.provider.config,
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
