import { createHmac, randomUUID } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import request from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { sellersOf } from '../sales.testing.ts'

let w: World
let address: string
beforeAll(async () => {
  w = await world()
  address = await w.app.listen({ port: 0, host: '127.0.0.1' })
})
const newEmail = () => `compra.${randomUUID().slice(0, 8)}@example.com`

describe('a webhook of a listening server', () => {
  it('is proven by its bytes as they came, whatever they are called', async () => {
    const s = await sellersOf(w).makeSeller({ gateway: 'eduzz' })
    const items = `[{"productId": "${s.productId}", "name": "Curso"}]`
    // A platform may write letters as escapes, and leave spaces: what is parsed and written again is not what was signed.
    const body = `{ "id":"${randomUUID()}",\n "event" : "myeduzz.invoice_paid", "data": {"id": "90000001", "student": {"name": "Jo\\u00e3o Lima", "email": "${s.email}"}, "items": ${items}} }\n`
    const send = (text: string, type: string, signed = body) =>
      request(address)
        .post(`/webhook/${s.id}/eduzz`)
        .set('content-type', type)
        .set('x-signature', createHmac('sha256', s.code).update(signed).digest('hex'))
        .send(text)
    expect((await send(JSON.stringify(JSON.parse(body)), 'application/json')).status).toBe(401)
    expect((await s.list()).sales.total).toBe(0)
    for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-8'])
      expect(await send(body, type)).toMatchObject({ status: 200, body: { received: true } })
    await s.work()
    expect((await s.list()).sales.list).toMatchObject([{ name: 'João Lima', state: 'done' }])
    expect(await s.members()).toEqual([s.email])
  })
})

it('the access API takes a student as JSON and as a form, at both of its addresses', async () => {
  const school = await w.makeSchool('Integrada')
  await school.tx((db) => db.updateTable('schools').set({ has_api: true }).execute())
  const cohort = await school.make.cohort({ courses: [await school.make.course()] })
  const { key, secret } = (await w.call(accessApi.generateKey, { as: school.admin })).body
  await w.call(accessApi.saveIntegration, { as: school.admin, body: { school_gateway_id: cohort.id } })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ key })}`
  const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  for (const [base, type] of [
    ['', 'json'],
    ['/api', 'form'],
  ] as const) {
    const asked = await request(address)
      .get(`${base}/integration/${school.id}/hash`)
      .set('authorization', `Bearer ${token}`)
    expect(asked.status).toBe(200)
    const student = { name: 'Ana Souza', email: newEmail() }
    const made = await request(address)
      .post(`${base}/integration/${school.id}/${asked.body.hash}`)
      .type(type)
      .send(student)
    expect(made).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^\d+-[\w-]{43}$/) } })
  }
  const enrolled = await school.tx((db) => db.selectFrom('enrollments').select('origin').execute())
  expect(enrolled).toEqual([{ origin: 'api' }, { origin: 'api' }])
})
