import { randomUUID } from 'node:crypto'
import { refusalOf } from '@escola/contract/payment-errors'
import { payments } from '@escola/contract/payments.contract'
import type { Stripe } from 'stripe'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { setPlanCard } from '../subscriptions/plan-moves.service.ts'
import { type PlanWorld, planWorld } from '../subscriptions/plans.testing.ts'
import { removeMethod } from './cards/cards.service.ts'
import { processPaymentEvent } from './events/events.service.ts'
import { pay } from './paying.service.ts'
import { cancelPayment, readPaid } from './payments.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld()
})
beforeEach(() => p.beginAnew())

type School = PlanWorld['w']['northside']
type Method = (...args: unknown[]) => Promise<unknown>
type Methods = Record<string, Method>

/** Tools with which something else happens at the provider just before a call of theirs. */
function before(resource: keyof Stripe, method: string, happen: (stripe: Stripe) => Promise<unknown>) {
  const ask: PaymentProvider['ask'] = (work) =>
    p.provider.ask((stripe) => {
      const own = stripe[resource] as unknown as Methods
      const preceded: Method = async (...args) => {
        await happen(stripe)
        return own[method]!(...args)
      }
      const changed = Object.assign(Object.create(own), { [method]: preceded })
      return work(Object.assign(Object.create(stripe), { [resource]: changed }))
    })
  return { ...p.later(), provider: { ...p.provider, ask } }
}

/** Tools with which something else happens here once a call of theirs has been answered, the first time. */
function afterAnswer(resource: keyof Stripe, method: string, happen: () => Promise<unknown>) {
  let next: (() => Promise<unknown>) | undefined = happen
  const ask: PaymentProvider['ask'] = (work) =>
    p.provider.ask((stripe) => {
      const own = stripe[resource] as unknown as Methods
      const followed: Method = async (...args) => {
        const answer = await own[method]!(...args)
        const now = next
        next = undefined
        await now?.()
        return answer
      }
      const changed = Object.assign(Object.create(own), { [method]: followed })
      return work(Object.assign(Object.create(stripe), { [resource]: changed }))
    })
  return { ...p.tools, provider: { ...p.provider, ask } }
}

/** Card whose payer is asked by the bank. */
const askedCard = '4000002500003155'

it('gives the plan of a first month whose payer answers the bank while it is given up', async () => {
  const school = await p.w.makeSchool('Confirmou enquanto cancelava')
  const { body } = await p.pay(school, { item: 'middle', paymentMethod: await p.card(askedCard) })
  expect(body.payment).toMatchObject({ status: 'requires_action' })
  const intent = (await p.listIntents()).find(({ client_secret }) => client_secret === body.payment.client_secret)!
  const tools = before('paymentIntents', 'cancel', () => p.control.authenticate(intent.id))
  expect(await cancelPayment(school, body.payment.id, tools)).toMatchObject({
    payment: { status: 'succeeded', goes_back: false },
    resource: { plan_id: 'middle' },
  })
  await p.prove(school)
})

it('gives the pack that is paid by Pix while it is given up', async () => {
  const school = await p.w.makeSchool('Pagou enquanto cancelava')
  const { id } = (await p.pay(school, { paymentMethod: 'pix' })).body.payment
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === id)!
  const tools = before('paymentIntents', 'cancel', () => p.control.payPix(intent.id))
  expect(await cancelPayment(school, id, tools)).toMatchObject({
    payment: { status: 'succeeded' },
    bank: { balance: '30.00' },
  })
  await p.prove(school)
})

it('says that the provider is away where a payment was not given up', async () => {
  const school = await p.w.makeSchool('Não cancelou')
  const { id } = (await p.pay(school, { paymentMethod: 'pix' })).body.payment
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/cancel', how: 'error500', times: 2 })
  const params = { paymentId: id }
  expect(await p.w.call(payments.cancelPayment, { as: school.admin, params })).toMatchObject({
    status: 503,
    error: { code: 'payment_provider_away' },
  })
  expect(await p.read(school, id)).toMatchObject({ payment: { status: 'requires_action' } })
})

it('removes a card that another call removes at the same time', async () => {
  const school = await p.w.makeSchool('Removido duas vezes')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  const tools = before('paymentMethods', 'detach', ({ paymentMethods }) => paymentMethods.detach(card!.id))
  const removed = { id: card!.dbId, paymentMethodStripeId: card!.id }
  expect(await removeMethod(school, removed, tools)).toEqual({ paymentMethods: [] })
})

const refused = { code: 'card_refused', fields: { card: refusalOf('card_missing').text } }

describe('a kept card that is removed at the same time', () => {
  const keepCard = async (name: string) => {
    const school = await p.w.makeSchool(name)
    await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
    const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
    const attended = makeAttended(school, school.admin, { roles: ['owner'], provenOn: new Date() })
    const order = { paymentId: randomUUID(), paymentMethod: card!.id, saveCard: false }
    const detach = ({ paymentMethods }: Stripe) => paymentMethods.detach(card!.id)
    return { school, attended, card: card!, order, detach }
  }
  it.each([
    ['a pack', 'basic', ['paymentIntents', 'confirm']],
    ['the first month of a plan', 'middle', ['paymentIntents', 'confirm']],
  ] as const)('pays nothing, and says so: %s', async (_, item, [resource, method]) => {
    const { school, attended, order, detach } = await keepCard('Removido e usado')
    const paying = pay(attended, { ...order, item }, before(resource, method, detach))
    await expect(paying).rejects.toMatchObject(refused)
    const { payment } = (await p.read(school, order.paymentId)) as { payment: { status: string } }
    expect(payment.status).toBe('failed')
    await p.prove(school)
  })

  it('pays no open renewal', async () => {
    const { attended, card, school, detach } = await keepCard('Removido e cobrado')
    await p.subscribe(school, 'middle')
    await p.control.setRenewals(await p.customerOf(school), 'fail')
    await p.pass(school, 31.2)
    const choosing = setPlanCard(attended, card.dbId, before('paymentIntents', 'confirm', detach))
    await expect(choosing).rejects.toMatchObject(refused)
    await p.prove(school)
  })
})

describe('a reading that is older than the try under way', () => {
  const declined = '4000000000000002'
  const asks = '4000002760003184'
  const intentOf = async (id: string) => (await p.listIntents()).find(({ metadata }) => metadata.payment === id)!.id
  const statusOf = async (school: School, id: string) => (await p.read(school, id)).payment

  it('says nothing of it, where an event of the first try is processed meanwhile', async () => {
    const school = await p.w.makeSchool('Aviso atrasado')
    const paymentId = randomUUID()
    await p.pay(school, { paymentId, paymentMethod: await p.card(declined) })
    const intent = await intentOf(paymentId)
    const [told] = (await p.listEvents('payment_intent.payment_failed')).filter(
      ({ data }) => (data.object as Stripe.PaymentIntent).id === intent,
    )
    await p.send(told!)
    const second = async () => p.pay(school, { paymentId, paymentMethod: await p.card(asks) })
    await processPaymentEvent(told!.id, afterAnswer('paymentIntents', 'retrieve', second))
    expect(await statusOf(school, paymentId)).toMatchObject({ status: 'requires_action', fault: '' })
    await p.control.authenticate(intent)
    expect(await statusOf(school, paymentId)).toMatchObject({ status: 'succeeded' })
    await p.prove(school)
  })

  it('says nothing of it, where the page asked before it was confirmed', async () => {
    const school = await p.w.makeSchool('Leitura atrasada')
    const attended = makeAttended(school, school.admin, { roles: ['owner'], provenOn: new Date() })
    const order = { paymentId: randomUUID(), item: 'basic', saveCard: false } as const
    await p.pay(school, { ...order, paymentMethod: await p.card(declined) })
    const [asked, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reading: Promise<unknown> | undefined
    const tools = before('paymentIntents', 'confirm', () => {
      const held = async () => {
        asked.resolve()
        await confirmed.promise
      }
      reading = readPaid(school, order.paymentId, afterAnswer('paymentIntents', 'retrieve', held))
      return asked.promise
    })
    // Its own answer is read before the held one is written down.
    await pay(attended, { ...order, paymentMethod: await p.card(asks) }, tools)
    confirmed.resolve()
    await reading
    expect(await statusOf(school, order.paymentId)).toMatchObject({ status: 'requires_action', fault: '' })
  })
})
