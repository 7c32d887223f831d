import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { getClient } from '@sentry/browser'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError, makeOfflineError } from '../../../api/api-error.ts'
import { notifyError } from '../../../ui/notify.ts'
import { keepFailures } from '../../../ui/report.ts'
import { startReporting } from './error-reporter.ts'
import { scrub, scrubText } from './scrub.ts'

interface Report {
  release: string
  exception: { values: { type: string; value: string }[] }
  request: { url: string }
}

/** Takes what the real service takes: envelopes, lines of JSON, at /api/{project}/envelope/. */
const received: { path: string; key: string | null; report: Report }[] = []
let server: Server
let port: number
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const [, item, payload] = body.split('\n')
    if (JSON.parse(item!).type === 'event')
      received.push({ path: pathname, key: searchParams.get('sentry_key'), report: JSON.parse(payload!) })
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await getClient()?.close()
  await new Promise((resolve) => server.close(resolve))
})

const listMessages = () => received.map(({ report }) => report.exception.values[0]!.value)

it('sends what fails from the page’s beginning on, once and as release 406, and names no person', async () => {
  keepFailures()
  notifyError(new Error('antes de estar pronto, por ana@mar.example'))
  history.replaceState(null, '', '/mar/recover/segredo?token=abc')
  startReporting(`http://chave@127.0.0.1:${port}/7`)
  notifyError(new ApiError(409, { code: 'conflict', message: errors.conflict.pt }))
  // The server has it in its log; and what says that nothing can be sent is not sent.
  notifyError(new ApiError(500, { code: 'internal', message: messages.unexpected }))
  notifyError(new Error(messages.unexpected))
  notifyError(makeOfflineError())
  dispatchEvent(new ErrorEvent('escola-test'))
  globalThis.escolaFailures!.report(new TypeError('a última'))
  await getClient()!.flush(20_000)
  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(listMessages()).toEqual(['antes de estar pronto, por [e-mail]', errors.conflict.pt, 'a última'])
  expect(received[0]).toMatchObject({
    path: '/api/7/envelope/',
    key: 'chave',
    report: { release: '406', request: { url: expect.stringMatching(/\/mar\/recover\/\[token\]\?token=\[token\]$/) } },
  })
  expect(JSON.stringify(received)).not.toMatch(/segredo|ana@mar|breadcrumbs":\s*\[\s*\{/)
  history.replaceState(null, '', '/')
})

describe('what leaves the page', () => {
  it.each([
    ['de ana.souza+curso@mar.example.br para bia@rio.example', 'de [e-mail] para [e-mail]'],
    ['/mar/activate/AbC-12_3?x=1', '/mar/activate/[token]?x=1'],
    ['https://escola.example/api/mailed-links/abc', 'https://escola.example/api/mailed-links/[token]'],
    ['/?auth=abc&lang=pt', '/?auth=[token]&lang=pt'],
    ['Bearer abc.def-ghi', 'Bearer [token]'],
    ['falhou com eyJhbGciOiJI.eyJzaWQiOiIx.c2ln em /turmas', 'falhou com [token] em /turmas'],
    ['/api/school/7/degree/pao-de-queijo', '/api/school/7/degree/pao-de-queijo'],
  ])('%s → %s', (text, scrubbed) => expect(scrubText(text)).toBe(scrubbed))

  it('is scrubbed wherever it stands', () => {
    expect(scrub({ a: [{ b: 'ana@mar.example' }], n: 1, none: null })).toEqual({
      a: [{ b: '[e-mail]' }],
      n: 1,
      none: null,
    })
  })
})
