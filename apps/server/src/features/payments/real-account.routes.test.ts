import { randomUUID } from 'node:crypto'
import { hourMs } from '@escola/contract/durations'
import { payments } from '@escola/contract/payments.contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basePathOf } from '../../core/base-path.ts'
import { createPaymentProvider, type PaymentProvider } from '../../payments/payment-provider.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { listMethods } from './cards/cards.service.ts'
import { findSchoolDetails } from './customers.queries.ts'
import { processPaymentEvent } from './events/events.service.ts'
import { pay } from './paying.service.ts'
import { type PayingWorld, payingWorld } from './payments.testing.ts'
import { reconcilePayments } from './reconciliation.service.ts'

type School = Awaited<ReturnType<PayingWorld['w']['makeSchool']>>
type Settings = Parameters<PayingWorld['control']['change']>[0]

let p: PayingWorld
const usual: Settings = { returnUrl: 'optional', pix: 'on', localCards: 'named', missingRights: [] }
beforeAll(async () => {
  // A restricted key, as the runbook has it.
  const name = randomUUID().replaceAll('-', '')
  p = await payingWorld({ STRIPE_SECRET_KEY: `rk_test_${name}`, STRIPE_PUBLISHABLE_KEY: `pk_test_${name}` })
})
beforeEach(() => p.control.change(usual))

/** Tools of a process that has just started. */
const start = () => ({ ...p.tools, provider: createPaymentProvider(p.w.config.stripe)! })
const orderOf = (paymentMethod: string) =>
  ({ paymentId: randomUUID(), item: 'basic', paymentMethod, saveCard: false }) as const
const addressOf = async (school: School) => ({ ...(await school.tx(findSchoolDetails)), id: school.id })
const attend = (school: School) => makeAttended(school, school.admin, { roles: ['owner'], provenOn: new Date() })

const intentOf = async (paymentId: string) =>
  (await p.listIntents()).find(({ metadata }) => metadata.payment === paymentId)!
const methodsOf = async (school: School) => (await p.w.call(payments.methods, { as: school.admin })).body
const customerOf = async (school: School) => {
  const { data } = await p.provider.ask(({ customers }) => customers.list({ limit: 100 }))
  return data.find(({ metadata }) => metadata.school === school.id)!
}
async function prove(school: School) {
  await verifyLedger(school)
  await reconcilePayments(school, p.tools)
}

/** Steps of a school's first days, whatever the account at the provider is like. */
async function walk(name: string) {
  const school = await p.w.makeSchool(name)
  const [byCard, asked, byPix] = [randomUUID(), randomUUID(), randomUUID()]
  const first = await p.pay(school, { paymentId: byCard, paymentMethod: await p.card(), saveCard: true })
  expect(first.body.payment).toMatchObject({ status: 'succeeded' })
  const second = await p.pay(school, { paymentId: asked, paymentMethod: await p.card('4000002760003184') })
  expect(second.body.payment).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) })
  await p.control.authenticate((await intentOf(asked)).id)
  expect((await p.read(school, asked)).payment).toMatchObject({ status: 'succeeded' })
  const third = await p.pay(school, { paymentId: byPix, paymentMethod: 'pix' })
  expect(third.body.payment).toMatchObject({ status: 'requires_action', pix: expect.anything() })
  await p.control.payPix((await intentOf(byPix)).id)
  const { client_secret: secret } = (await p.w.call(payments.startCard, { as: school.admin })).body
  const [setup] = secret.split('_secret_') as [string]
  const confirmation = { payment_method: await p.card('5555555555554444'), return_url: 'https://escola.example/bank' }
  await p.provider.ask(({ setupIntents }) => setupIntents.confirm(setup, confirmation))
  const saved = await p.w.call(payments.saveCard, { as: school.admin, body: { setupIntent: setup } })
  expect(saved.body.paymentMethods).toHaveLength(2)
  const kept = saved.body.paymentMethods[0]!
  expect((await p.pay(school, { paymentMethod: kept.id })).body.payment).toMatchObject({ status: 'succeeded' })
  expect((await p.read(school, byPix)).bank).toMatchObject({ balance: '120.00' })
  await prove(school)
  return school
}

it.each<[string, Settings]>([
  ['as little as it may', {}],
  ['as much as it may', { returnUrl: 'required', localCards: 'unknown' }],
])('pays in each way at an account that asks %s', async (asks, settings) => {
  await p.control.change(settings)
  await walk(`Primeiros dias: ${asks}`)
})

it('names the page of a payment as the place to come back to from a bank', async () => {
  const school = await p.w.makeSchool('Volta do banco')
  const sent: unknown[] = []
  const tools = start()
  const ask: PaymentProvider['ask'] = (work) =>
    tools.provider.ask((stripe) => {
      const confirm: typeof stripe.paymentIntents.confirm = (id, params, options) => {
        sent.push((params as { return_url?: string }).return_url)
        return stripe.paymentIntents.confirm(id, params as object, options)
      }
      const paymentIntents = Object.assign(Object.create(stripe.paymentIntents), { confirm })
      return work(Object.assign(Object.create(stripe), { paymentIntents }))
    })
  const order = orderOf('pix')
  await pay(attend(school), order, { ...tools, provider: { ...tools.provider, ask } })
  const page = `${p.w.config.publicUrl}${basePathOf(await addressOf(school))}/add-saldo/basic`
  expect(sent).toEqual([`${page}?pagamento=${order.paymentId}`])
})

describe('an account without Pix', () => {
  it.each(['filtered', 'refused'] as const)(
    'has no tab for it, and says so to a page that has one still: %s',
    async (pix) => {
      const school = await p.w.makeSchool(`Sem Pix: ${pix}`)
      const tools = start()
      const hasPix = async () => (await listMethods(school, tools)).checkout!.has_pix
      expect(await hasPix()).toBe(true)
      await p.control.change({ pix })
      const order = orderOf('pix')
      await expect(pay(attend(school), order, tools)).rejects.toMatchObject({ code: 'payment_refused' })
      expect((await p.read(school, order.paymentId)).payment).toMatchObject({ status: 'failed' })
      // The refusal has the account asked again.
      expect(await hasPix()).toBe(false)
      await expect(pay(attend(school), orderOf('pix'), tools)).rejects.toMatchObject({ code: 'pix_unavailable' })
      expect((await pay(attend(school), orderOf(await p.card()), tools)).payment).toMatchObject({ status: 'succeeded' })
    },
  )

  it('is asked once an hour, and offers Pix where it does not answer', async () => {
    const { pix } = start().provider
    const now = new Date()
    const later = new Date(now.getTime() + hourMs)
    await p.control.change({ pix: 'filtered' })
    expect(await pix.isOn(now)).toBe(false)
    await p.control.change({ pix: 'on' })
    expect(await pix.isOn(new Date(later.getTime() - 1))).toBe(false)
    // The old answer is given while the account is asked.
    expect(await pix.isOn(later)).toBe(false)
    await expect.poll(() => pix.isOn(later)).toBe(true)
    pix.forget()
    await p.control.change({ pix: 'filtered', missingRights: ['GET /v1/payment_method_configurations'] })
    expect(await pix.isOn(now)).toBe(true)
  })
})

describe('a key without a right', () => {
  it.each([
    ['customers', 'POST /v1/customers'],
    ['intents', 'POST /v1/payment_intents'],
    ['confirmations', 'POST /v1/payment_intents/:id/confirm'],
  ])('is named in words and leaves no payment open: %s', async (_, operation) => {
    const school = await p.w.makeSchool(`Sem direito: ${operation}`)
    await p.control.change({ missingRights: [operation] })
    const order = { paymentId: randomUUID(), paymentMethod: await p.card() }
    expect(await p.pay(school, order)).toMatchObject({ status: 503, error: { code: 'payment_key_refused' } })
    const open = await school.tx((db) =>
      db.selectFrom('payments').select('status').where('status', 'in', ['processing', 'requires_action']).execute(),
    )
    expect(open).toEqual([])
    await p.control.change(usual)
    expect((await p.pay(school, order)).body.payment).toMatchObject({ status: 'succeeded' })
    await prove(school)
  })

  it('keeps no card, gives nothing back, and removes no card, each in words', async () => {
    const school = await p.w.makeSchool('Sem nenhum direito')
    await p.pay(school, { paymentMethod: await p.card(), saveCard: true })
    const { paymentMethods } = await methodsOf(school)
    const missingRights = ['setup_intents', 'refunds', 'payment_methods/:id/detach'].map((name) => `POST /v1/${name}`)
    await p.control.change({ missingRights })
    const said = { status: 503, error: { code: 'payment_key_refused' } }
    expect(await p.w.call(payments.startCard, { as: school.admin })).toMatchObject(said)
    const [card] = paymentMethods
    const body = { id: card!.dbId, paymentMethodStripeId: card!.id }
    expect(await p.w.call(payments.removeMethod, { as: school.admin, body })).toMatchObject(said)
    const { id } = await school.tx((db) => db.selectFrom('payments').select('id').executeTakeFirstOrThrow())
    const refund = { as: await p.w.makePlatformPerson(), params: { schoolId: school.id } }
    const reason = 'Pedido da escola'
    expect(await p.w.call(payments.refund, { ...refund, body: { id, cents: 100, reason } })).toMatchObject(said)
    const returns = await school.tx((db) => db.selectFrom('payment_returns').select('state').execute())
    expect(returns).toEqual([{ state: 'given_back' }])
  })

  it('that was revoked is said in words, too', async () => {
    const school = await p.w.makeSchool('Chave revogada')
    await p.control.failNext({ operation: 'POST /v1/payment_intents', how: 'error401' })
    const paying = p.pay(school, { paymentMethod: await p.card() })
    expect(await paying).toMatchObject({ status: 503, error: { code: 'payment_key_refused' } })
  })
})

it.each([
  ['an intent', 'POST /v1/payment_intents', { status: 409, error: { code: 'payment_refused' } }, 'failed'],
  ['a confirmation', 'POST /v1/payment_intents/:id/confirm', { status: 200 }, 'processing'],
  ['a card', 'POST /v1/setup_intents', { status: 409, error: { code: 'payment_changed' } }, undefined],
])('reads what is there where the key of %s had another call', async (_, operation, said, status) => {
  const school = await p.w.makeSchool(`Chave usada: ${operation}`)
  await p.control.failNext({ operation, how: 'reused_key' })
  const order = { paymentId: randomUUID(), paymentMethod: await p.card() }
  const answer = status ? await p.pay(school, order) : await p.w.call(payments.startCard, { as: school.admin })
  expect(answer).toMatchObject(said)
  if (status) expect((await p.read(school, order.paymentId)).payment).toMatchObject({ status })
})

it('passes over an event of an object without an id', async () => {
  const event = { id: `evt_${randomUUID().replaceAll('-', '')}`, livemode: false, type: 'payment_intent.succeeded' }
  await p.send({ ...event, data: { object: {} } })
  await processPaymentEvent(event.id, p.tools)
  const stored = await p.w.database.withPlatform((db) =>
    db
      .selectFrom('stripe_events')
      .select('utc_processed_on')
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow(),
  )
  expect(stored.utc_processed_on).not.toBeNull()
})

describe('the customer of a school', () => {
  const rename = (school: School, values: { name?: string; email?: string }) =>
    p.w.database.withPlatform((db) => db.updateTable('schools').set(values).where('id', '=', school.id).execute())

  it('has its name and e-mail, and follows them with the next payment', async () => {
    const school = await p.w.makeSchool('Padaria do Zé')
    await rename(school, { email: 'ze@escola.example' })
    await p.pay(school, { paymentMethod: await p.card() })
    expect(await customerOf(school)).toMatchObject({ name: 'Padaria do Zé', email: 'ze@escola.example' })
    await rename(school, { name: 'Padaria da Ana', email: 'ana@escola.example' })
    await p.pay(school, { paymentMethod: 'pix' })
    expect(await customerOf(school)).toMatchObject({ name: 'Padaria da Ana', email: 'ana@escola.example' })
  })

  it('is written once, also of a school without an e-mail', async () => {
    const school = await p.w.makeSchool('Sem e-mail')
    for (let times = 0; times < 2; times++) await p.pay(school, { paymentMethod: await p.card() })
    const { id } = await customerOf(school)
    const events = await p.listEvents('customer.updated')
    const written = events.filter(({ data }) => (data.object as { id: string }).id === id)
    expect(written.map(({ data }) => data.previous_attributes)).toEqual([{ name: null }])
    expect(await customerOf(school)).toMatchObject({ name: 'Sem e-mail', email: null })
  })

  it('pays also where its name is refused', async () => {
    const school = await p.w.makeSchool('Nome recusado')
    await p.control.failNext({ operation: 'POST /v1/customers/:id', how: 'error400' })
    expect((await p.pay(school, { paymentMethod: await p.card() })).body.payment).toMatchObject({ status: 'succeeded' })
  })
})
