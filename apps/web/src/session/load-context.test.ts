import { beforeEach, expect, it, vi } from 'vitest'
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
  localStorage.setItem('escola.token', 'um-token')
  const calls = answering([401, { code: 'session_ended', message: 'Session ended' }])
  const failed = vi.fn()
  expect(await loadContext(failed)).toEqual(nowhere)
  expect(localStorage.getItem('escola.token')).toBeNull()
  expect(calls.map(({ headers }) => headers)).toEqual([{ authorization: 'Bearer um-token' }, {}])
  expect(failed).not.toHaveBeenCalled()
})

it('tells the login page that a session ended while nobody was there', async () => {
  localStorage.setItem('escola.token', 'um-token')
  answering()
  await loadContext(vi.fn())
  expect(localStorage.getItem('escola.token')).toBeNull()
  expect(readEnding()).toBe('Sua sessão terminou. Entre novamente')
})

it('has nothing to tell a visitor', async () => {
  answering()
  await loadContext(vi.fn())
  expect(readEnding()).toBeUndefined()
})

it('says what failed, and tries again', async () => {
  const failed = vi.fn(async () => {})
  const down: [number, object] = [503, { code: 'unavailable', message: 'Temporarily unavailable' }]
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
