import { messages } from '@escola/contract/messages'
import { beforeEach, expect, it, vi } from 'vitest'
import { storeToken } from '../api/token.ts'
import { nowhere } from '../testing/show-screen.tsx'
import { forgetEnding, readEnding } from './ending.ts'
import { loadContext } from './load-context.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  queryClient.clear()
  forgetEnding()
})

/** Answers with each of these in turn, and with a visitor's context at last. */
const answering = (...refusals: [status: number, body: object][]) => {
  const calls: RequestInit[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const [status, body] = refusals[calls.length] ?? [200, nowhere]
    calls.push(init)
    return Response.json(body, { status })
  })
  return calls
}

it('goes on as a visitor when the session has ended', async () => {
  storeToken('um-token')
  const calls = answering([401, { code: 'session_ended', message: 'Session ended' }])
  const failed = vi.fn()
  expect(await loadContext(failed)).toEqual(nowhere)
  expect(localStorage.getItem('escola.token')).toBeNull()
  expect(calls.map(({ headers }) => headers)).toEqual([{ authorization: 'Bearer um-token' }, {}])
  expect(failed).not.toHaveBeenCalled()
})

it('goes on as a visitor, too, where another tab has forgotten the session by then', async () => {
  storeToken('um-token')
  const calls = answering()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (localStorage.getItem('escola.token') === null) return fetch(...args)
    localStorage.removeItem('escola.token')
    return Response.json({ code: 'session_ended', message: 'Session ended' }, { status: 401 })
  })
  const reload = vi.fn()
  expect(await loadContext(vi.fn(), reload)).toEqual(nowhere)
  expect(calls).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

it('waits before it asks again where a visitor is told that the session has ended', async () => {
  sessionStorage.setItem('escola.reloaded', 'yes')
  const failed = vi.fn(async () => {})
  answering(...Array.from({ length: 2 }, (): [number, object] => [401, { code: 'session_ended', message: 'x' }]))
  expect(await loadContext(failed)).toEqual(nowhere)
  expect(failed).toHaveBeenCalledTimes(2)
  expect(readEnding()).toBeUndefined()
})

it('tells the login page that a session ended while the user was away', async () => {
  storeToken('um-token')
  answering()
  await loadContext(vi.fn())
  expect(localStorage.getItem('escola.token')).toBeNull()
  expect(readEnding()).toBe(messages.sessionEnded)
})

it('has nothing to tell a visitor', async () => {
  answering()
  await loadContext(vi.fn())
  expect(readEnding()).toBeUndefined()
})

const down: [number, object] = [503, { code: 'unavailable', message: 'Temporarily unavailable' }]

it('loads the page anew when the server fails, once', async () => {
  const [failed, reload, ended] = [vi.fn(), vi.fn(), vi.fn()]
  const calls = answering(down)
  void loadContext(failed, reload).then(ended)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // The page that was left does nothing more.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
  expect(await loadContext(failed, reload)).toEqual(nowhere)
  expect(failed).not.toHaveBeenCalled()
  queryClient.clear()
  answering(down)
  void loadContext(failed, reload)
  // The page has loaded, so the next failure is a first one again.
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

it('stays, and tries again, where nothing answers', async () => {
  const [failed, reload] = [vi.fn(async () => {}), vi.fn()]
  answering()
  const { fetch } = globalThis
  let isDown = true
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
    if (!isDown) return fetch(...args)
    isDown = false
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  expect(await loadContext(failed, reload)).toEqual(nowhere)
  expect(failed).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
})

it('says what failed after a new load, and tries again', async () => {
  const failed = vi.fn(async () => {})
  sessionStorage.setItem('escola.reloaded', 'yes')
  answering(down, down)
  expect(await loadContext(failed)).toEqual(nowhere)
  expect(failed.mock.calls.map(([, wait]: unknown[]) => wait)).toEqual([1000, 2000])
})

it('waits where the answer leads elsewhere, and says nothing', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, origin: 'https://escola.example', assign })
  const calls = answering([403, { code: 'forbidden', message: 'Not allowed', redirectUrl: '/mar' }])
  const failed = vi.fn()
  const ended = vi.fn()
  void loadContext(failed).then(ended)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://escola.example/mar'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toHaveLength(1)
  expect(failed).not.toHaveBeenCalled()
  expect(ended).not.toHaveBeenCalled()
})
