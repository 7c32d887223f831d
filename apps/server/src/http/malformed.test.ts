import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { buildHttp } from './build-http.ts'

let http: FastifyInstance
beforeAll(async () => {
  http = await buildHttp((await world()).config, false)
  http.post('/api/tried', async ({ body }) => ({ body }))
  await http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => http.close())

/** All that comes back until the server ends the connection. */
async function answerTo(bytes: string) {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const part of socket) text += part
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { head: head.toLowerCase(), body }
}

const post = 'POST /api/tried HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
it.each([
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['a bad request line', 400, 'GET /api/tried HTTP/9.9\r\n\r\n'],
  ['a header without a name', 400, 'GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', 400, `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk that has no length', 400, `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['headers that are too large', 431, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
])('%s is answered in the shape of every error, and ends the connection', async (_, status, bytes) => {
  const { head, body } = await answerTo(bytes)
  expect(head).toMatch(new RegExp(`^http/1.1 ${status} `))
  expect(head).toContain('\r\nconnection: close')
  expect(head).toContain('\r\nx-content-type-options: nosniff')
  expect(JSON.parse(body)).toEqual({
    code: 'invalid_request',
    message: 'Invalid request',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
