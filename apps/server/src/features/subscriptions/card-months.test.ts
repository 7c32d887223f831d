import { dayMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { subscriptions } from '@escola/contract/subscriptions.contract'
import { expect, it } from 'vitest'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { nextMonthEnd } from './month-ends.ts'
import { followSubscription } from './renewals.service.ts'
import { findFirstDay } from './subscriptions.queries.ts'
import { rowOf, type School, usePlanWorld } from './use-plan-world.testing.ts'

const p = usePlanWorld()

const renewalsOf = (school: School) =>
  school.tx((db) =>
    db
      .selectFrom('payments')
      .select(['id', 'key', 'status', 'attempt', 'intent_id', 'month', 'method', 'fault'])
      .where('purpose', '=', 'renewal')
      .orderBy('id')
      .execute(),
  )
const chargesOf = async (intent: string | null) =>
  (await p.provider.ask(({ charges }) => charges.list({ payment_intent: intent!, limit: 100 }))).data
const failRenewals = async (school: School, how: 'fail' | null = 'fail') =>
  p.control.setRenewals(await p.customerOf(school), how)
const withPlan = async (name: string, number?: string) => {
  const school = await p.w.makeSchool(name)
  await p.subscribe(school, 'middle', number)
  return school
}
/** Follows the plan so many hours after the month that is paid. */
const passBy = (school: School, hours: number) => p.passTo(school, hours / 24)

it('charges each month by an intent of its own, as the consent says, and has no subscription at the provider', async () => {
  const school = await withPlan('Mês no cartão')
  const { utc_paid_until } = await rowOf(school)
  await passBy(school, 0.1)
  const after = await rowOf(school)
  expect(after).toMatchObject({ stripe_id: null, payment_id: null, tries: 0, utc_grace_ends_on: null })
  expect(after.utc_paid_until).toEqual(nextMonthEnd(utc_paid_until, await school.tx(findFirstDay)))
  const [renewal, ...others] = await renewalsOf(school)
  expect(others).toEqual([])
  expect(renewal).toMatchObject({ status: 'succeeded', attempt: 1 })
  const intent = (await p.listIntents()).find(({ id }) => id === renewal!.intent_id)!
  expect(intent).toMatchObject({ amount: 19_900, metadata: { payment: renewal!.key } })
  const customer = await p.customerOf(school)
  expect((await p.provider.ask((stripe) => stripe.subscriptions.list({ customer, status: 'all' }))).data).toEqual([])
  const consents = await school.tx((db) => db.selectFrom('card_consents').selectAll().execute())
  expect(consents).toMatchObject([
    {
      method_id: after.method_id,
      text: 'Autorizo cobrar R$ 199,00 por mês neste cartão até eu cancelar',
      version: 1,
    },
  ])
  await p.prove(school)
})

it('takes the money of a month once, however often the job runs, breaks off or gets no answer', async () => {
  const school = await withPlan('Uma vez só')
  await p.control.failNext({ operation: 'POST /v1/payment_intents/:id/confirm', how: 'hang_after' })
  await passBy(school, 0.1).catch(() => undefined)
  await Promise.allSettled([1, 2, 3].map(() => followSubscription(school, p.later())))
  await p.pass(school, 0.1)
  await p.pass(school, 0.1)
  const renewals = await renewalsOf(school)
  expect(renewals).toMatchObject([{ status: 'succeeded' }])
  expect((await chargesOf(renewals[0]!.intent_id)).filter(({ paid }) => paid)).toHaveLength(1)
  await p.prove(school)
})

it('waits for its payment before it locks the plan, as the settling of a payment does', async () => {
  const school = await withPlan('Ordem das travas')
  await failRenewals(school)
  await passBy(school, 0.1)
  await failRenewals(school, null)
  await p.move(1.9)
  const [renewal] = await renewalsOf(school)
  const lockPayment = 'select from payments where school_id = $1 and id = $2 for update'
  const settling = await openTransaction(p.w.databaseUrl, lockPayment, [school.id, renewal!.id])
  const charging = followSubscription(school, p.later())
  await untilWaiting(p.w.databaseUrl, 1, { on: settling.pid })
  const locked = settling.query(`select from subscriptions where school_id = '${school.id}' for update`)
  await expect(locked).resolves.toMatchObject({ rowCount: 1 })
  await settling.commit()
  await charging
  expect(await renewalsOf(school)).toMatchObject([{ status: 'succeeded', attempt: 2 }])
  await p.prove(school)
})

it('tries a refused card four times, in the mornings of the grace, by the same intent', async () => {
  const school = await withPlan('Quatro tentativas')
  await failRenewals(school)
  await passBy(school, 0.1)
  const began = await rowOf(school)
  expect(began.utc_grace_ends_on!.getTime() - p.later().now().getTime()).toBeGreaterThan(6.9 * dayMs)
  const counts = []
  for (let day = 0; day < 7; day++) {
    counts.push((await rowOf(school)).tries)
    await p.pass(school, 0.98)
  }
  expect(counts[0]).toBe(1)
  expect(counts.at(-1)).toBe(4)
  const renewals = await renewalsOf(school)
  expect(renewals).toHaveLength(1)
  expect(await chargesOf(renewals[0]!.intent_id)).toHaveLength(4)
  await p.pass(school, 1)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  expect((await renewalsOf(school))[0]).toMatchObject({ status: 'canceled' })
  await p.prove(school)
})

it('pays by a later try, from the end of the month before', async () => {
  const school = await withPlan('Paga no dia seguinte')
  await failRenewals(school)
  const { utc_paid_until } = await rowOf(school)
  await passBy(school, 0.1)
  await failRenewals(school, null)
  await p.pass(school, 1.9)
  const after = await rowOf(school)
  expect(after).toMatchObject({ utc_grace_ends_on: null, tries: 0, invoice_plan_id: null, reminders: 0 })
  expect(after.utc_paid_until).toEqual(nextMonthEnd(utc_paid_until, await school.tx(findFirstDay)))
  await p.prove(school)
})

it('has the payer confirm a charge that the bank asks about, by the link of the mail, and tries it no more', async () => {
  const school = await p.w.makeSchool('Banco pergunta')
  const first = await p.pay(school, { item: 'middle', paymentMethod: await p.card('4000002760003184') })
  const intent = (await p.listIntents()).find(({ metadata }) => metadata.payment === first.body.payment.id)!
  await p.control.authenticate(intent.id)
  await p.settle(school)
  await passBy(school, 0.1)
  const [renewal] = await renewalsOf(school)
  expect(renewal).toMatchObject({ status: 'failed', fault: 'authentication_required' })
  const mails = (await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')
  expect(mails).toMatchObject([{ params: { confirms: renewal!.key } }])
  await p.pass(school, 3.5)
  expect(await renewalsOf(school)).toMatchObject([{ status: 'failed', attempt: 1 }])
  const { paymentMethods } = (await p.w.call(payments.methods, { as: school.admin })).body
  const again = {
    paymentId: renewal!.key,
    item: 'middle' as const,
    paymentMethod: paymentMethods[0]!.id,
    cents: 19_900,
  }
  const { body } = await p.pay(school, again)
  expect(body.payment).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) })
  expect((await p.stateOf(school)).pix).toBeNull()
  await p.control.authenticate(renewal!.intent_id!)
  await p.settle(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  expect(await p.kindsOf(school)).toEqual(['plan', 'plan'])
  await p.prove(school)
})

it('stops at once with a card that was lost, and mails it', async () => {
  const school = await withPlan('Cartão perdido')
  await failRenewals(school)
  await passBy(school, 0.1)
  const [renewal] = await renewalsOf(school)
  await school.tx((db) =>
    db.updateTable('payments').set({ fault: 'lost_card' }).where('id', '=', renewal!.id).execute(),
  )
  await p.pass(school, 2)
  expect(await rowOf(school)).toMatchObject({ tries: 4 })
  expect(await chargesOf(renewal!.intent_id)).toHaveLength(1)
  const mails = (await p.mailsOf(school)).filter(({ kind }) => kind === 'renewal_failed')
  expect(mails).toHaveLength(2)
})

it('refuses to keep, cancel, move or upgrade the plan while the card is being charged', async () => {
  const school = await withPlan('Cobrança em curso')
  const { body } = await p.w.call(payments.methods, { as: school.admin })
  const [card] = body.paymentMethods
  await failRenewals(school)
  await passBy(school, 0.1)
  await school.tx((db) =>
    db.updateTable('payments').set({ status: 'processing', attempt: 2 }).where('purpose', '=', 'renewal').execute(),
  )
  expect((await p.stateOf(school)).view).toBe('charging')
  const refusal = { status: 409, error: { code: 'plan_renewal_under_way' } }
  for (const route of [subscriptions.cancel, subscriptions.keep, subscriptions.setPix])
    expect(await p.w.call(route, { as: school.admin })).toMatchObject(refusal)
  expect(await p.w.call(subscriptions.setCard, { as: school.admin, body: { id: card!.dbId } })).toMatchObject(refusal)
  expect((await p.pay(school, { item: 'super', paymentMethod: card!.id })).status).toBe(409)
})

it('cancels the intent first of a plan that is canceled in its grace', async () => {
  const school = await withPlan('Cancelado na carência')
  await failRenewals(school)
  await passBy(school, 0.1)
  const [renewal] = await renewalsOf(school)
  expect(await p.w.call(subscriptions.cancel, { as: school.admin })).toMatchObject({ status: 200 })
  await p.settle(school)
  expect(await p.stateOf(school)).toEqual({ plan: 'onDemand' })
  const intent = await p.provider.ask(({ paymentIntents }) => paymentIntents.retrieve(renewal!.intent_id!))
  expect(intent.status).toBe('canceled')
  await p.prove(school)
})

it('gives up the card’s charge for a code in the grace, and pays the month once', async () => {
  const school = await withPlan('Pix na carência')
  await failRenewals(school)
  await passBy(school, 0.1)
  const { utc_grace_ends_on } = await rowOf(school)
  expect(await p.w.call(subscriptions.setPix, { as: school.admin })).toMatchObject({ status: 200 })
  await p.settle(school)
  expect(await rowOf(school)).toMatchObject({ pays_with: 'pix', utc_grace_ends_on, invoice_plan_id: null })
  expect(await renewalsOf(school)).toMatchObject([{ status: 'canceled' }])
  await p.payCode(school)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', pays_with: 'pix', utc_grace_ends_on: null })
  await p.prove(school)
})

it('charges a new intent after the first one was canceled at the provider, and never before', async () => {
  const school = await withPlan('Intenção cancelada')
  await failRenewals(school)
  await passBy(school, 0.1)
  const [first] = await renewalsOf(school)
  await p.provider.ask(({ paymentIntents }) => paymentIntents.cancel(first!.intent_id!))
  await failRenewals(school, null)
  await p.receive()
  await p.pass(school, 2)
  expect(await renewalsOf(school)).toMatchObject([{ status: 'canceled' }, { status: 'succeeded', month: first!.month }])
  await p.prove(school)
})

it('begins the grace a day late where the card could not be tried', async () => {
  const school = await withPlan('Provedor fora')
  await p.passTo(school, -0.1)
  await p.move(0.2)
  const away = { ...p.provider, ask: () => Promise.reject(new Error('away')) }
  const follow = () => followSubscription(school, { ...p.later(), provider: away }).catch(() => undefined)
  await follow()
  expect(await rowOf(school)).toMatchObject({ utc_grace_ends_on: null })
  await p.move(1.2)
  await follow()
  expect((await rowOf(school)).utc_grace_ends_on).not.toBeNull()
  await p.pass(school, 0.1)
  expect(await p.stateOf(school)).toMatchObject({ plan: 'middle', utc_grace_ends_on: null })
  await p.prove(school)
})

it('shows the number and day that a bank has given the plan’s card', async () => {
  const school = await withPlan('Cartão renovado pelo banco')
  await p.control.updateCard((await p.stateOf(school)).card!.id, { last4: '1881', exp_year: 2041 })
  await p.settle(school)
  expect((await p.stateOf(school)).card).toMatchObject({ last_4_digits: '1881', expires: '12/2041' })
})

const warningsOf = (school: School) =>
  school.tx((db) => db.selectFrom('messages').select('params').where('kind', '=', 'plan_card_expires').execute())

it('warns once, a week before, of a card that will have expired when the next month is charged', async () => {
  const school = await withPlan('Cartão vencendo')
  const paidUntil = (await rowOf(school)).utc_paid_until
  const cardId = (await p.stateOf(school)).card!.id
  await p.control.updateCard(cardId, { last4: '4242', exp_year: 2025 })
  await p.passTo(school, -8)
  expect(await warningsOf(school)).toEqual([])
  for (let time = 0; time < 2; time++) await p.passTo(school, -6.9 + time)
  expect(await warningsOf(school)).toMatchObject([
    {
      params: { planId: 'middle', last_4_digits: '4242', expires: '12/2025', utc_paid_until: paidUntil.toISOString() },
    },
  ])
})

it.each([
  { of: 'a card that its bank has renewed', next_plan_id: 'middle' },
  { of: 'the card of a plan that is canceled', next_plan_id: 'onDemand' },
])('does not warn of $of', async ({ next_plan_id }) => {
  const school = await withPlan('Sem aviso de vencimento')
  await school.tx((db) => db.updateTable('payment_methods').set({ expires: '01/2020' }).execute())
  await school.tx((db) => db.updateTable('subscriptions').set({ next_plan_id }).execute())
  await p.passTo(school, -6.9)
  expect(await warningsOf(school)).toEqual([])
})
