import { minuteMs } from '@escola/contract/durations'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, makeOfflineError } from '../api/api-error.ts'
import type { AutosavePort } from './autosave-port.ts'
import { staleOf } from './save-errors.ts'
import { unsavedStore } from './unsaved-store.ts'
import { useAutosave } from './use-autosave.ts'

interface Text {
  title?: string
  description?: string
  video?: string
}
interface Saved extends Text {
  version: number
}
const stale = (current: Saved) => new ApiError(409, { code: 'stale_version', current })
const start: Saved = { version: 1 }
// Each test writes something else: saves that a test leaves unanswered are waited for.
let keptKey = ''

/** A server with one text, whose answers come when the test says so. */
function textServer() {
  let stored = start
  const calls: { patch: Text; version: number; answer(): Promise<void>; fail(error: Error): Promise<void> }[] = []
  const port: AutosavePort<Text, Saved> = {
    delayMs: 500,
    save: (patch, { version }) =>
      new Promise((resolve, reject) => {
        calls.push({
          patch,
          version,
          answer: () =>
            act(async () => {
              stored = { ...stored, ...patch, version: version + 1 }
              resolve(stored)
            }),
          fail: (error) => act(async () => reject(error)),
        })
      }),
    versionOf: (saved) => saved.version,
    follow: (base, loaded, { unsaved }) => (loaded.version > base.version && !unsaved ? loaded : base),
    staleOf: (error) => staleOf<Saved>(error),
    alreadyIn: (patch, saved) => Object.entries(patch).every(([key, value]) => saved[key as keyof Text] === value),
    keep: unsavedStore(keptKey),
  }
  return { port, calls, stored: () => stored }
}
const visit = (port: AutosavePort<Text, Saved>, loaded = start) => renderHook(() => useAutosave(port, loaded))
const open = (port: AutosavePort<Text, Saved>, loaded = start) => visit(port, loaded).result
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  keptKey = crypto.randomUUID()
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('waits for a pause, then sends all fields in one save', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'In' }))
  await wait(400)
  act(() => hook.current.autosave.change({ title: 'Inglês', description: 'Do zero' }))
  await wait(400)
  expect(calls).toHaveLength(0)
  await wait(100)
  expect(calls.map((call) => call.patch)).toEqual([{ title: 'Inglês', description: 'Do zero' }])
  await calls[0]!.answer()
  expect(hook.current).toMatchObject({ state: 'saved', unsaved: undefined })
})

it('has one save in flight, merges what is typed meanwhile and carries the new version', async () => {
  const { port, calls, stored } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  act(() => hook.current.autosave.change({ title: 'AB' }))
  await wait(2000)
  act(() => hook.current.autosave.change({ description: 'texto' }))
  await wait(2000)
  expect(calls).toHaveLength(1)
  await calls[0]!.answer()
  expect(calls.map(({ patch, version }) => [patch, version])).toEqual([
    [{ title: 'A' }, 1],
    [{ title: 'AB', description: 'texto' }, 2],
  ])
  await calls[1]!.answer()
  expect(stored()).toEqual({ title: 'AB', description: 'texto', version: 3 })
  expect(calls).toHaveLength(2)
})

it('keeps what was typed when another tab was faster, and puts it on top when told so', async () => {
  const { port, calls, stored } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'Meu título' }))
  await wait(500)
  await calls[0]!.fail(stale({ title: 'Outro título', version: 9 }))
  expect(hook.current.stale).toEqual({ title: 'Outro título', version: 9 })
  act(() => hook.current.autosave.change({ description: 'ainda escrevo' }))
  await wait(5000)
  expect(calls).toHaveLength(1)
  expect(hook.current.unsaved).toEqual({ title: 'Meu título', description: 'ainda escrevo' })

  await act(async () => void hook.current.autosave.keepMine())
  expect(calls[1]).toMatchObject({ version: 9, patch: { title: 'Meu título', description: 'ainda escrevo' } })
  await calls[1]!.answer()
  expect(stored().title).toBe('Meu título')
  expect(hook.current).toMatchObject({ stale: undefined, unsaved: undefined, state: 'saved' })
})

it('goes on from the newer version when told to take it', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'Meu' }))
  await wait(500)
  await calls[0]!.fail(stale({ title: 'Dela', version: 4 }))
  act(() => hook.current.autosave.takeTheirs())
  expect(hook.current).toMatchObject({ stale: undefined, unsaved: undefined })
  act(() => hook.current.autosave.change({ description: 'x' }))
  await wait(500)
  expect(calls[1]).toMatchObject({ version: 4, patch: { description: 'x' } })
})

it('takes a lost answer for saved when the newer version already says the same', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'Igual' }))
  await wait(500)
  await calls[0]!.fail(stale({ title: 'Igual', version: 2 }))
  expect(hook.current).toMatchObject({ stale: undefined, state: 'saved', unsaved: undefined })
})

it('keeps changes while offline and sends them when the connection is back', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'No ônibus' }))
  await wait(500)
  await calls[0]!.fail(makeOfflineError())
  expect(hook.current).toMatchObject({ state: 'offline', unsaved: { title: 'No ônibus' } })
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(calls[1]!.patch).toEqual({ title: 'No ônibus' })
  await calls[1]!.answer()
  expect(hook.current).toMatchObject({ state: 'saved', unsaved: undefined })
})

it('does not claim to keep what the full storage of this device refused', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  await calls[0]!.fail(makeOfflineError())
  expect(hook.current).toMatchObject({ state: 'page-only', unsaved: { title: 'A' } })
  full.mockRestore()
  act(() => hook.current.autosave.change({ title: 'AB' }))
  expect(hook.current).toMatchObject({ state: 'offline', unsaved: { title: 'AB' } })
})

it('does not bring back older text when newer text, for which there was no room, was saved', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  act(() => hook.current.autosave.change({ title: 'AB' }))
  await wait(500)
  await calls[0]!.answer()
  expect(localStorage.getItem(keptKey)).toBeNull()
})

it('tries again by itself after a while without a connection', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  await calls[0]!.fail(makeOfflineError())
  await wait(3000)
  expect(calls).toHaveLength(2)
})

it('finds unsaved text again after the page was reloaded', async () => {
  const { port } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'Quase perdido' }))

  const reloaded = textServer()
  const again = open(reloaded.port)
  expect(again.current).toMatchObject({ unsaved: { title: 'Quase perdido' }, edits: { title: 'Quase perdido' } })
  await wait(500)
  expect(reloaded.calls[0]).toMatchObject({ version: 1, patch: { title: 'Quase perdido' } })
  await reloaded.calls[0]!.answer()
  expect(localStorage.getItem(keptKey)).toBeNull()
})

it('sends what is valid and holds back what is not, without sending it in circles', async () => {
  const { port, calls } = textServer()
  const split = ({ video, ...valid }: Text) => ({
    send: Object.keys(valid).length ? valid : undefined,
    hold: video === undefined ? undefined : { video },
  })
  const hook = open({ ...port, split })
  act(() => hook.current.autosave.change({ title: 'Aula', video: 'nada disso' }))
  await wait(500)
  await calls[0]!.answer()
  await wait(minuteMs)
  expect(calls.map((call) => call.patch)).toEqual([{ title: 'Aula' }])
  expect(hook.current.unsaved).toEqual({ video: 'nada disso' })
})

it('says what went wrong and keeps the text when the server refuses it', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  const refused = new ApiError(400, { code: 'invalid_request' })
  await calls[0]!.fail(refused)
  expect(hook.current).toMatchObject({ state: 'error', error: refused, unsaved: { title: 'A' } })
  await wait(minuteMs)
  expect(calls).toHaveLength(1)
})

it.each([
  [500, 'error'],
  [429, 'error'],
  [503, 'offline'],
])('tries again by itself after a %i, says that it is %s, and says why until it worked', async (status, state) => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  const error = new ApiError(status, {})
  await calls[0]!.fail(error)
  expect(hook.current).toMatchObject({ state, error })
  await wait(3000)
  expect(calls).toHaveLength(2)
  expect(hook.current.error).toBe(error)
  await calls[1]!.answer()
  expect(hook.current).toMatchObject({ state: 'saved', error: undefined })
})

it('tries once more when its screen is left, and then never again', async () => {
  const { port, calls } = textServer()
  const { result, unmount } = visit(port)
  act(() => result.current.autosave.change({ title: 'A' }))
  await wait(500)
  await calls[0]!.fail(makeOfflineError())
  unmount()
  expect(calls).toHaveLength(2)
  await calls[1]!.fail(makeOfflineError())
  await wait(120_000)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(calls).toHaveLength(2)
  expect(localStorage.getItem(keptKey)).toContain('"A"')
})

it('leaves what the next visit has kept to the next visit', async () => {
  const first = textServer()
  const left = visit(first.port)
  act(() => left.result.current.autosave.change({ title: 'A' }))
  left.unmount()
  const next = open(textServer().port)
  act(() => next.current.autosave.change({ title: 'AB' }))
  await first.calls[0]!.fail(makeOfflineError())
  expect(localStorage.getItem(keptKey)).toContain('"AB"')
})

it('forgets what it kept when its last try arrived, and the next visit waits for that', async () => {
  const first = textServer()
  const left = visit(first.port)
  act(() => left.result.current.autosave.change({ title: 'A' }))
  left.unmount()
  const second = textServer()
  const next = open(second.port)
  act(() => next.current.autosave.change({ title: 'AB' }))
  await wait(5000)
  expect(second.calls).toHaveLength(0)
  await first.calls[0]!.answer()
  await wait(0)
  expect(second.calls.map((call) => call.patch)).toEqual([{ title: 'AB' }])
  await second.calls[0]!.answer()
  expect(localStorage.getItem(keptKey)).toBeNull()
})

it('keeps the texts of two tabs beside each other, and gives the next visit one after the other', async () => {
  const tabs = [textServer(), textServer()]
  const visits = tabs.map(({ port }) => visit(port))
  for (const [at, { result }] of visits.entries()) act(() => result.current.autosave.change({ title: `Aba ${at + 1}` }))
  await wait(500)
  for (const [at, { unmount }] of visits.entries()) {
    await tabs[at]!.calls[0]!.fail(makeOfflineError())
    unmount()
    await tabs[at]!.calls[1]!.fail(makeOfflineError())
  }
  const { port, calls, stored } = textServer()
  const hook = open(port)
  await wait(500)
  expect(calls.map((call) => call.patch)).toEqual([{ title: 'Aba 1' }])
  await calls[0]!.answer()
  await wait(0)
  expect(calls[1]).toMatchObject({ version: 1, patch: { title: 'Aba 2' } })
  await calls[1]!.fail(stale({ title: 'Aba 1', version: 2 }))
  expect(hook.current).toMatchObject({ stale: { title: 'Aba 1' }, edits: { title: 'Aba 2' } })
  await act(async () => void hook.current.autosave.keepMine())
  await calls[2]!.answer()
  expect(stored().title).toBe('Aba 2')
  expect(localStorage).toHaveLength(0)
})

it('rejects what needs all saved first with what is in the way', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  const refused = new ApiError(400, { code: 'invalid_request' })
  const task = vi.fn(async () => start)
  const outcome = expect(hook.current.autosave.exclusive(task)).rejects.toBe(refused)
  await calls[0]!.fail(refused)
  await outcome
  expect(task).not.toHaveBeenCalled()
})

it('puts edits on top of a newer state by itself where nothing has to be asked, but not in circles', async () => {
  const { port, calls } = textServer()
  const rebase = ({ title }: Text, base: Saved, newer: Saved) => ({
    title: `${title} ${base.version}→${newer.version}`,
  })
  const hook = open({ ...port, mergesAlone: true, rebase })
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  await calls[0]!.fail(stale({ version: 4 }))
  expect(calls[1]).toMatchObject({ version: 4, patch: { title: 'A 1→4' } })
  await calls[1]!.fail(stale({ version: 4 }))
  expect(calls).toHaveLength(2)
  expect(hook.current).toMatchObject({ state: 'error', stale: undefined, unsaved: { title: 'A 1→4' } })
})

it('follows a newer state only while nothing of its own is on its way', async () => {
  const { port, calls } = textServer()
  const { result, rerender } = renderHook(({ loaded }) => useAutosave(port, loaded), {
    initialProps: { loaded: start },
  })
  act(() => result.current.autosave.change({ title: 'A' }))
  rerender({ loaded: { version: 2, title: 'Dela' } })
  expect(result.current).toMatchObject({ base: start, edits: { title: 'A' } })
  await wait(500)
  await calls[0]!.answer()
  rerender({ loaded: { version: 3, title: 'Dela' } })
  expect(result.current).toMatchObject({ base: { version: 3, title: 'Dela' }, edits: {} })
})

it('finishes saving before something that changes the version by itself, and never beside it', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  let publish: (saved: Saved) => void = () => undefined
  const task = vi.fn(() => new Promise<Saved>((resolve) => (publish = resolve)))
  await act(async () => void hook.current.autosave.exclusive(task))
  expect(task).not.toHaveBeenCalled()
  await calls[0]!.answer()
  expect(task).toHaveBeenCalledOnce()
  act(() => hook.current.autosave.change({ title: 'AB' }))
  await wait(1000)
  expect(calls).toHaveLength(1)
  await act(async () => publish({ version: 7 }))
  await wait(1)
  expect(calls[1]).toMatchObject({ version: 7, patch: { title: 'AB' } })
})
