import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { refusals } from '@escola/contract/refusals'
import { salesLimits, salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { nextProduct, type Sent, sellersOf } from './sales.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** The server speaks as Mercado Pago's API does, to every caller with the token. */
const payments = { url: '', byId: new Map<string, object>(), isAway: false }
const accessToken = 'APP_USR-de-teste'
beforeAll(async () => {
  const server = createServer((request, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (payments.isAway) return say(503, {})
    if (request.headers.authorization !== `Bearer ${accessToken}`) return say(401, {})
    const payment = payments.byId.get(request.url?.split('/').at(-1) ?? '')
    return payment ? say(200, payment) : say(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  payments.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => void server.close()
})

let shop: ReturnType<typeof sellersOf>
beforeAll(() => {
  shop = sellersOf(w, () => payments.url)
})
const send = (sent: Sent) => shop.send(sent)
const makeSeller = (...given: Parameters<typeof shop.makeSeller>) => shop.makeSeller(...given)

describe('a sale', () => {
  it('enrolls the buyer, who is invited', async () => {
    const s = await makeSeller()
    expect(await s.hotmart('PURCHASE_APPROVED')).toEqual({ status: 200, body: { received: true } })
    await s.work()
    const { list } = (await s.list()).sales
    expect(list).toMatchObject([
      {
        gateway: 'hotmart',
        event: 'PURCHASE_APPROVED',
        state: 'done',
        transaction: 'HP1',
        email: s.email,
        product_ids: [s.productId],
        product_name: 'Curso Exemplo',
        school_gateways: [{ id: s.cohort.id }],
      },
    ])
    expect(await s.members()).toEqual([s.email])
    const found = await w.call(students.list, { as: s.as, query: { search: s.email } })
    expect(found.body.students.list).toMatchObject([{ name: 'Marina Teste Souza', origin: 'hotmart' }])
    const mails = await s.tx((db) => db.selectFrom('messages').select(['kind', 'dedupe_key']).execute())
    expect(mails).toMatchObject([{ kind: 'invitation' }])
  })

  it('is kept and done once, however often it is told', async () => {
    const s = await makeSeller()
    const body = {
      id: 'e1',
      event: 'PURCHASE_APPROVED',
      data: {
        product: { id: s.productId },
        buyer: { email: s.email, name: 'Marina' },
        purchase: { transaction: 'HP9' },
      },
    }
    const once = { headers: { 'x-hotmart-hottok': s.code }, body }
    await Promise.all(Array.from({ length: 8 }, () => send(once)))
    await s.work()
    await s.work()
    expect((await s.list()).sales.total).toBe(1)
    expect(await s.members()).toEqual([s.email])
    expect(await s.tx((db) => db.selectFrom('messages').select('kind').execute())).toHaveLength(1)
  })

  it('is refused without the code, and nothing of it is kept', async () => {
    const s = await makeSeller()
    for (const token of ['', 'outro', `${s.code} `, s.code.toUpperCase()])
      expect((await s.hotmart('PURCHASE_APPROVED', { token })).status).toBe(401)
    expect((await s.list()).sales.total).toBe(0)
  })

  it('is nothing of a school whose code it does not know, though it sells the same', async () => {
    const [first, second] = [await makeSeller(), await makeSeller()]
    await w.call(cohorts.update, {
      as: second.as,
      params: { id: second.cohort.id },
      body: { integrations: [{ gateway: 'hotmart', code: 'outro-codigo', ids: first.productId }] },
    })
    expect((await first.hotmart('PURCHASE_APPROVED')).status).toBe(200)
    expect((await first.list()).sales.total).toBe(1)
    expect((await second.list()).sales.total).toBe(0)
  })

  it('of a product that no school sells keeps nothing where a signature is the only proof', async () => {
    const body = { id: 'x', event: 'myeduzz.invoice_paid', data: { id: '1', items: [{ productId: '999999999' }] } }
    expect(await send({ body, headers: { 'x-signature': 'ab' } })).toEqual({ status: 200, body: { received: false } })
  })

  it('is proven by the signature of the very bytes on Eduzz, for each product that it names', async () => {
    const s = await makeSeller({ gateway: 'eduzz' })
    const raw = JSON.stringify({
      id: randomUUID(),
      event: 'myeduzz.invoice_paid',
      data: {
        id: '90000001',
        buyer: { name: 'Rafael Lima', email: 'paga@example.com' },
        student: { name: 'Bia Lima', email: s.email },
        items: [{ productId: '1' }, { productId: s.productId, name: 'Curso' }],
      },
    })
    const signature = createHmac('sha256', s.code).update(raw).digest('hex')
    expect((await send({ body: `${raw} `, headers: { 'x-signature': signature } })).status).toBe(401)
    expect((await send({ body: raw, headers: { 'x-signature': signature } })).body).toEqual({ received: true })
    await s.work()
    // The buyer of the class is the student, not the payer.
    expect(await s.members()).toEqual([s.email])
  })

  it('comes as a form too', async () => {
    const s = await makeSeller({ gateway: 'octapay' })
    const form = new URLSearchParams({
      transacao: 'T1',
      status_transacao_codigo: '4',
      chave_unica: s.code,
      codigo_produto: s.productId,
      nome_comprador: 'Pedro Exemplo',
      email_comprador: s.email,
    })
    const sent = await send({ body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(sent.body).toEqual({ received: true })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })

  it('opens every class that its product opens', async () => {
    const s = await makeSeller()
    const second = await s.make.cohort()
    await s.integrate(second.id)
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect(await s.members(second.id)).toEqual([s.email])
    expect((await s.list()).sales.list[0]!.school_gateways).toHaveLength(2)
  })
})

describe('what ends a sale', () => {
  it('takes the student out when it is paid back, and opens nothing again', async () => {
    const s = await makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    await s.hotmart('PURCHASE_REFUNDED')
    await s.work()
    expect(await s.members()).toEqual([])
    const [stay] = (await s.list()).sales.list[0]!.school_gateways
    expect(stay).toMatchObject({ id: s.cohort.id, ended_why: 'refunded', utc_ended_on: expect.any(String) })
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect(await s.members()).toEqual([])
    expect((await s.list()).sales.list[0]).toMatchObject({ state: 'done', reason: 'paid_back' })
  })

  it('counts when it comes before the sale', async () => {
    const s = await makeSeller()
    await s.hotmart('PURCHASE_CHARGEBACK')
    await s.hotmart('PURCHASE_APPROVED')
    await s.work()
    expect(await s.members()).toEqual([])
  })

  it('leaves a student who bought twice, or was there before', async () => {
    const s = await makeSeller()
    for (const transaction of ['HP1', 'HP2']) await s.hotmart('PURCHASE_APPROVED', { transaction })
    await s.work()
    await s.hotmart('PURCHASE_REFUNDED', { transaction: 'HP1' })
    await s.work()
    expect(await s.members()).toEqual([s.email])

    const other = await makeSeller()
    await w.call(cohorts.addStudent, {
      as: other.as,
      params: { id: other.cohort.id },
      body: { name: 'Marina Souza', email: other.email },
    })
    await other.hotmart('PURCHASE_APPROVED')
    await other.hotmart('PURCHASE_REFUNDED')
    await other.work()
    expect(await other.members()).toEqual([other.email])
  })

  it('is nothing when a refused card is canceled, and the second try stands', async () => {
    const s = await makeSeller()
    await s.hotmart('PURCHASE_CANCELED', { transaction: 'HP1' })
    await s.hotmart('PURCHASE_APPROVED', { transaction: 'HP2' })
    await s.work()
    const states = (await s.list()).sales.list.map(({ state, transaction }) => [transaction, state])
    expect(states).toEqual([
      ['HP2', 'done'],
      ['HP1', 'ignored'],
    ])
    expect(await s.members()).toEqual([s.email])
  })

  it('is tried again under the same number', async () => {
    const s = await makeSeller()
    for (const event of ['PURCHASE_CANCELED', 'PURCHASE_APPROVED', 'PURCHASE_CANCELED', 'PURCHASE_APPROVED']) {
      await s.hotmart(event)
      await s.work()
    }
    expect(await s.members()).toEqual([s.email])
  })

  const canceled = (s: Awaited<ReturnType<typeof makeSeller>>, until: number) =>
    send({
      headers: { 'x-hotmart-hottok': s.code },
      body: {
        id: randomUUID(),
        event: 'SUBSCRIPTION_CANCELLATION',
        data: {
          product: { id: Number(s.productId) },
          subscriber: { code: 'SUB1', email: s.email, name: 'Marina' },
          subscription: { id: 1 },
          date_next_charge: until,
        },
      },
    })

  it('keeps what was paid of a subscription until its day', async () => {
    const s = await makeSeller()
    await s.hotmart('PURCHASE_APPROVED', { subscription: 'SUB1' })
    await s.work()
    const until = Date.now() + 10 * dayMs
    await canceled(s, until)
    await s.work()
    await s.endDue(new Date(until - dayMs))
    expect(await s.members()).toEqual([s.email])
    await s.endDue(new Date(until + 1000))
    expect(await s.members()).toEqual([])
  })

  it('ends a subscription at once where the school wants it so', async () => {
    const s = await makeSeller({ keeps: false })
    await s.hotmart('PURCHASE_APPROVED', { subscription: 'SUB1' })
    await canceled(s, Date.now() + 10 * dayMs)
    await s.work()
    expect(await s.members()).toEqual([])
  })
})

describe('a payment of Mercado Pago', () => {
  async function paid() {
    const s = await makeSeller({ gateway: 'mercadopago' })
    const body = { integrations: [{ gateway: 'mercadopago' as const, code: s.code, access_token: accessToken }] }
    await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body })
    const id = nextProduct()
    const notify = (secret = s.code, place = s.cohort.id) => {
      const ts = String(Math.floor(Date.now() / 1000))
      const requestId = randomUUID()
      const v1 = createHmac('sha256', secret).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')
      return send({
        path: `/webhook/${s.id}/${place}?data.id=${id}&type=payment`,
        headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId },
        // Every notice has these words.
        body: { id: 1, type: 'payment', action: 'payment.updated', data: { id } },
      })
    }
    const pay = (status: string, more: object = {}) =>
      payments.byId.set(id, {
        id: Number(id),
        status,
        ...more,
        payer: { email: s.email, first_name: 'Joana', last_name: 'Lima' },
      })
    return { ...s, id, notify, pay }
  }

  it('is looked up, and opens the class of the address', async () => {
    const s = await paid()
    s.pay('approved')
    expect((await s.notify('errado')).status).toBe(401)
    expect((await s.notify()).body).toEqual({ received: true })
    await s.work()
    expect(await s.members()).toEqual([s.email])
    s.pay('refunded')
    await s.notify()
    await s.work()
    expect(await s.members()).toEqual([])
  })

  it.each([
    ['approved', 'refunded', 'in_mediation'],
    ['refunded', 'approved'],
    ['in_mediation', 'charged_back', 'approved', 'in_mediation'],
    ['cancelled', 'approved', 'charged_back'],
  ])('is what it was when a notice of it was read last, whatever it was before: %s, %s …', async (...statuses) => {
    const s = await paid()
    for (const status of [...statuses, statuses.at(-1)!]) {
      s.pay(status)
      await s.notify()
      await s.work()
    }
    const members = statuses.findLast((status) => status !== 'in_mediation') === 'approved' ? [s.email] : []
    expect(await s.members()).toEqual(members)
    for (const { id } of (await s.list()).sales.list) await w.call(sales.replay, { as: s.as, params: { id }, body: {} })
    await s.work()
    expect(await s.members(), 'done again').toEqual(members)
  })

  it('that names no class waits for one, at the address of a class that is gone too', async () => {
    const s = await paid()
    s.pay('approved', { external_reference: 'curso' })
    await w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id } })
    for (const place of [s.cohort.id, 'mercadopago'])
      expect((await s.notify(s.code, place)).body).toEqual({ received: true })
    await s.work()
    const { list } = (await s.list()).sales
    expect(list).toMatchObject([{ state: 'unmatched', product_ids: ['curso'] }, { state: 'unmatched' }])
    const chosen = await s.make.cohort()
    await w.call(sales.replay, { as: s.as, params: { id: list[0]!.id }, body: { school_gateway_id: chosen.id } })
    await s.work()
    expect(await s.members(chosen.id)).toEqual([s.email])
  })

  it('of what its class does not sell opens the class that is chosen', async () => {
    const s = await paid()
    const integration = { gateway: 'mercadopago' as const, code: s.code, access_token: accessToken, ids: 'livro' }
    await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations: [integration] } })
    s.pay('approved', { external_reference: 'curso' })
    await s.notify()
    await s.work()
    const [sale] = (await s.list()).sales.list
    expect(sale).toMatchObject({ state: 'unmatched', product_ids: ['curso'] })
    const chosen = await s.make.cohort()
    await w.call(sales.replay, { as: s.as, params: { id: sale!.id }, body: { school_gateway_id: chosen.id } })
    await s.work()
    expect([await s.members(), await s.members(chosen.id)]).toEqual([[], [s.email]])
  })

  it('of two things names the one that no class has', async () => {
    const s = await paid()
    const integration = { gateway: 'mercadopago' as const, code: s.code, access_token: accessToken, ids: 'livro' }
    await w.call(cohorts.update, { as: s.as, params: { id: s.cohort.id }, body: { integrations: [integration] } })
    s.pay('approved', { additional_info: { items: [{ id: 'livro' }, { id: 'curso' }] } })
    await s.notify()
    await s.work()
    expect((await s.list()).sales.list).toMatchObject([{ state: 'done', waiting_ids: ['curso'] }])
    expect(await s.members()).toEqual([s.email])
  })

  it('waits while Mercado Pago does not answer, and says when the token is refused', async () => {
    const s = await paid()
    s.pay('approved')
    await s.notify()
    payments.isAway = true
    await expect(s.work()).rejects.toThrow('503')
    payments.isAway = false
    expect((await s.list()).sales.list).toMatchObject([{ state: 'waiting' }])
    const { gateway } = (await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id } })).body
    const { id } = gateway.integrations[0]!
    const change = (token: string) =>
      w.call(cohorts.update, {
        as: s.as,
        params: { id: s.cohort.id },
        body: { integrations: [{ id, gateway: 'mercadopago', access_token: token }] },
      })
    await change('outro')
    await s.work()
    expect((await s.list()).sales.list).toMatchObject([{ state: 'failed', reason: 'token_refused' }])
    await change(accessToken)
    const { list } = (await s.list()).sales
    await w.call(sales.replay, { as: s.as, params: { id: list[0]!.id }, body: {} })
    await s.work()
    expect(await s.members()).toEqual([s.email])
  })
})

describe('the address', () => {
  it('answers those who look whether it is there, with and without /api', async () => {
    for (const url of ['/webhook', '/api/webhook', '/webhook/1/2'])
      expect((await w.app.inject({ method: 'GET', url })).json()).toEqual({ received: false })
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const empty = await w.app.inject({ method: 'POST', url: '/webhook', headers })
      expect([empty.statusCode, empty.json()]).toEqual([200, { received: false }])
    }
  })

  it('refuses what no platform says, and what is too long', async () => {
    expect((await send({ body: { hello: 'world' } })).status).toBe(400)
    expect((await send({ body: 'x'.repeat(salesLimits.webhookBytes + 1) })).status).toBe(413)
    expect((await send({ path: '/webhook/1/2', body: { hello: 'world' } })).status).toBe(401)
  })
})

describe('the integrations of a class', () => {
  it('are saved as a whole, and a code that is left out stays', async () => {
    const s = await makeSeller()
    const { id } = s.made.body.gateway.integrations[0]!
    const saved = await w.call(cohorts.update, {
      as: s.as,
      params: { id: s.cohort.id },
      body: {
        integrations: [
          { id, gateway: 'hotmart', ids: `${s.productId}, 22.33 44` },
          { gateway: 'eduzz', code: ' a b ', ids: '5' },
        ],
      },
    })
    expect(saved.body.gateway.integrations).toMatchObject([
      { id, gateway: 'hotmart', title: 'Hotmart', ids: [s.productId, '22', '33', '44'] },
      { gateway: 'eduzz', title: 'Eduzz', ids: ['5'] },
    ])
    expect(JSON.stringify(saved.body)).not.toContain(s.code)
    expect((await s.hotmart('PURCHASE_APPROVED')).body).toEqual({ received: true })
    const rows = await s.tx((db) => db.selectFrom('sales_integrations').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain(s.code)
  })

  it('that are named by their id alone stay as they are', async () => {
    const s = await makeSeller({ keeps: false })
    const { id } = s.made.body.gateway.integrations[0]!
    // Platforms name their products like this; schools type them otherwise.
    const product_ids = ['curso.avancado', ...Array.from({ length: 60 }, (_, at) => `produto-${at}`)]
    await s.tx((db) => db.updateTable('sales_integrations').set({ product_ids }).where('id', '=', id).execute())
    const saved = await w.call(cohorts.update, {
      as: s.as,
      params: { id: s.cohort.id },
      body: {
        integrations: [
          { id, gateway: 'hotmart' },
          { gateway: 'eduzz', code: 'x', ids: '5' },
        ],
      },
    })
    expect(saved.body.gateway.integrations).toMatchObject([
      { id, ids: product_ids, keeps_paid_period: false },
      { gateway: 'eduzz', ids: ['5'], keeps_paid_period: true },
    ])
  })

  it('say under which field what is missing', async () => {
    const s = await makeSeller()
    const refused = await w.call(cohorts.update, {
      as: s.as,
      params: { id: s.cohort.id },
      body: {
        integrations: [
          { gateway: 'hotmart', ids: '' },
          { gateway: 'mercadopago', code: 'x' },
        ],
      },
    })
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      {
        'integrations.0.code': salesMessages.code,
        'integrations.0.ids': salesMessages.ids,
        'integrations.1.access_token': salesMessages.accessToken,
      },
    ])
    const gone = await w.call(cohorts.update, {
      as: s.as,
      params: { id: s.cohort.id },
      body: { integrations: [{ id: '999999', gateway: 'hotmart', ids: '1' }] },
    })
    expect(gone.error.fields).toEqual({ 'integrations.0': refusals.integrationGone })
  })

  it('go with their class, and its account stays: its sales wait for another class', async () => {
    const s = await makeSeller()
    const other = await s.make.cohort()
    expect((await w.call(cohorts.remove, { as: s.as, params: { id: s.cohort.id } })).status).toBe(200)
    for (const path of ['/webhook', `/webhook/${s.id}/${s.cohort.id}`, `/webhook/${s.id}/hotmart`])
      expect((await s.hotmart('PURCHASE_APPROVED', { path })).body).toEqual({ received: true })
    await s.work()
    const { list } = (await s.list()).sales
    expect(list.map(({ state }) => state)).toEqual(['unmatched', 'unmatched', 'unmatched'])
    await w.call(sales.replay, { as: s.as, params: { id: list[0]!.id }, body: { school_gateway_id: other.id } })
    await s.work()
    expect(await s.members(other.id)).toEqual([s.email])
  })
})
