import { dayMs, hourMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { ensureCustomer } from '../payments/customers.service.ts'
import { graceOf } from './grace.ts'
import { leastMonthMs } from './plans.testing.ts'
import { makePrice } from './plans-before.testing.ts'
import { followSubscription } from './renewals.service.ts'
import { updateSubscription } from './subscriptions.queries.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const statusOf = async (id: string) => (await p.provider.ask((stripe) => stripe.subscriptions.retrieve(id))).status
const listInvoices = async (subscription: string) =>
  (await p.provider.ask(({ invoices }) => invoices.list({ subscription, limit: 100 }))).data
async function sumCharges(school: School) {
  const customer = await p.customerOf(school)
  const { data } = await p.provider.ask(({ charges }) => charges.list({ customer, limit: 100 }))
  return data.filter(({ paid }) => paid).map(({ amount }) => amount)
}
/** Moves on to some days after the end of the paid month, and does nothing of it yet. */
const moveTo = async (school: School, daysAfterEnd: number) =>
  p.move(((await rowOf(school)).utc_paid_until.getTime() - p.later().now().getTime()) / dayMs + daysAfterEnd)
const follow = (school: School, provider = p.provider) => followSubscription(school, { ...p.later(), provider })

/** Makes a plan as an earlier release left it: the provider charges its card. */
async function withSubscription(name: string, number?: string) {
  const school = await p.w.makeSchool(name)
  await p.subscribeBefore(school, 'middle', number)
  const row = await rowOf(school)
  return { ...row, school, id: row.stripe_id! }
}

/** Writes down the grace of an invoice that was refused, as an earlier release did. */
async function beginGraceOf(school: School, id: string) {
  const open = (await listInvoices(id)).find(({ status }) => status === 'open')!
  const grace = { invoice_id: open.id!, invoice_plan_id: 'middle', utc_grace_ends_on: graceOf(p.later().now()) }
  await school.tx((db) => updateSubscription(db, grace))
  return open.id!
}

it('leaves a subscription within its month, without a refund, and charges the next month once by itself', async () => {
  const { school, id, utc_paid_until, method_id } = await withSubscription('No mês')
  await p.settle(school)
  expect(await statusOf(id)).toBe('canceled')
  const left = { stripe_id: null, item_id: null, left_stripe_id: id, utc_paid_until, method_id, pays_with: 'card' }
  expect(await rowOf(school)).toMatchObject(left)
  await p.passTo(school, 0.1)
  const after = await rowOf(school)
  expect(after.utc_paid_until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
  expect(await sumCharges(school)).toEqual([19_900, 19_900])
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('voids a draft in its hour, and charges the month once no process of an earlier release works any more', async () => {
  const { school, id } = await withSubscription('Rascunho na hora')
  await moveTo(school, 0.02)
  expect((await listInvoices(id)).map(({ status }) => status)).toEqual(['draft', 'paid'])
  await follow(school)
  expect((await listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'paid'])
  expect(await sumCharges(school)).toEqual([19_900])
  const { utc_charges_from } = await rowOf(school)
  expect(utc_charges_from!.getTime() - p.later().now().getTime()).toBeGreaterThan(0.9 * hourMs)
  await p.pass(school, 0.05)
  expect(await sumCharges(school)).toEqual([19_900, 19_900])
  expect(await rowOf(school)).toMatchObject({ utc_grace_ends_on: null, payment_id: null })
  await p.prove(school)
})

it('keeps the end of a grace, and tries the card for its month', async () => {
  const { school, id } = await withSubscription('Na carência')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await moveTo(school, 0.2)
  const invoice = await beginGraceOf(school, id)
  const { utc_grace_ends_on } = await rowOf(school)
  await follow(school)
  expect((await p.provider.ask(({ invoices }) => invoices.retrieve(invoice))).status).toBe('void')
  expect(await rowOf(school)).toMatchObject({
    utc_grace_ends_on,
    invoice_id: null,
    invoice_plan_id: 'middle',
    tries: 0,
  })
  await p.control.setRenewals(await p.customerOf(school), null)
  await p.pass(school, 1)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect(await sumCharges(school)).toEqual([19_900, 19_900])
  await p.prove(school)
})

it('gives up a renewal that waits for its payer at the bank', async () => {
  const { school, id } = await withSubscription('Banco espera')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await moveTo(school, 0.2)
  const invoice = await beginGraceOf(school, id)
  await p.control.setRenewals(await p.customerOf(school), null)
  const asking = await p.pay(school, { paymentMethod: await p.card('4000000000003220'), saveCard: true })
  await p.control.authenticate(asking.body.payment.client_secret!.split('_secret')[0]!)
  await p.settle(school)
  const { data } = await p.provider.ask(({ invoices }) => invoices.list({ subscription: id, limit: 1 }))
  expect(data[0]).toMatchObject({ id: invoice, status: 'void' })
  await p.pass(school, 0.1)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  await p.prove(school)
})

it('ends a subscription that waits for the end of a month by Pix, also where no row names it', async () => {
  const school = await p.w.makeSchool('Em espera')
  await p.subscribeByPix(school, 'middle')
  await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
  const [card] = (await p.w.call(payments.methods, { as: school.admin })).body.paymentMethods
  const { utc_paid_until } = await rowOf(school)
  const customer = await ensureCustomer(school, p.provider, p.tools)
  const price = await makePrice('middle', p.provider)
  const waiting = await p.provider.ask((stripe) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price }],
      trial_end: Math.floor(utc_paid_until.getTime() / 1000),
      default_payment_method: card!.id,
      metadata: { school: school.id },
    }),
  )
  const move = { pays_with: 'card', method_id: card!.dbId, utc_card_from: utc_paid_until, moves: 1 }
  await school.tx((db) => updateSubscription(db, move))
  await p.settle(school)
  expect(await statusOf(waiting.id)).toBe('canceled')
  expect(await rowOf(school)).toMatchObject({ utc_card_from: null, moves: 2, method_id: card!.dbId })
  await p.passTo(school, 0.1)
  expect(await sumCharges(school)).toEqual([19_900, 2990, 19_900])
  await p.prove(school)
})

it('gives a first month whose payer confirms it after the upgrade, and takes its plan over then', async () => {
  const school = await p.w.makeSchool('Primeira incompleta')
  const { intent_id } = await p.subscribeBefore(school, 'middle', '4000000000003220')
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  await p.control.authenticate(intent_id)
  await p.settle(school)
  const { left_stripe_id, stripe_id } = await rowOf(school)
  expect(stripe_id).toBeNull()
  expect(await statusOf(left_stripe_id!)).toBe('canceled')
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'card' })
  await p.prove(school)
})

it.each(['is gone', 'was ended by hand'])(
  'pays the months to come with codes where the subscription %s',
  async (how) => {
    const { school, id, utc_paid_until } = await withSubscription(`Assinatura que ${how}`)
    if (how === 'is gone') await school.tx((db) => updateSubscription(db, { stripe_id: 'sub_none' }))
    else await p.provider.ask((stripe) => stripe.subscriptions.cancel(id))
    await p.settle(school)
    expect(await rowOf(school)).toMatchObject({ plan_id: 'middle', pays_with: 'pix', stripe_id: null, utc_paid_until })
    expect(await statusOf(id)).toBe('canceled')
    await p.passTo(school, -4)
    await p.payCode(school)
    expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
    await p.prove(school)
  },
)

it('ends a subscription that an earlier release left without ending it', async () => {
  const { school, id } = await withSubscription('Ficou para trás')
  await school.tx((db) => updateSubscription(db, { pays_with: 'pix', method_id: null }))
  await p.settle(school)
  expect(await statusOf(id)).toBe('canceled')
  expect(await rowOf(school)).toMatchObject({ pays_with: 'pix', stripe_id: null, left_stripe_id: id })
  await p.passTo(school, -4)
  await p.payCode(school)
  await p.prove(school)
})

it('counts a month that the provider has charged, once, and charges the one after it', async () => {
  const { school, utc_paid_until } = await withSubscription('Cobrado lá')
  await moveTo(school, 0.2)
  for (let time = 0; time < 2; time++) await follow(school)
  const { utc_paid_until: until } = await rowOf(school)
  expect(until.getTime()).toBeGreaterThan(utc_paid_until.getTime() + leastMonthMs)
  await p.settle(school, { times: 2 })
  expect(await rowOf(school)).toMatchObject({ utc_paid_until: until })
  await p.passTo(school, 0.1)
  expect(await sumCharges(school)).toEqual([19_900, 19_900, 19_900])
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan', 'plan'])
  await p.prove(school)
})

it('goes on where a run broke off at any of its calls, and charges each month once', async () => {
  for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const { school, id } = await withSubscription(`Interrompida ${at}`)
    await moveTo(school, 0.02)
    let asked = 0
    const ask: PaymentProvider['ask'] = (work) =>
      asked++ === at ? Promise.reject(new Error('the process has died')) : p.provider.ask(work)
    await follow(school, { ...p.provider, ask }).catch(() => undefined)
    await p.pass(school, 0.1)
    await p.pass(school, 0.1)
    expect(await statusOf(id)).toBe('canceled')
    expect(await sumCharges(school)).toEqual([19_900, 19_900])
    await p.prove(school)
    await p.beginAnew()
  }
})

it('takes over a plan before it is paid with another card or with codes', async () => {
  const { school, id } = await withSubscription('Muda logo')
  const { card } = await p.stateOf(school)
  expect(await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: card!.dbId } })).toMatchObject({
    status: 200,
  })
  expect(await statusOf(id)).toBe('canceled')
  const other = await withSubscription('Muda para o Pix')
  expect(await p.w.call(subscriptions.setPix, { as: other.school.admin })).toMatchObject({ status: 200 })
  expect(await statusOf(other.id)).toBe('canceled')
  expect(await rowOf(other.school)).toMatchObject({ pays_with: 'pix', left_stripe_id: other.id })
})

it('has a plan that a bank pays by a mandate be paid with codes, once the bank pays nothing any more', async () => {
  const { school, id } = await withSubscription('Mandato')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await school.tx((db) => updateSubscription(db, { pays_with: 'pix_auto', method_id: null }))
  await moveTo(school, 0.2)
  const ask: PaymentProvider['ask'] = async (call) => {
    const answer = await p.provider.ask(call)
    const isIntent = typeof answer === 'object' && answer !== null && 'object' in answer
    return isIntent && answer.object === 'payment_intent' ? { ...answer, status: 'processing' } : answer
  }
  await follow(school, { ...p.provider, ask })
  expect(await rowOf(school)).toMatchObject({ pays_with: 'pix_auto', stripe_id: id })
  await p.settle(school)
  expect(await rowOf(school)).toMatchObject({ pays_with: 'pix', stripe_id: null })
  expect(await statusOf(id)).toBe('canceled')
  await p.pass(school, 0.1)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
})
