import { createHmac, randomUUID } from 'node:crypto'
import type { SalesPlatformName } from '@escola/contract/sales'
import { hiddenSecret, sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

interface Call {
  body: string | object
  headers?: Record<string, string>
  query?: string
}
const hmac = (algorithm: string, code: string, text: string) => createHmac(algorithm, code).update(text).digest('hex')
const form = (fields: Record<string, string>) => String(new URLSearchParams(fields))

/** Calls as each platform makes them, with its secret where it puts it. */
const calls: [string, SalesPlatformName, (s: Seller) => Call][] = [
  [
    'hotmart, in the header and in the body',
    'hotmart',
    ({ code, productId, email }) => ({
      headers: { 'x-hotmart-hottok': code },
      body: {
        id: randomUUID(),
        event: 'PURCHASE_APPROVED',
        hottok: code,
        data: {
          product: { id: productId },
          buyer: { email, name: 'Marina' },
          purchase: { transaction: 'HP1', checkout_url: `https://pay.example/?hottok=${code}&off=1` },
        },
      },
    }),
  ],
  [
    'hotmart 1.0, a form',
    'hotmart',
    ({ code, productId, email }) => ({
      body: form({ hottok: code, prod: productId, status: 'approved', email, name: 'Marina', transaction: 'HP2' }),
    }),
  ],
  [
    'eduzz v3, signed',
    'eduzz',
    ({ code, productId, email }) => {
      const student = { name: 'Marina', email }
      const data = { id: '9', student, items: [{ productId }] }
      const body = JSON.stringify({ id: randomUUID(), event: 'myeduzz.invoice_paid', data })
      return { body, headers: { 'x-signature': hmac('sha256', code, body) } }
    },
  ],
  [
    'eduzz v2',
    'eduzz',
    ({ code, productId, email }) => ({
      body: {
        ...{ origin_secret: code, origin: code, event_name: 'invoice_paid', trans_cod: '9', trans_status: '3' },
        ...{ product_cod: productId, cus_name: 'Marina', cus_email: email },
      },
    }),
  ],
  [
    'octapay, a form',
    'octapay',
    ({ code, productId, email }) => ({
      body: form({
        ...{ transacao: 'T1', status_transacao_codigo: '4', chave_unica: code, codigo_produto: productId },
        ...{ nome_comprador: 'Marina', email_comprador: email },
      }),
    }),
  ],
  [
    'kiwify, signed in the address',
    'kiwify',
    ({ code, productId, email }) => {
      const body = JSON.stringify({
        webhook_event_type: 'order_approved',
        order_id: 'T1',
        Product: { product_id: productId },
        Customer: { full_name: 'Marina', email },
      })
      return { body, query: `?signature=${hmac('sha1', code, body)}` }
    },
  ],
  [
    'hubla, in the header',
    'hubla',
    ({ code, productId, email }) => ({
      headers: { 'x-hubla-token': code },
      body: {
        type: 'customer.member_added',
        event: { product: { id: productId }, subscription: { id: 'S1' }, user: { firstName: 'Marina', email } },
      },
    }),
  ],
  [
    'cakto',
    'cakto',
    ({ code, productId, email }) => ({
      body: {
        secret: code,
        event: 'purchase_approved',
        data: [{ id: 'T1', product: { id: productId }, customer: { name: 'Marina', email } }],
      },
    }),
  ],
  [
    'ticto',
    'ticto',
    ({ code, productId, email }) => ({
      body: {
        ...{ version: '2.0', token: code, status: 'authorized', transaction: { hash: 'T1' }, order: { hash: 'O1' } },
        ...{ item: { product_id: productId }, customer: { name: 'Marina', email } },
      },
    }),
  ],
  [
    'kirvano',
    'kirvano',
    ({ code, productId, email }) => ({
      body: {
        ...{ event: 'SALE_APPROVED', sale_id: 'T1', token: code, products: [{ id: productId }] },
        customer: { name: 'Marina', email },
      },
    }),
  ],
  ...(['bravapay', 'fornece'] as const).map((name): (typeof calls)[number] => [
    name,
    name,
    ({ code, productId, email }) => ({
      headers: { authorization: `Bearer ${code}` },
      body: {
        ...{ event: 'purchase_approved', transaction: 'T1', product_id: productId, status: 'approved' },
        ...{ customer: { name: 'Marina', email }, sent_with: `Bearer ${code}`, api_key: code },
      },
    }),
  ]),
]

const readSent = async (s: Seller, id: string, as = s.as) => w.call(sales.readDelivery, { as, params: { id } })

describe('what a platform sent', () => {
  it.each(calls)('is shown without the secret: %s', async (_, gateway, callOf) => {
    const s = await shop.makeSeller({ gateway })
    const { body, headers = {}, query = '' } = callOf(s)
    const type =
      typeof body === 'string' && !body.startsWith('{') ? 'application/x-www-form-urlencoded' : 'application/json'
    const path = `/webhook/${s.id}/${gateway}${query}`
    expect((await shop.send({ path, headers: { 'content-type': type, ...headers }, body })).body).toEqual({
      received: true,
    })
    await s.work()
    const [sale] = (await s.list()).sales.list
    expect(sale).toMatchObject({ state: 'done', email: s.email })
    const shown = await readSent(s, sale!.id)
    expect(shown.body).toMatchObject({ state: 'kept' })
    const text = JSON.stringify(shown.body)
    expect(text).toContain(s.email)
    expect(text).not.toContain(s.code)
    if (JSON.stringify(body).includes(s.code)) expect(text).toContain(hiddenSecret)
    const signature = new URLSearchParams(query).get('signature')
    if (signature) expect(text).not.toContain(signature)
  })

  it('keeps a code hidden that the account has no more, and is of its school alone', async () => {
    const [s, other] = [await shop.makeSeller({ gateway: 'eduzz' }), await shop.makeSeller()]
    await shop.send({
      path: `/webhook/${s.id}/eduzz`,
      body: { origin_secret: s.code, origin: s.code, event_name: 'invoice_paid', trans_cod: '9', trans_status: '3' },
    })
    const { id } = (await w.call(salesAccounts.list, { as: s.as })).body.accounts[0]!
    await w.call(salesAccounts.update, { as: s.as, params: { id }, body: { code: 'um-codigo-novo' } })
    const [sale] = (await s.list()).sales.list
    expect(JSON.stringify((await readSent(s, sale!.id)).body)).not.toContain(s.code)
    expect((await readSent(s, sale!.id, other.as)).status).toBe(404)
  })

  it('that this release does not read is said to be so', async () => {
    const s = await shop.makeSeller()
    await s.hotmart('PURCHASE_APPROVED')
    const body = Buffer.from(['{"a":', '['.repeat(20), ']'.repeat(20), '}'].join('')).toString('base64')
    await s.tx((db) => db.updateTable('sales').set({ body, sealed_body: null }).execute())
    const [sale] = (await s.list()).sales.list
    expect((await readSent(s, sale!.id)).body).toEqual({ state: 'unread', body: {}, query: {} })
  })
})
