import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { ledger } from '@escola/contract/ledger.contract'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { findDue } from '../../jobs/scheduled-jobs.ts'
import { untilWaiting } from '../../testing/waiting-transactions.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import { leastMonthMs } from './plans.testing.ts'
import { followSubscription } from './renewals.service.ts'
import { findSubscription, lockSubscription } from './subscriptions.queries.ts'
import { type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const ask = (school: School, route: typeof subscriptions.cancel | typeof subscriptions.keep) =>
  p.w.call(route, { as: school.admin })

it('gives a plan for its first month, keeps the card, and renews it each month beside the balance, whatever is heard twice', async () => {
  const school = await p.w.makeSchool('Plano mensal')
  const { body } = await p.subscribe(school, 'middle')
  expect(body).toMatchObject({
    resource: { plan_id: 'middle', price_ssl: '0.00', free_students: 1000 },
    bank: { balance: '0.00', points: 0 },
    payment: { status: 'succeeded', item: 'middle' },
  })
  const first = await p.stateOf(school)
  expect(first).toMatchObject({ plan_id: 'middle', pays_with: 'card', next_plan_id: 'middle', utc_grace_ends_on: null })
  expect(first.card).toMatchObject({ card_type: 'visa', last_4_digits: '4242' })
  const { id, dbId } = first.card!
  expect(
    await p.w.call(payments.removeMethod, { as: school.admin, body: { id: dbId, paymentMethodStripeId: id } }),
  ).toMatchObject({ status: 409, error: { code: 'card_pays_plan' } })
  for (let month = 0; month < 3; month++) await p.pass(school, 31, { times: 2 })
  const later = await p.stateOf(school)
  expect(later).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect(new Date(later.utc_paid_until!).getTime()).toBeGreaterThan(p.later().now().getTime())
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan', 'plan', 'plan'])
  await p.prove(school)
})

it('changes no plan by a first payment that is declined or never ends', async () => {
  const school = await p.w.makeSchool('Primeira recusada')
  const paymentId = randomUUID()
  const refused = await p.pay(school, { paymentId, item: 'super', paymentMethod: await p.card('4000000000000002') })
  expect(refused).toMatchObject({ status: 402, error: { code: 'card_declined' } })
  const asked = await p.pay(school, { paymentId, item: 'super', paymentMethod: await p.card('4000000000003220') })
  expect(asked.body.payment.status).toBe('requires_action')
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  await p.pass(school, 2)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect((await p.read(school, paymentId)).payment.status).toBe('canceled')
  const paid = await p.subscribe(school, 'super')
  expect(paid.body.resource.plan_id).toBe('super')
  await p.prove(school)
})

it('charges an upgrade at once for the rest of the month, as the preview says', async () => {
  const school = await p.w.makeSchool('Subida')
  await p.subscribe(school, 'middle')
  const params = { planId: 'super' as const }
  const { change } = (await p.w.call(subscriptions.preview, { as: school.admin, params })).body
  expect(change).toMatchObject({ now: '400.00', credit: '199.00', each_month: '599.00' })
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const { body } = await p.pay(school, { item: 'super', paymentMethod: paymentMethods[0]!.id })
  expect(body).toMatchObject({ resource: { plan_id: 'super' }, payment: { status: 'succeeded' } })
  await p.settle(school)
  await p.pass(school, 31.2)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', plan_id: 'super' })
  const listed = (await p.w.call(payments.list, { as: school.admin })).body.payments.list
  expect(listed.map(({ item, cents }) => [item, cents])).toEqual([
    ['super', 59_900],
    ['super', 40_000],
    ['middle', 19_900],
  ])
  const { movements } = (await p.w.call(ledger.statement, { as: school.admin })).body
  expect(movements.list.map(({ cents, outside_cents }) => [cents, outside_cents])).toEqual([
    [0, 59_900],
    [0, 40_000],
    [0, 19_900],
  ])
  expect(await p.pay(school, { item: 'super', paymentMethod: 'pix' })).toMatchObject({
    error: { code: 'plan_is_current' },
  })
  await p.prove(school)
})

it('steps down, and returns to on demand, when the paid month ends, and undoes both', async () => {
  const school = await p.w.makeSchool('Descida')
  await p.subscribe(school, 'super')
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const down = await p.pay(school, { item: 'middle', paymentMethod: paymentMethods[0]!.id })
  expect(down.body).toMatchObject({ resource: { plan_id: 'super' }, payment: { status: 'succeeded' } })
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', next_plan_id: 'middle' })
  expect((await ask(school, subscriptions.keep)).body.subscription!.next_plan_id).toBe('super')
  await p.pay(school, { item: 'middle', paymentMethod: paymentMethods[0]!.id })
  await p.pass(school, 31)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', plan_id: 'middle', next_plan_id: 'middle' })

  const as = await p.w.makePlatformPerson()
  const byPlatform = await p.w.call(subscriptions.cancel, { as, params: { schoolId: school.id } })
  expect(byPlatform.body.subscription!.wished_by).toBe('Vera Plataforma')
  expect((await ask(school, subscriptions.cancel)).body.subscription).toMatchObject({
    next_plan_id: 'onDemand',
    wished_by: '',
  })
  await ask(school, subscriptions.keep)
  await ask(school, subscriptions.cancel)
  expect((await p.stateOf(school)).plan).toBe('middle')
  await p.pass(school, 31)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await ask(school, subscriptions.cancel)).toMatchObject({ error: { code: 'subscription_missing' } })
  await p.pass(school, 31)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('names the administrator of the platform who chose the next plan until it has begun, whatever way the school pays', async () => {
  const as = await p.w.makePlatformPerson()
  const byName = async (school: School) => (await p.stateOf(school)).wished_by
  const ended = await p.w.makeSchool('Cancelado pela plataforma')
  await p.subscribe(ended, 'middle')
  await p.w.call(subscriptions.cancel, { as, params: { schoolId: ended.id } })
  await p.w.call(subscriptions.setPix, { as: ended.admin })
  expect(await byName(ended)).toBe('Vera Plataforma')
  const smaller = await p.w.makeSchool('Descida pela plataforma')
  await p.subscribe(smaller, 'super')
  await p.w.call(subscriptions.setPix, { as, params: { schoolId: smaller.id } })
  expect(await byName(smaller)).toBe('')
  const body = { paymentId: randomUUID(), item: 'middle' as const, saveCard: false, paymentMethod: 'pix' }
  expect((await p.w.call(payments.pay, { as, params: { schoolId: smaller.id }, body })).status).toBe(200)
  expect(await byName(smaller)).toBe('Vera Plataforma')
  await p.passTo(smaller, -4)
  await p.payCode(smaller)
  expect(await byName(smaller)).toBe('Vera Plataforma')
  await p.passTo(smaller, 0.2)
  expect(await p.stateOf(smaller)).toMatchObject({ plan: 'middle', next_plan_id: 'middle', wished_by: '' })
})

it('gives seven days after a failed renewal, reminds three times, and then ends the plan for good', async () => {
  const school = await p.w.makeSchool('Renovação recusada')
  await p.subscribe(school, 'middle')
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2, { times: 2 })
  const { utc_grace_ends_on } = await p.stateOf(school)
  const left = (new Date(utc_grace_ends_on!).getTime() - p.later().now().getTime()) / dayMs
  expect(left).toBeGreaterThan(6)
  expect(left).toBeLessThanOrEqual(7)
  const reminders = async () => (await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')
  const counts = []
  for (let day = 0; day < 7; day++) {
    counts.push((await reminders()).length)
    await p.pass(school, 1)
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3, 3])
  expect((await reminders())[0]!.params).toMatchObject({ planId: 'middle', way: 'card', students: 0, cents: 0 })
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  const open = await p.provider.ask(async ({ invoices }) => invoices.list({ status: 'open', limit: 100 }))
  expect(open.data).toEqual([])
  await p.control.setRenewals(await p.customerOf(school), null)
  await p.pass(school, 31)
  expect(await p.kindsOf(school)).toEqual(['plan'])
  await p.prove(school)
})

it('ends the grace at once with another card', async () => {
  const school = await p.w.makeSchool('Outro cartão')
  await p.subscribe(school, 'middle')
  await p.pay(school, { paymentMethod: await p.card('5555555555554444'), saveCard: true })
  await p.control.setRenewals(await p.customerOf(school), 'fail')
  await p.pass(school, 31.2)
  expect((await p.stateOf(school)).utc_grace_ends_on).not.toBeNull()
  await p.control.setRenewals(await p.customerOf(school), null)
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const other = paymentMethods.find(({ card_type }) => card_type === 'mastercard')!
  const { body } = await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: other.dbId } })
  expect(body.subscription!.card!.id).toBe(other.id)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect(await p.w.call(subscriptions.setCard, { as: p.w.northside.admin, body: { id: other.dbId } })).toMatchObject({
    status: 404,
  })
  await p.prove(school)
})

it('pays a plan by Pix month by month: a code five days before the end, the same grace, then on demand', async () => {
  const school = await p.w.makeSchool('Plano por Pix')
  const { body } = await p.subscribe(school, 'middle', 'pix')
  expect(body.resource.plan_id).toBe('onDemand')
  const payPix = async () => {
    const waiting = (await p.listIntents()).find(
      ({ metadata, status }) => metadata.school === school.id && status === 'requires_action',
    )!
    await p.control.payPix(waiting.id)
    await p.settle(school)
  }
  await payPix()
  const first = await p.stateOf(school)
  expect(first).toMatchObject({ plan: 'middle', pays_with: 'pix', card: null, pix: null })
  const until = new Date(first.utc_paid_until!).getTime()
  await p.pass(school, (until - p.later().now().getTime()) / dayMs - 5.5)
  expect((await p.stateOf(school)).pix).toBeNull()
  await p.pass(school, 1)
  const second = await p.stateOf(school)
  expect(second.pix).toMatchObject({ status: 'requires_action', pix: { code: expect.stringMatching(/^000201/) } })
  expect((await p.mailsOf(school)).map(({ kind }) => kind)).toEqual(['payment_receipt', 'plan_pix_code'])
  await payPix()
  const paid = await p.stateOf(school)
  // Months that begin at the end of another have its day where they are long enough, so 28 February is followed by 31 March.
  const monthMs = new Date(paid.utc_paid_until!).getTime() - until
  expect(monthMs).toBeGreaterThan(leastMonthMs)
  expect(monthMs).toBeLessThanOrEqual(31 * dayMs)
  expect(paid).toMatchObject({ plan: 'middle', pix: null })

  await p.pass(school, (new Date(paid.utc_paid_until!).getTime() - p.later().now().getTime()) / dayMs + 0.1)
  const late = await p.stateOf(school)
  expect(late).toMatchObject({ plan: 'middle', pix: { status: 'requires_action' } })
  expect(late.utc_grace_ends_on).not.toBeNull()
  await p.pass(school, 7)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('gives back what is paid for a plan that the school has by another payment', async () => {
  const school = await p.w.makeSchool('Paga duas vezes')
  const pix = (await p.subscribe(school, 'middle', 'pix')).body.payment.id
  await p.subscribe(school, 'middle')
  const waiting = (await p.listIntents()).find(({ metadata }) => metadata.payment === pix)!
  await p.control.payPix(waiting.id)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'card' })
  expect(await p.kindsOf(school)).toEqual(['refund', 'plan', 'plan'])
  await p.prove(school)
})

it('begins a smaller plan at the end of the month, also when its code is paid early', async () => {
  const school = await p.w.makeSchool('Pix de um plano menor')
  await p.subscribeByPix(school, 'super')
  await p.passTo(school, -4)
  expect((await p.listCodes(school)).map(({ amount }) => amount)).toEqual([59_900])
  await p.pay(school, { item: 'middle', paymentMethod: 'pix' })
  expect((await p.stateOf(school)).pix).toBeNull()
  await p.settle(school)
  expect((await p.listCodes(school)).map(({ amount }) => amount)).toEqual([19_900])
  expect((await p.stateOf(school)).pix).toMatchObject({ item: 'middle' })
  const until = (await p.stateOf(school)).utc_paid_until
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', utc_paid_until: until, pix: null })
  await p.passTo(school, 0.1)
  const next = await p.stateOf(school)
  expect(next).toMatchObject({ plan: 'middle', plan_id: 'middle', utc_grace_ends_on: null })
  expect(new Date(next.utc_paid_until!).getTime()).toBeGreaterThan(new Date(until!).getTime() + leastMonthMs)
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('gives up the code of the plan that a school leaves, and gives back what is paid by it', async () => {
  const school = await p.w.makeSchool('Pix de um plano antigo')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  const [old] = await p.listCodes(school)
  const { body } = await p.pay(school, { item: 'super', paymentMethod: 'pix' })
  const upgrade = (await p.listCodes(school)).find(({ metadata }) => metadata.payment === body.payment.id)!
  await p.control.payPix(upgrade.id)
  expect((await p.read(school, body.payment.id)).payment.status).toBe('succeeded')
  await p.control.payPix(old!.id)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', plan_id: 'super', next_plan_id: 'super' })
  expect(await p.kindsOf(school)).toEqual(['refund', 'plan', 'plan', 'plan'])
  await p.settle(school)
  expect((await p.listCodes(school)).map(({ amount }) => amount)).toEqual([59_900])
  await ask(school, subscriptions.cancel)
  await p.settle(school)
  expect(await p.listCodes(school)).toEqual([])
  await ask(school, subscriptions.keep)
  await p.settle(school)
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'super', pix: null })
  await p.prove(school)
})

it('refuses to cancel the code of a month without the plan', async () => {
  const school = await p.w.makeSchool('Código do mês')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  const { pix } = await p.stateOf(school)
  const canceled = await p.w.call(payments.cancelPayment, { as: school.admin, params: { paymentId: pix!.id } })
  expect(canceled).toMatchObject({ status: 409, error: { code: 'plan_code_stays' } })
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pix: null })
})

it('sells no greater plan before the renewal is paid', async () => {
  const byPix = await p.w.makeSchool('Carência por Pix')
  await p.subscribeByPix(byPix, 'middle')
  await p.passTo(byPix, 0.1)
  const byCard = await p.w.makeSchool('Carência por cartão')
  await p.subscribe(byCard, 'middle')
  await p.control.setRenewals(await p.customerOf(byCard), 'fail')
  await p.pass(byCard, 31.2)
  for (const school of [byPix, byCard]) {
    const refusal = { status: 409, error: { code: 'plan_is_overdue' } }
    const params = { planId: 'super' }
    expect(await p.pay(school, { item: 'super', paymentMethod: 'pix' })).toMatchObject(refusal)
    expect(await p.w.call(subscriptions.preview, { as: school.admin, params })).toMatchObject(refusal)
  }
})

it('looks less and less often at a subscription of an earlier release that the provider does not end', async () => {
  const school = await p.w.makeSchool('Provedor fora')
  await p.subscribeBefore(school, 'middle')
  const waits = []
  for (const minutes of [1, 30]) {
    const { utc_paid_until } = (await school.tx(findSubscription))!
    const now = () => new Date(utc_paid_until.getTime() + minutes * minuteMs)
    const away = { ...p.provider, ask: () => Promise.reject(new Error('away')) }
    await expect(followSubscription(school, { ...p.later(), provider: away, now })).rejects.toThrow('away')
    const due = await school.tx((db) => findDue(db, jobs.followSubscription))
    waits.push((due!.getTime() - now().getTime()) / minuteMs)
  }
  expect(waits).toEqual([10, 30])
})

it('holds the subscription before the sums while a payment of a plan is written down', async () => {
  const school = await p.w.makeSchool('Duas ordens')
  await p.subscribeByPix(school, 'middle')
  await p.passTo(school, -4)
  const [code] = await p.listCodes(school)
  await p.control.payPix(code!.id)
  let reading: Promise<unknown> = Promise.resolve()
  await school.tx(async (db) => {
    await lockSubscription(db)
    reading = p.stateOf(school)
    await untilWaiting(p.w.databaseUrl)
    await lockBank(db)
  })
  await reading
  expect((await p.stateOf(school)).pix).toBeNull()
})
