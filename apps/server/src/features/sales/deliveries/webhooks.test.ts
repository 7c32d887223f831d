import { gzipSync } from 'node:zlib'
import { cohorts } from '@escola/contract/cohorts.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { nextProduct, sellersOf } from '../sales.testing.ts'

let w: World
let shop: ReturnType<typeof sellersOf>
beforeAll(async () => {
  w = await world()
  shop = sellersOf(w)
})

const approved = ({ productId, email }: { productId: string; email: string }) =>
  JSON.stringify({
    id: 'q1',
    event: 'PURCHASE_APPROVED',
    data: {
      product: { id: productId, name: 'Cur\0so\ud800' },
      buyer: { email, name: 'Ana\0 \ud800' },
      purchase: { transaction: 'T\0\udfff1' },
    },
  })

it('what cannot be kept as it came is kept without it', async () => {
  const s = await shop.makeSeller()
  const headers = { 'x-hotmart-hottok': s.code }
  const path = '/webhook?a=%00&%00=%ED%A0%80&b=1&b=2&__proto__=x'
  expect((await shop.send({ path, headers, body: approved(s) })).status).toBe(200)
  await s.work()
  expect((await s.list()).sales.list).toMatchObject([{ state: 'done' }])
  expect(await s.members()).toEqual([s.email])
})

it('whatever type a body is said to have, it is what it is', async () => {
  const s = await shop.makeSeller()
  const types = ['', 'nonsense', 'application/', 'text/plain; charset=utf-16', 'multipart/form-data; boundary=x', '/;']
  for (const [index, type] of types.entries()) {
    const headers = { 'x-hotmart-hottok': s.code, 'content-type': type }
    expect((await shop.send({ path: `/webhook?a=${index}`, headers, body: approved(s) })).status).toBe(200)
  }
  for (const payload of [gzipSync(approved(s)), '['.repeat(200_000), '{"a":'.repeat(40_000), '\xff\xfe{}']) {
    const answer = await w.app.inject({
      method: 'POST',
      url: '/webhook',
      payload,
      headers: { 'content-encoding': 'gzip' },
    })
    expect(answer.json()).toMatchObject({ code: 'webhook_unknown' })
  }
})

it('an address with a slash at its end is the same; one of no school is refused', async () => {
  const s = await shop.makeSeller()
  const headers = { 'x-hotmart-hottok': s.code }
  const to = async (path: string) => (await shop.send({ path, headers, body: approved(s) })).status
  for (const path of ['/webhook/', '/webhook/?a=1', `/webhook/${s.id}/${s.cohort.id}/`])
    expect(await to(path)).toBe(200)
  for (const path of ['/webhook/0/0', '/webhook/0/1', '/webhook/0/hotmart']) expect(await to(path)).toBe(401)
  for (const path of ['/webhook/9223372036854775808/1', '/webhook/a/b', `/webhook/${s.id}/kiwi`, '/webhook//1'])
    expect(await to(path)).toBe(400)
})

it('of an address nothing is kept but what is read again, and the same delivery elsewhere is the same', async () => {
  const s = await shop.makeSeller({ gateway: 'fornece' })
  const body = { event: 'approved', transaction: 'T1', product_id: s.productId, email: s.email }
  for (const more of ['', '&a=1', '&b=2'])
    expect((await shop.send({ path: `/webhook?provider=fornece&token=${s.code}${more}`, body })).status).toBe(200)
  const kept = await s.tx((db) => db.selectFrom('sales').select(['headers', 'query']).execute())
  expect(kept).toEqual([{ headers: { 'content-type': 'application/json' }, query: {} }])
})

it('a school may have very many products', async () => {
  const s = await shop.makeSeller()
  const integrations = Array.from({ length: 200 }, (_, row) => ({
    gateway: 'hotmart' as const,
    code: s.code,
    ids: Array.from({ length: 40 }, (_, at) => (row * 40 + at).toString(36)).join(','),
  }))
  for (let made = 0; made < 3; made++) {
    const { id } = await s.make.cohort()
    const body = { integrations: integrations.map((one) => ({ ...one, ids: one.ids.replaceAll(',', `${made},`) })) }
    expect((await w.call(cohorts.update, { as: s.as, params: { id }, body })).status).toBe(200)
  }
  expect((await s.hotmart('PURCHASE_APPROVED')).body).toEqual({ received: true })
})

it('a code finds its school, however many others say that they sell the same', async () => {
  const productId = nextProduct()
  const others = await Promise.all(Array.from({ length: 51 }, () => w.makeSchool('Imita')))
  for (const { id, admin, make } of others) {
    const body = { integrations: [{ gateway: 'hotmart' as const, code: id, ids: productId }] }
    await w.call(cohorts.update, { as: admin, params: { id: (await make.cohort()).id }, body })
  }
  const s = await shop.makeSeller()
  await s.integrate(s.cohort.id, { ids: productId })
  const headers = { 'x-hotmart-hottok': s.code }
  expect((await shop.send({ headers, body: approved({ ...s, productId }) })).body).toEqual({ received: true })
  expect((await s.list()).sales.total).toBe(1)
})
