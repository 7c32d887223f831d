import { randomUUID } from 'node:crypto'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { beforeAll, expect, it } from 'vitest'
import { makeAttended } from '../../../testing/member-scope.ts'
import { pay } from '../paying.service.ts'
import { reconcilePayments } from '../reconciliation.service.ts'
import { setPlanCard, setPlanPix } from './plan-moves.service.ts'
import { ensurePrice } from './plan-prices.service.ts'
import { type PlanWorld, planWorld } from './plans.testing.ts'
import { findSubscription, updateSubscription } from './subscriptions.queries.ts'
import { previewPlan } from './subscriptions.service.ts'

let p: PlanWorld
beforeAll(async () => {
  p = await planWorld({ STRIPE_PIX_AUTOMATICO: 'on' })
})

type School = PlanWorld['w']['northside']

/** Buys a plan, whose payer authorises its price each month. */
async function subscribe(school: School, item: 'middle' | 'super' = 'middle') {
  const { body } = await p.pay(school, { item, paymentMethod: 'pix_auto' })
  expect(body.payment).toMatchObject({ status: 'requires_action', pix: { code: expect.stringMatching(/^000201/) } })
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: item, pays_with: 'pix_auto', card: null, pix: null })
}
const setPix = (school: School) => p.w.call(subscriptions.setPix, { as: school.admin })
async function mandateOf(school: School) {
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 100 }))
  return data.map(({ payment_method_details: details }) => details?.pix?.mandate).find(Boolean)!
}
async function listUnpaid(school: School) {
  const customer = await p.customerOf(school)
  return (await p.provider.ask(({ invoices }) => invoices.list({ customer, status: 'open', limit: 100 }))).data
}
const listPaid = async (school: School) =>
  (await p.w.call(payments.list, { as: school.admin })).body.payments.list
    .filter(({ status }) => status === 'succeeded')
    .map(({ way, cents, refunded_cents }) => [way, cents, refunded_cents])
const month = ['pix', 19_900, 0]

it('is paid each month by the bank, without a code, some days after the month is over', async () => {
  const school = await p.w.makeSchool('Pix Automático')
  await subscribe(school)
  const mandate = await p.provider.ask(async ({ mandates }) => mandates.retrieve(await mandateOf(school)))
  expect(mandate).toMatchObject({
    status: 'active',
    multi_use: { amount: 19_900 },
    payment_method_details: { pix: { amount_type: 'fixed', payment_schedule: 'monthly' } },
  })
  for (let time = 0; time < 2; time++) {
    await p.passTo(school, -4)
    expect(await p.listCodes(school)).toEqual([])
    await p.passTo(school, 1)
    expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
    const refusal = { code: 'plan_payment_under_way' }
    await expect(setPlanPix(school, p.later())).rejects.toMatchObject(refusal)
    await expect(previewPlan(school, 'super', p.later())).rejects.toMatchObject(refusal)
    await p.pass(school, 3)
    expect(new Date((await p.stateOf(school)).utc_paid_until!).getTime()).toBeGreaterThan(p.later().now().getTime())
  }
  expect(await listPaid(school)).toEqual([month, month, month])
  await p.prove(school)
})

it('has the same grace when the bank refuses, in which the month is paid by a code', async () => {
  const school = await p.w.makeSchool('Banco recusou')
  await subscribe(school)
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 3.5)
  const { utc_grace_ends_on } = await p.stateOf(school)
  expect(utc_grace_ends_on).not.toBeNull()
  const mails = (await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')
  expect(mails.map(({ params }) => (params as { way: string }).way)).toEqual(['pix_auto'])
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  await expect(setPlanCard(school, card!.dbId, p.later())).rejects.toMatchObject({ code: 'plan_is_overdue' })
  expect(await p.stateOf(school)).toMatchObject({ pays_with: 'pix_auto', utc_grace_ends_on })
  await setPix(school)
  await p.settle(school)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on: null })
  await p.pass(school, 8)
  expect(await listPaid(school)).toEqual([month, ['card', 2990, 0], month])
  await p.prove(school)
})

it('goes down in its grace with a code of the smaller plan, which is named everywhere', async () => {
  const school = await p.w.makeSchool('Descida na carência do automático')
  await subscribe(school, 'super')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 3.5)
  const { change } = await previewPlan(school, 'middle', p.later())
  expect(new Date(change.utc_begins_on).getTime()).toBeLessThanOrEqual(p.later().now().getTime())
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  expect(await listUnpaid(school)).toEqual([])
  await p.pass(school, 4)
  expect((await p.listCodes(school)).map(({ amount }) => amount)).toEqual([19_900])
  expect(await p.stateOf(school)).toMatchObject({ pays_with: 'pix', unpaid_plan_id: 'middle' })
  const named = (await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')
  expect(named.map(({ params }) => (params as { planId: string }).planId)).toEqual(['super', 'middle'])
  expect(await p.w.call(subscriptions.keep, { as: school.admin })).toMatchObject({ status: 200 })
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  await p.settle(school)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', next_plan_id: 'middle', utc_grace_ends_on: null })
  await p.prove(school)
})

it('ends the plan seven days after a refusal without another payment', async () => {
  const school = await p.w.makeSchool('Sem pagamento')
  await subscribe(school)
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 3.5)
  await p.pass(school, 7)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await listUnpaid(school)).toEqual([])
})

it('goes on with codes once its payer revokes the mandate, or the school ends it', async () => {
  const [revoked, ended] = [await p.w.makeSchool('Revogado no banco'), await p.w.makeSchool('Encerrado na escola')]
  for (const school of [revoked, ended]) {
    await subscribe(school)
    if (school === revoked) await p.control.revokeMandate(await mandateOf(school))
    else expect((await setPix(school)).body.subscription).toMatchObject({ pays_with: 'pix' })
    await p.settle(school)
    expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on: null })
    await p.passTo(school, -4)
    await p.payCode(school)
    await p.passTo(school, -10)
    expect(await listPaid(school)).toEqual([month, month])
    await p.prove(school)
  }
})

it('leaves no invoice open where its payer revokes the mandate in the grace, and is paid by a code', async () => {
  const school = await p.w.makeSchool('Revogado na carência')
  await subscribe(school)
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 3.5)
  expect(await listUnpaid(school)).toHaveLength(1)
  const { utc_grace_ends_on } = await p.stateOf(school)
  await p.control.revokeMandate(await mandateOf(school))
  await p.settle(school)
  expect(await listUnpaid(school)).toEqual([])
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on })
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on: null })
  expect(await listPaid(school)).toEqual([month, month])
  await p.prove(school)
})

it.each(['revoked', 'canceled'])(
  'leaves no invoice open that the bank refuses after its mandate was %s',
  async (how) => {
    const school = await p.w.makeSchool(`Recusa depois de ${how}`)
    await subscribe(school)
    await p.passTo(school, 1)
    if (how === 'revoked') await p.control.revokeMandate(await mandateOf(school))
    else expect(await p.w.call(subscriptions.cancel, { as: school.admin })).toMatchObject({ status: 200 })
    await p.control.setRenewals(await p.customerOf(school), 'fail')
    await p.settle(school)
    await p.pass(school, 3)
    expect(await listUnpaid(school)).toEqual([])
    await p.prove(school)
  },
)

it('names in the proof the invoices that are open a day after their subscription has ended', async () => {
  const school = await p.w.makeSchool('Fatura esquecida')
  await subscribe(school)
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.passTo(school, 3.5)
  const [open] = await listUnpaid(school)
  const prove = () => reconcilePayments(school, p.later())
  await p.pass(school, 1)
  await prove()
  await school.tx((db) => updateSubscription(db, { pays_with: 'pix', invoice_id: null }))
  await expect(prove()).rejects.toThrow(`invoices of subscriptions that have ended are open: ${open!.id}`)
})

it('needs another mandate for another plan: its months are paid with codes', async () => {
  const school = await p.w.makeSchool('Plano maior')
  await subscribe(school)
  const { body } = await p.pay(school, { item: 'super', paymentMethod: 'pix' })
  await p.settle(school)
  expect(body.payment.status).toBe('requires_action')
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', pays_with: 'pix' })
  const { data } = await p.provider.ask(async (stripe) =>
    stripe.subscriptions.list({ customer: await p.customerOf(school), limit: 100 }),
  )
  expect(data).toEqual([])
  await p.passTo(school, -4)
  expect((await p.listCodes(school)).map(({ amount }) => amount)).toEqual([59_900])
})

it('moves to a card from the end of the month', async () => {
  const school = await p.w.makeSchool('Do automático para o cartão')
  await subscribe(school)
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const body = { id: paymentMethods[0]!.dbId }
  const answer = await p.w.call(subscriptions.setCard, { as: school.admin, body })
  expect(answer.body.subscription).toMatchObject({ pays_with: 'card', card: { dbId: body.id } })
  await p.settle(school)
  await p.passTo(school, 0.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'card', utc_grace_ends_on: null })
  expect((await listPaid(school))[0]).toEqual(['card', 19_900, 0])
  await p.prove(school)
})

it('is chosen instead of a code that was not paid, and the other way round', async () => {
  const school = await p.w.makeSchool('Mudou de ideia')
  const order = { paymentId: randomUUID(), item: 'middle' } as const
  for (const paymentMethod of ['pix', 'pix_auto', 'pix', 'pix_auto']) {
    const { body } = await p.pay(school, { ...order, paymentMethod })
    expect(body.payment.status).toBe('requires_action')
    const params = { paymentId: order.paymentId }
    const [code] = await p.listCodes(school)
    await p.control.expirePix(code!.id)
    expect((await p.w.call(payments.payment, { as: school.admin, params })).body.payment.status).toBe('failed')
  }
  await p.pay(school, { ...order, paymentMethod: 'pix_auto' })
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix_auto' })
  expect(await listPaid(school)).toEqual([month])
  await p.prove(school)
})

it('is refused for packs, and beside a plan', async () => {
  const refusal = { status: 409, error: { code: 'automatic_pix_unavailable' } }
  const school = await p.w.makeSchool('Só para planos')
  expect(await p.pay(school, { item: 'basic', paymentMethod: 'pix_auto' })).toMatchObject(refusal)
  await subscribe(school)
  expect(await p.pay(school, { item: 'super', paymentMethod: 'pix_auto' })).toMatchObject(refusal)
})

it('is refused where the provider would change the first sum by a balance of the customer', async () => {
  const school = await p.w.makeSchool('Crédito e mandato')
  await p.subscribe(school, 'super')
  const { stripe_id, item_id } = await school.tx(async (db) => (await findSubscription(db))!)
  const price = await ensurePrice('middle', p.provider)
  await p.provider.ask(({ subscriptions }) =>
    subscriptions.update(stripe_id!, { items: [{ id: item_id!, price }], proration_behavior: 'always_invoice' }),
  )
  await p.w.call(subscriptions.cancel, { as: school.admin })
  await p.pass(school, 31.2)
  const payer = makeAttended(school, school.admin, { isAdmin: true })
  const buy = (paymentMethod: string) =>
    pay(payer, { paymentId: randomUUID(), item: 'middle', paymentMethod, saveCard: false }, p.later())
  await expect(buy('pix_auto')).rejects.toMatchObject({ code: 'automatic_pix_unavailable' })
  expect((await buy('pix')).payment).toMatchObject({ status: 'requires_action', cents: 19_900 })
})
