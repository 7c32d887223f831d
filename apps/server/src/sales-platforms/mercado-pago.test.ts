import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMercadoPago, MercadoPagoSilent, TokenRefused } from './mercado-pago.ts'

let server: Server
let baseUrl: string
let requests: IncomingMessage[]
let answer: (response: ServerResponse) => void
const token = 'APP_USR-segredo'

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
})

const fetchPayment = (id = '123456789', accessToken = token) => createMercadoPago(baseUrl).fetchPayment(accessToken, id)
const answering =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body)

it('asks for one payment, with the token of the caller', async () => {
  answer = answering(200, '{"id":123456789,"status":"approved"}')
  expect(await fetchPayment()).toEqual({ id: 123456789, status: 'approved' })
  expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['GET', '/v1/payments/123456789', `Bearer ${token}`],
  ])
})

it('an id is one part of the address, whatever it is', async () => {
  answer = answering(404)
  await fetchPayment('../users/me?a=1')
  expect(requests[0]!.url).toBe('/v1/payments/..%2Fusers%2Fme%3Fa%3D1')
})

it('finds no payment where there is none', async () => {
  answer = answering(404, '{"message":"Payment not found"}')
  expect(await fetchPayment()).toBeNull()
})

it.each([401, 403])('says that the token is refused when the answer is %d', async (status) => {
  answer = answering(status, '{"message":"invalid access token"}')
  await expect(fetchPayment()).rejects.toThrow(TokenRefused)
})

it.each([
  ['500', answering(500)],
  ['429', answering(429)],
  ['400', answering(400)],
  ['no JSON', answering(200, '<html>')],
  ['nothing', answering(200)],
  ['too much', answering(200, JSON.stringify('x'.repeat(512 * 1024)))],
  ['a broken connection', (response: ServerResponse) => response.destroy()],
  [
    'half an answer',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":')
      setTimeout(() => response.destroy(), 50)
    },
  ],
])('can be asked again after %s', async (_, wrong) => {
  answer = wrong
  await expect(fetchPayment()).rejects.toThrow(MercadoPagoSilent)
})

it('carries the token nowhere else', async () => {
  answer = (response) => {
    answer = answering(200, '{"id":123456789}')
    response.writeHead(302, { location: `${baseUrl}/v1/elsewhere` }).end()
  }
  await expect(fetchPayment()).rejects.toThrow(MercadoPagoSilent)
  expect(requests).toHaveLength(1)
})

it('can be asked again when no server listens', async () => {
  const nowhere = createMercadoPago('http://127.0.0.1:1')
  await expect(nowhere.fetchPayment(token, '1')).rejects.toThrow(MercadoPagoSilent)
})

it('gives up on an answer that does not come, or never ends', async () => {
  answer = () => undefined
  const silent = fetchPayment()
  const endless = new Promise<unknown>((resolve) => {
    setTimeout(() => {
      answer = (response) => {
        response.writeHead(200).write('{')
      }
      fetchPayment().catch(resolve)
    }, 100)
  })
  await expect(silent).rejects.toThrow(MercadoPagoSilent)
  expect(await endless).toBeInstanceOf(MercadoPagoSilent)
})

it.each(['', 'a\nb', 'a b', 'é'])('refuses the token %j before it asks, and repeats it nowhere', async (broken) => {
  answer = answering(200, '{}')
  const error = await fetchPayment('1', broken).catch((reason: Error) => reason)
  expect(error).toBeInstanceOf(TokenRefused)
  expect((error as Error).message).toBe('the access token is none')
  expect(requests).toHaveLength(0)
})

it('no error shows the token', async () => {
  for (const status of [401, 500]) {
    answer = answering(status, token)
    const error = (await fetchPayment().catch((reason: Error) => reason)) as Error
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(token)
  }
})
