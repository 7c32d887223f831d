import { learning } from '@escola/contract/learning.contract'
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetToken, storeToken } from '../../../api/token.ts'
import { contextQuery } from '../../../session/context.ts'
import { fail, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { nowhere, school, student } from '../../../testing/show-screen.tsx'
import { positionsOf } from './positions.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeToken('token')
})
afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

const kept = () => localStorage.getItem('escola.positions.7.70')
const context = { ...nowhere, school, user: student }
/** Opens a tab of a student's browser, with the school that it talks to. */
function tab() {
  const client = new QueryClient()
  client.setQueryData(contextQuery.queryKey, context)
  const positions = positionsOf(client, '7', '70')
  const signIn = (id: string) => client.setQueryData(contextQuery.queryKey, { ...context, user: { ...student, id } })
  const at = (position: number, contentId = '1') => {
    positions.report(contentId, { degreeId: '5', position, duration: 600 })
    return vi.waitFor(() => expect(positions.isSending).toBe(false))
  }
  return { positions, signIn, at }
}
const open = () => {
  const calls = fakeServer().on(learning.savePosition, () => ({ ok: true as const }))
  return () => calls.map(({ body }) => [body.contentId, body.position, body.secondsAgo])
}

it('sends what is reported, with how long ago that was, and forgets it', async () => {
  const sent = open()
  const { at } = tab()
  await at(42)
  expect(sent()).toEqual([['1', 42, 0]])
  expect(kept()).toBeNull()
})

it('keeps on the device what is saved, and sends it with the next report', async () => {
  const sent = open()
  const { positions, at } = tab()
  positions.save('1', { degreeId: '5', position: 42, duration: 600 })
  expect([sent(), positions.unsent('1')]).toEqual([[], 42])
  await at(12, '2')
  expect(sent()).toEqual([
    ['1', 42, 0],
    ['2', 12, 0],
  ])
})

it('keeps the newest of each lesson without a connection, and sends it when there is one', async () => {
  const sent = open()
  const { positions, at } = tab()
  onlineManager.setOnline(false)
  await at(42)
  await at(57)
  await at(12, '2')
  expect(sent()).toEqual([])
  expect([positions.unsent('1'), positions.unsent('2'), positions.unsent('3')]).toEqual([57, 12, undefined])
  vi.advanceTimersByTime(90_000)
  onlineManager.setOnline(true)
  await positions.send()
  expect(sent()).toEqual([
    ['1', 57, 90],
    ['2', 12, 90],
  ])
  expect(kept()).toBeNull()
})

it('tries what failed with the next', async () => {
  const server = fakeServer()
  server.on(learning.savePosition, () => fail('unavailable'))
  const { at } = tab()
  await at(42)
  expect(kept()).not.toBeNull()
  const calls = server.on(learning.savePosition, () => ({ ok: true as const }))
  await at(12, '2')
  expect(calls.map(({ body }) => body.contentId)).toEqual(['1', '2'])
  expect(kept()).toBeNull()
})

it('drops what is refused for good', async () => {
  fakeServer().on(learning.savePosition, () => refuse('positionForbidden'))
  await tab().at(42)
  expect(kept()).toBeNull()
})

it('sends what was saved while the one before was on its way, and that one once', async () => {
  const answer = Promise.withResolvers<{ ok: true }>()
  const calls = fakeServer().on(learning.savePosition, () => answer.promise)
  const { positions, at } = tab()
  const first = at(42)
  void positions.deliver('1')
  expect(calls).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  const second = at(57)
  expect(calls).toHaveLength(1)
  answer.resolve({ ok: true })
  await Promise.all([first, second])
  expect(calls.map(({ body }) => body.position)).toEqual([42, 57])
})

it('outlives a page that is closed: it goes out with the next', async () => {
  const sent = open()
  onlineManager.setOnline(false)
  await tab().at(42)
  onlineManager.setOnline(true)
  await tab().positions.send()
  expect(sent()).toEqual([['1', 42, 0]])
})

it('sends nothing for a user who has signed out, nor with the session of the next user', async () => {
  const sent = open()
  const { positions, signIn, at } = tab()
  forgetToken()
  await at(42)
  await positions.deliver('1')
  storeToken("another's")
  signIn('71')
  await positions.send()
  await positions.deliver('1')
  expect(sent()).toEqual([])
  signIn('70')
  await positions.send()
  expect(sent()).toEqual([['1', 42, 0]])
})

it('goes out even as the page goes', async () => {
  open()
  const fetching = vi.spyOn(globalThis, 'fetch')
  await tab().at(42)
  expect(fetching.mock.calls[0]![1]).toMatchObject({ keepalive: true, headers: { authorization: 'Bearer token' } })
  // The stand-in is removed before the server's, or it would be put back into the next file.
  fetching.mockRestore()
})

it('lives as long as the page where nothing can be stored', async () => {
  const sent = open()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const { positions, at } = tab()
  onlineManager.setOnline(false)
  await at(42)
  onlineManager.setOnline(true)
  await positions.send()
  full.mockRestore()
  expect(sent()).toEqual([['1', 42, 0]])
})
