import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, connectTo, refusalOf, startChecked } from './checked-stripe.testing.ts'
import { apiVersion } from './core/account.ts'

let bench: Bench
let stripe: Stripe
beforeAll(async () => {
  bench = await startChecked()
  stripe = bench.stripe
})
afterAll(() => bench.stop())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${bench.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.settings.STRIPE_SECRET_KEY}`,
      'stripe-version': apiVersion,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body,
  })

describe('a call', () => {
  it('needs a test key, Stripe’s version and a known address', async () => {
    expect(Stripe.API_VERSION).toBe(apiVersion)
    const other = await refusalOf(connectTo(bench.url, 'sk_live_1234567890').customers.list())
    expect(other).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect((await fetch(`${bench.url}/v1/customers`)).status).toBe(401)
    const old = await refusalOf(stripe.customers.list({}, { apiVersion: '2020-08-27' }))
    expect(old).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
    const unknown = await refusalOf(stripe.coupons.list())
    expect(unknown).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/coupons)'),
    })
  })

  it.each([
    ['amount=1000&currency=brl&colour=red', 'parameter_unknown', 'colour'],
    [
      'amount=1000&currency=brl&payment_method_options[pix][colour]=red',
      'parameter_unknown',
      'payment_method_options[pix][colour]',
    ],
    ['currency=brl', 'parameter_missing', 'amount'],
    ['amount=ten&currency=brl', 'parameter_invalid_integer', 'amount'],
    ['amount=10.5&currency=brl', 'parameter_invalid_integer', 'amount'],
    ['amount=49&currency=brl', 'amount_too_small', 'amount'],
    ['amount=0&currency=brl', 'parameter_invalid_integer', 'amount'],
    ['amount=100000000&currency=brl', 'amount_too_large', 'amount'],
    ['amount=1000&currency=xyz', undefined, 'currency'],
    ['amount=1000&currency=brl&confirm=yes', undefined, 'confirm'],
    ['amount=1000&currency=brl&capture_method=later', undefined, 'capture_method'],
    ['amount=1000&currency=brl&payment_method_types[]=card', 'parameter_unknown', 'payment_method_types'],
    ['amount=1000&currency=brl&allowed_payment_method_types=card', undefined, 'allowed_payment_method_types'],
    ['amount=1000&currency=usd&allowed_payment_method_types[]=pix', undefined, 'allowed_payment_method_types'],
    ['amount=1000&currency=brl&customer=cus_unknown', 'resource_missing', 'customer'],
    ['amount=1000&currency=brl&customer=', 'parameter_invalid_empty', 'customer'],
    ['amount=1000&currency=brl&transfer_group=one', undefined, 'transfer_group'],
    [`amount=1000&currency=brl&metadata[key]=${'x'.repeat(501)}`, undefined, 'metadata[key]'],
  ])('with %.90s is refused: %s of %s', async (body, code, param) => {
    const response = await post('/v1/payment_intents', body)
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as {
      error: { code?: string; param: string; type: string; message: string }
    }
    expect(error).toMatchObject({ type: 'invalid_request_error', param })
    expect(error.code).toBe(code)
    expect(response.headers.get('request-id')).toMatch(/^req_/)
  })

  it('under a key is answered once, and refused with other parameters', async () => {
    const idempotencyKey = 'pack-1'
    const first = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey })
    const second = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = await refusalOf(stripe.customers.create({ name: 'Bia' }, { idempotencyKey }))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    const another = bench.connect()
    const here = () => another.stripe.customers.create({ name: 'Ana' }, { idempotencyKey })
    const made = await here()
    expect(made.id).not.toBe(first.id)
    await another.control.advance({ days: 1.1 })
    expect((await here()).id).not.toBe(made.id)
  })

  it('finds nothing of what was before an account began anew, and breaks no more', async () => {
    const { stripe, control } = bench.connect()
    const idempotencyKey = 'before'
    const { id } = await stripe.customers.create({}, { idempotencyKey })
    await control.advance({ days: 40 })
    await control.failNext({ operation: 'POST /v1/customers', how: 'error400' })
    await control.beginAnew()
    expect(await refusalOf(stripe.customers.retrieve(id))).toMatchObject({ code: 'resource_missing' })
    expect((await stripe.events.list()).data).toEqual([])
    const made = await stripe.customers.create({}, { idempotencyKey })
    expect(made.id).not.toBe(id)
    expect(Math.abs(made.created - Date.now() / 1000)).toBeLessThan(86_400)
  })

  it('under a key whose first call still runs is refused, and a refused one may be mended', async () => {
    const { stripe, control } = bench.connect()
    await control.failNext({ operation: 'POST /v1/customers', how: 'hang' })
    const idempotencyKey = 'slow'
    const hanging = refusalOf(stripe.customers.create({}, { idempotencyKey, timeout: 4000 }))
    await expect
      .poll(() => refusalOf(stripe.customers.create({}, { idempotencyKey })))
      .toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(await hanging).toMatchObject({ type: 'StripeConnectionError' })
    await expect.poll(() => stripe.customers.create({}, { idempotencyKey })).toMatchObject({ object: 'customer' })
    const unknown = { amount: 100, currency: 'brl', color: 'blue' }
    await refusalOf(stripe.paymentIntents.create(unknown, { idempotencyKey: 'mended' }))
    await stripe.paymentIntents.create({ amount: 100, currency: 'brl' }, { idempotencyKey: 'mended' })
  })

  it('is cut off before or after its work, as a test says', async () => {
    const { stripe, control } = bench.connect()
    const operation = 'POST /v1/customers'
    for (const [how, type, made] of [
      ['error500', 'StripeAPIError', 0],
      ['rate_limit', 'StripeRateLimitError', 0],
      ['drop', 'StripeConnectionError', 0],
      ['drop_after', 'StripeConnectionError', 1],
      ['error500_after', 'StripeAPIError', 2],
    ] as const) {
      await control.failNext({ operation, how, times: how.startsWith('drop') ? 2 : 1 })
      expect(await refusalOf(stripe.customers.create({ name: how }, { idempotencyKey: how }))).toMatchObject({ type })
      expect((await stripe.customers.list()).data).toHaveLength(made)
    }
    await stripe.customers.create({ name: 'drop_after' }, { idempotencyKey: 'drop_after' })
    expect((await stripe.customers.list()).data).toHaveLength(2)
  })

  it('with a publishable key makes payment methods and touches intents by their secret, and does nothing else', async () => {
    const page = connectTo(bench.url, bench.settings.STRIPE_PUBLISHABLE_KEY)
    expect(await refusalOf(page.customers.list())).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'brl', metadata: { school: '1' } })
    expect(await refusalOf(page.paymentIntents.retrieve(intent.id))).toMatchObject({
      statusCode: 400,
      param: 'client_secret',
    })
    const seen = await page.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret as string })
    expect(seen).toMatchObject({ id: intent.id, amount: 1000 })
    expect(seen.metadata).toBeUndefined()
  })
})

describe('customers', () => {
  it('are made, read, changed, listed page by page and deleted', async () => {
    const { stripe } = bench.connect()
    const made = await stripe.customers.create({ email: 'a@escola.example', metadata: { school: '7', other: 'x' } })
    expect(made.id).toMatch(/^cus_\w{14}$/)
    const changed = await stripe.customers.update(made.id, { name: 'Ana', metadata: { other: '' } })
    expect(changed).toMatchObject({ name: 'Ana', email: 'a@escola.example', metadata: { school: '7' } })
    for (let count = 0; count < 4; count++) await stripe.customers.create({ name: `${count}` })
    const page = await stripe.customers.list({ limit: 2 })
    expect(page.data.map(({ name }) => name)).toEqual(['3', '2'])
    expect(page.has_more).toBe(true)
    const next = await stripe.customers.list({ limit: 3, starting_after: page.data[1]?.id })
    expect(next.data.map(({ name }) => name)).toEqual(['1', '0', 'Ana'])
    expect(next.has_more).toBe(false)
    expect((await stripe.customers.list().autoPagingToArray({ limit: 100 })).length).toBe(5)
    expect((await stripe.customers.list({ created: { gt: made.created + 1000 } })).data).toEqual([])
    expect(await refusalOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await stripe.customers.del(made.id)).toMatchObject({ deleted: true })
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
    expect(await refusalOf(stripe.customers.update(made.id, {}))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await refusalOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      message: "No such customer: 'cus_none'",
    })
  })
})

const intentOf = (way: 'card' | 'pix') => ({ amount: 2990, currency: 'brl', allowed_payment_method_types: [way] })

describe('switches of what a real account alone can tell', () => {
  it('asks for a place to come back to, of servers and of pages', async () => {
    const { stripe, control, settings } = bench.connect()
    await control.change({ returnUrl: 'required' })
    const page = connectTo(bench.url, settings.STRIPE_PUBLISHABLE_KEY)
    const payment_method = (await control.createCard('4242424242424242')).id
    const intent = await stripe.paymentIntents.create(intentOf('card'))
    expect((await refusalOf(stripe.paymentIntents.confirm(intent.id, { payment_method }))).message).toMatch(
      /return_url/,
    )
    const setup = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
    const secret = { client_secret: setup.client_secret!, payment_method }
    expect((await refusalOf(page.setupIntents.confirm(setup.id, secret))).message).toMatch(/return_url/)
    const return_url = 'https://escola.example'
    expect(await page.setupIntents.confirm(setup.id, { ...secret, return_url })).toMatchObject({ status: 'succeeded' })
    expect(await stripe.paymentIntents.confirm(intent.id, { payment_method, return_url })).toMatchObject({
      status: 'succeeded',
    })
  })

  it('has no Pix, and says so', async () => {
    const { stripe, control } = bench.connect()
    const isOn = async () => (await stripe.paymentMethodConfigurations.list()).data[0]!.pix!.available
    expect(await isOn()).toBe(true)
    await control.change({ pix: 'filtered' })
    expect(await isOn()).toBe(false)
    const intent = await stripe.paymentIntents.create(intentOf('pix'))
    expect(intent.payment_method_types).toEqual([])
    const paying = stripe.paymentIntents.confirm(intent.id, { payment_method_data: { type: 'pix' } })
    expect((await refusalOf(paying)).message).toMatch(/is not allowed for this PaymentIntent/)
    await control.change({ pix: 'refused' })
    expect((await refusalOf(stripe.paymentIntents.create(intentOf('pix')))).message).toMatch(
      /activated in your dashboard/,
    )
  })

  it('knows the cards of Brazil, or does not', async () => {
    const { stripe, control } = bench.connect()
    const brandOf = async () => (await control.createCard('6362970000457013')).card!.brand
    expect(await brandOf()).toBe('elo')
    await control.change({ localCards: 'unknown' })
    expect(await brandOf()).toBe('unknown')
    await control.change({ localCards: 'refused' })
    const intent = await stripe.paymentIntents.create(intentOf('card'))
    const confirming = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_hipercard' })
    expect(await refusalOf(confirming)).toMatchObject({ statusCode: 402, decline_code: 'card_not_supported' })
  })

  it('gives a restricted key the rights alone that it has', async () => {
    const { control, settings } = bench.connect()
    await control.change({ missingRights: ['POST /v1/customers'] })
    const restricted = connectTo(bench.url, settings.STRIPE_SECRET_KEY.replace('sk_', 'rk_'))
    expect(await refusalOf(restricted.customers.create())).toMatchObject({ type: 'StripePermissionError' })
    expect((await restricted.customers.list()).data).toEqual([])
  })

  it('fails as a key does that was revoked, and an idempotency key that another call had', async () => {
    const { stripe, control } = bench.connect()
    await control.failNext({ operation: 'POST /v1/customers', how: 'error401' })
    expect(await refusalOf(stripe.customers.create())).toMatchObject({ type: 'StripeAuthenticationError' })
    await control.failNext({ operation: 'POST /v1/customers', how: 'reused_key' })
    expect(await refusalOf(stripe.customers.create())).toMatchObject({ type: 'StripeIdempotencyError' })
  })
})

describe('events', () => {
  let receiver: Server
  let received: { event: Stripe.Event; signed: boolean }[] = []
  let refusals = 0
  let url: string
  const secret = 'whsec_test'
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const body = await text(request)
      if (refusals-- > 0) return response.writeHead(500).end()
      const event = await stripe.webhooks.constructEventAsync(
        body,
        request.headers['stripe-signature'] as string,
        secret,
      )
      received.push({ event, signed: true })
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/stripe/events`
  })
  afterAll(() => new Promise((resolve) => receiver.close(resolve)))

  it('are signed, sent to the account’s address and tried again until they are taken', async () => {
    const { stripe, control } = bench.connect()
    await stripe.customers.create({ name: 'before' })
    await control.setWebhook({ url, secret, apiVersion: '2024-06-20' })
    refusals = 3
    const customer = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey: 'signed' })
    await expect.poll(() => received).toHaveLength(1)
    expect(received[0]?.event).toMatchObject({
      type: 'customer.created',
      data: { object: { id: customer.id } },
      api_version: '2024-06-20',
      request: { idempotency_key: 'signed' },
    })
    await expect.poll(() => control.countPending()).toBe(0)
    const kept = await stripe.events.list({ types: ['customer.created'] })
    expect(kept.data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0])
    expect((await stripe.events.retrieve(kept.data[0]?.id as string)).type).toBe('customer.created')
  })

  it('are held back, turned around and doubled, as a test says', async () => {
    const { stripe, control } = bench.connect()
    await control.setWebhook({ url, secret })
    received = []
    await control.holdEvents()
    const customer = await stripe.customers.create({})
    await stripe.customers.update(customer.id, { name: 'Ana' })
    expect(received).toEqual([])
    await control.releaseEvents({ order: 'reversed', copies: 3 })
    await expect.poll(() => received).toHaveLength(6)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(2)
    await control.resendEvent(received[0]?.event.id as string)
    await expect.poll(() => received).toHaveLength(7)
  })
})
