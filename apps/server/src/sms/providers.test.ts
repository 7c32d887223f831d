import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NumberRefused, SmsUnanswered } from './sms.ts'
import { createTwilio } from './twilio.ts'
import { createZenvia } from './zenvia.ts'

let server: Server
let url: string
let requests: { request: IncomingMessage; body: string }[]
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ request, body })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
})

const answering = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const sms = { key: 'sms-7-12', to: '5511912345678', text: 'Escola: https://a.example/login/7-abc' }
const secret = 'segredo-do-provedor'
const providers = {
  twilio: (address = url) =>
    createTwilio({ accountSid: 'AC12', authToken: secret, from: '+15005550006', url: address }),
  zenvia: (address = url) => createZenvia({ token: secret, from: 'escola', url: address }),
}
const names = ['twilio', 'zenvia'] as const
const errorOf = (name: (typeof names)[number], address?: string) =>
  providers[name](address)
    .send(sms)
    .then(
      () => undefined,
      (error: Error) => error,
    )

it('speaks to Twilio as its SDK does', async () => {
  answer = answering(201, { sid: 'SM99', status: 'queued' })
  expect(await providers.twilio().send(sms)).toBe('SM99')
  const [{ request, body }] = requests as [(typeof requests)[number]]
  expect([request.method, request.url]).toEqual(['POST', '/2010-04-01/Accounts/AC12/Messages.json'])
  expect(request.headers.authorization).toBe(`Basic ${Buffer.from(`AC12:${secret}`).toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+5511912345678',
    From: '+15005550006',
    Body: sms.text,
  })
})

it("lets Twilio's messaging service choose the sender", async () => {
  answer = answering(201, { sid: 'SM99' })
  await createTwilio({ accountSid: 'AC12', authToken: secret, from: 'MG34', url }).send(sms)
  expect(new URLSearchParams(requests[0]!.body).get('MessagingServiceSid')).toBe('MG34')
})

it.each([
  ['queued', 'open'],
  ['sent', 'open'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'undelivered'],
])('hears of a message that Twilio has as %s that it is %s', async (status, report) => {
  const sent = { providerId: 'SM99', to: sms.to, mark: '7-abc' }
  answer = answering(200, { sid: 'SM99', status, body: sms.text })
  expect(await providers.twilio().report!(sent)).toBe(report)
  expect(requests[0]!.request.url).toBe('/2010-04-01/Accounts/AC12/Messages/SM99.json')
  answer = answering(200, { messages: [{ body: 'Outra' }, { body: sms.text, status }] })
  expect(await providers.twilio().report!({ ...sent, providerId: undefined })).toBe(report)
  const list = new URL(requests[1]!.request.url!, url)
  expect([list.pathname, list.searchParams.get('To')]).toEqual([
    '/2010-04-01/Accounts/AC12/Messages.json',
    '+5511912345678',
  ])
})

it('hears that a message that Twilio does not have did not arrive, and of silence nothing', async () => {
  const sent = { providerId: undefined, to: sms.to, mark: '7-abc' }
  answer = answering(200, { messages: [{ body: 'Outra', status: 'delivered' }] })
  expect(await providers.twilio().report!(sent)).toBe('undelivered')
  answer = answering(500, {})
  await expect(providers.twilio().report!(sent)).rejects.toThrow('Twilio')
})

it('speaks to Zenvia, with the key', async () => {
  answer = answering(200, { id: 'z-1' })
  expect(await providers.zenvia().send(sms)).toBe('z-1')
  const [{ request, body }] = requests as [(typeof requests)[number]]
  expect([request.method, request.url, request.headers['x-api-token']]).toEqual([
    'POST',
    '/v2/channels/sms/messages',
    secret,
  ])
  expect(JSON.parse(body)).toEqual({
    from: 'escola',
    to: '5511912345678',
    externalId: 'sms-7-12',
    contents: [{ type: 'text', text: sms.text }],
  })
})

it.each([
  ['twilio', 400, { code: 21211, message: "The 'To' number is not a valid phone number." }],
  ['twilio', 400, { code: 21610, message: 'Attempt to send to unsubscribed recipient' }],
  ['zenvia', 400, { code: 'VALIDATION_ERROR', details: [{ code: 'invalid', path: 'to' }] }],
] as const)('says that %s refuses the number (%d %o)', async (name, status, body) => {
  answer = answering(status, body)
  expect(await errorOf(name)).toBeInstanceOf(NumberRefused)
})

it.each(
  names.flatMap((name) => [
    [name, 401, { code: 20003 }],
    [name, 429, { code: 20429 }],
    [name, 503, {}],
    [name, 400, { code: 21603, details: [{ path: 'from' }] }],
    // A region that the account may not send to, and a sender that reaches no such number.
    [name, 400, { code: 21408 }],
    [name, 400, { code: 21612 }],
  ]) as [(typeof names)[number], number, object][],
)('may ask %s again after %d %o', async (name, status, body) => {
  answer = answering(status, body)
  const error = await errorOf(name)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NumberRefused)
  expect(error).not.toBeInstanceOf(SmsUnanswered)
  expect(requests).toHaveLength(1)
})

it.each(names)('does not know what became of a message when %s fails midway', async (name) => {
  for (const wrong of [
    answering(500, {}),
    (response: ServerResponse) => response.destroy(),
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":')
      setTimeout(() => response.destroy(), 20)
    },
  ]) {
    answer = wrong as typeof answer
    expect(await errorOf(name)).toBeInstanceOf(SmsUnanswered)
  }
})

it.each(names)('may ask again where no %s listens', async (name) => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const error = await errorOf(name, `http://127.0.0.1:${port}`)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(SmsUnanswered)
})

it.each(names)('no error of %s shows the secret or the link', async (name) => {
  for (const status of [400, 401, 500]) {
    answer = answering(status, { code: 1, message: `${secret} ${sms.text}` })
    const error = await errorOf(name)
    expect(`${error!.stack} ${JSON.stringify(error)} ${error!.cause}`).not.toMatch(/segredo|abc/)
  }
})
