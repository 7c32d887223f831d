import { courses } from '@escola/contract/courses.contract'
import { type ErrorCode, errors } from '@escola/contract/errors'
import { imports } from '@escola/contract/imports.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it, vi } from 'vitest'
import { ApiError, api, listenToEvents, onSessionLost } from './client.ts'
import { askEarly } from './early.ts'
import { requestOf, urlOf } from './request.ts'
import { storeToken } from './token.ts'
import { upload } from './upload.ts'

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
/** A browser's sender of files, to a server that answers this. */
const uploadAnswering = (status: number, responseText: string) =>
  class {
    upload = {}
    status = status
    responseText = responseText
    onload = () => {}
    open() {}
    setRequestHeader() {}
    send() {
      this.onload()
    }
  }
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )

it('fills in the path, the query and the session', async () => {
  storeToken('um-token')
  const calls = answering(async () => Response.json({}))
  await api(schools.context, { query: { domain: 'mar.example', pathname: '/à vela' } })
  expect(calls[0]?.[0]).toBe('/api/context?domain=mar.example&pathname=%2F%C3%A0+vela')
  expect(calls[0]?.[1].headers).toEqual({ authorization: 'Bearer um-token' })
  expect(urlOf(sessions.setNewPassword, { params: { token: 'a/b' } })).toBe('/api/set-new-password/a%2Fb')
})

it('takes what was asked for early: once, and for the very same call of the same session', async () => {
  const calls = answering(async () => Response.json({ call: calls.length }))
  const query = { domain: 'mar.example', pathname: '/' }
  storeToken('um-token')
  await askEarly(requestOf(schools.context, { query }))
  storeToken('outro-token')
  expect(await api(schools.context, { query })).toEqual({ call: 2 })
  storeToken('um-token')
  expect(await api(schools.context, { query })).toEqual({ call: 1 })
  expect(await api(schools.context, { query })).toEqual({ call: 3 })
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
    message: messages.staleSave,
    current: { id: '1' },
    requestId: 'r1',
  })
})

it('apologises for an answer that is not ours', async () => {
  answering(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await failureOf(api(sessions.signOut))).toMatchObject({
    code: 'internal',
    message: messages.unexpected,
  })
})

it('calls a request that never arrived offline', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(api(sessions.signOut))).toMatchObject({ status: 0, code: 'offline' })
})

it.each([204, 205])('takes %i for success that says nothing', async (status) => {
  answering(async () => new Response(null, { status }))
  expect(await api(sessions.signOut)).toBeUndefined()
})

it.each([204, 205])('takes %i for success that says nothing when a file was sent', async (status) => {
  vi.stubGlobal('XMLHttpRequest', uploadAnswering(status, ''))
  const answer = await upload(lessons.uploadFile, { params: { schoolId: '1' }, file: new Blob(['x']) })
  expect(answer).toBeUndefined()
})

/** The last of them leaves the session, and leads to the page that sets up what it lacks. */
const leaving: ErrorCode[] = ['not_signed_in', 'session_ended', 'forbidden', 'second_factor_required']
it.each(Object.keys(errors) as ErrorCode[])('leaves the page by %s if its code says so', async (code) => {
  const lost = vi.fn()
  onSessionLost(lost)
  const { status, message } = errors[code]
  refusing(status, { code, message })
  const error = await failureOf(api(sessions.signOut))
  expect(lost).toHaveBeenCalledTimes(leaving.includes(code) ? 1 : 0)
  expect(error).toMatchObject({ code, leavesPage: leaving.includes(code) })
})

it.each([
  [403, '<h1>Forbidden</h1>'],
  [401, { code: 'toString', message: 'toString' }],
])('ends no session by an answer that is not ours: %i %o', async (status, body) => {
  const lost = vi.fn()
  onSessionLost(lost)
  refusing(status, body)
  await failureOf(api(sessions.signOut))
  expect(lost).not.toHaveBeenCalled()
})

const refusedWith = async (status: number, redirectUrl: unknown) => {
  const lost = vi.fn()
  onSessionLost(lost)
  const assign = vi.fn()
  const href = 'https://escola.example/mar/aqui'
  vi.stubGlobal('location', { ...location, href, origin: 'https://escola.example', assign })
  refusing(status, { code: 'forbidden', message: 'Not allowed', redirectUrl })
  const error = await failureOf(api(sessions.signOut))
  return { error, led: assign.mock.calls.flat(), lost }
}

it.each([401, 403])('goes where %i says', async (status) => {
  const { error, led, lost } = await refusedWith(status, '/mar/contato?de=aula')
  expect(led).toEqual(['https://escola.example/mar/contato?de=aula'])
  expect(error).toMatchObject({ leavesPage: true, message: messages.noAccess })
  expect(lost).not.toHaveBeenCalled()
})

it('goes to a whole address of this site', async () => {
  expect((await refusedWith(403, 'https://escola.example/mar')).led).toEqual(['https://escola.example/mar'])
})

it.each([
  'https://evil.example/mar',
  'http://escola.example/mar',
  'https://escola.example.evil.example',
  'https://escola.example@evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://escola.example/1',
  'mar/contato',
  '/mar/aqui',
  '',
  null,
  7,
  {},
])('goes nowhere by %o', async (redirectUrl) => {
  const { led, lost } = await refusedWith(403, redirectUrl)
  expect(led).toEqual([])
  expect(lost).toHaveBeenCalledTimes(1)
})

it('goes nowhere by what is no refusal of the person', async () => {
  const { led, error } = await refusedWith(409, '/mar')
  expect(led).toEqual([])
  expect(error).toMatchObject({ redirectUrl: undefined })
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
  await listenToEvents(imports.events, {
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
