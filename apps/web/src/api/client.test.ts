import { imports } from '@escola/contract/imports.contract'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it, vi } from 'vitest'
import { ApiError, api, events, onSessionLost } from './client.ts'
import { urlOf } from './request.ts'

type Fetch = (address: string, init: RequestInit) => Promise<Response>
const answering = (answer: Fetch) => {
  const calls: Parameters<Fetch>[] = []
  vi.stubGlobal('fetch', (...call: Parameters<Fetch>) => {
    calls.push(call)
    return answer(...call)
  })
  return calls
}
const refusing = (status: number, body: unknown) => answering(async () => Response.json(body, { status }))
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )

it('fills in the path, the query and the session', async () => {
  localStorage.setItem('escola.token', 'um-token')
  const calls = answering(async () => Response.json({}))
  await api(schools.context, { query: { domain: 'mar.example', pathname: '/à vela' } })
  expect(calls[0]?.[0]).toBe('/api/context?domain=mar.example&pathname=%2F%C3%A0+vela')
  expect(calls[0]?.[1].headers).toEqual({ authorization: 'Bearer um-token' })
  expect(urlOf(sessions.setNewPassword, { params: { token: 'a/b' } })).toBe('/api/set-new-password/a%2Fb')
})

it('says the server’s message in Portuguese, without its period, and keeps what came with it', async () => {
  refusing(409, {
    code: 'stale_version',
    message: 'Changed since it was loaded.',
    current: { id: '1' },
    requestId: 'r1',
  })
  const error = await failureOf(api(sessions.signOut))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 409,
    code: 'stale_version',
    message: 'Este conteúdo foi alterado em outra aba. Nada do que você escreveu foi perdido.',
    current: { id: '1' },
    requestId: 'r1',
  })
})

it('apologises for an answer that is not ours', async () => {
  answering(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await failureOf(api(sessions.signOut))).toMatchObject({
    code: 'internal',
    message: 'Desculpe, mas aconteceu um erro inesperado. Por favor, tente novamente mais tarde.',
  })
})

it('calls a request that never arrived offline', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(api(sessions.signOut))).toMatchObject({ status: 0, code: 'offline' })
})

it.each([
  [401, { code: 'session_ended', message: 'Session ended' }, 1],
  [403, { code: 'forbidden', message: 'Not allowed' }, 1],
  [403, { code: 'degree_forbidden', message: 'No access to this degree' }, 0],
  [404, { code: 'not_found', message: 'Not found' }, 0],
])('takes %i %o for the end of a session or not', async (status, body, times) => {
  const lost = vi.fn()
  onSessionLost(lost)
  refusing(status, body)
  await failureOf(api(sessions.signOut))
  expect(lost).toHaveBeenCalledTimes(times)
})

it('reads events that arrive in pieces', async () => {
  const pieces = ['event: imp', 'ort\ndata: {"processed":1}\n\n: \n\nevent: import\r\ndata: {"processed"', ':2}\n\n']
  const encoder = new TextEncoder()
  const stream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  answering(async () => new Response(stream))
  const seen: unknown[] = []
  await events(imports.events, {
    params: { schoolId: '1', id: '2' },
    onEvent: (event, data) => seen.push([event, data]),
  })
  expect(seen).toEqual([
    ['import', { processed: 1 }],
    ['import', { processed: 2 }],
  ])
})

it('is typed by the contract', () => {
  // @ts-expect-error a route's parameters are required
  const call = () => api(courses.list, {})
  expect(call).toBeTypeOf('function')
})
