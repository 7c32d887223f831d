import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AutosavePort } from './autosave.ts'
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
class Stale extends Error {
  current: Saved
  constructor(current: Saved) {
    super('stale')
    this.current = current
  }
}

/** A server with one text, whose answers come when the test says so. */
function textServer() {
  let stored: Saved = { version: 1 }
  const calls: { patch: Text; version: number; answer(): Promise<void>; fail(error: Error): Promise<void> }[] = []
  const port: AutosavePort<Text, Saved> = {
    delayMs: 500,
    save: (patch, version) =>
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
    staleOf: (error) => (error instanceof Stale ? error.current : undefined),
    isOffline: (error) => error instanceof TypeError,
    alreadyIn: (patch, saved) => Object.entries(patch).every(([key, value]) => saved[key as keyof Text] === value),
    onSaved: () => undefined,
    keep: unsavedStore('test'),
  }
  return { port, calls, stored: () => stored }
}
const open = (port: AutosavePort<Text, Saved>, version = 1) => renderHook(() => useAutosave(port, version)).result
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

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
  await calls[0]!.fail(new Stale({ title: 'Outro título', version: 9 }))
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
  await calls[0]!.fail(new Stale({ title: 'Dela', version: 4 }))
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
  await calls[0]!.fail(new Stale({ title: 'Igual', version: 2 }))
  expect(hook.current).toMatchObject({ stale: undefined, state: 'saved', unsaved: undefined })
})

it('keeps changes while offline and sends them when the connection is back', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'No ônibus' }))
  await wait(500)
  await calls[0]!.fail(new TypeError('Failed to fetch'))
  expect(hook.current).toMatchObject({ state: 'offline', unsaved: { title: 'No ônibus' } })
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(calls[1]!.patch).toEqual({ title: 'No ônibus' })
  await calls[1]!.answer()
  expect(hook.current).toMatchObject({ state: 'saved', unsaved: undefined })
})

it('tries again by itself after a while without a connection', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  await calls[0]!.fail(new TypeError('Failed to fetch'))
  await wait(3000)
  expect(calls).toHaveLength(2)
})

it('finds unsaved text again after the page was reloaded', async () => {
  const { port } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'Quase perdido' }))

  const reloaded = textServer()
  const again = open(reloaded.port)
  expect(again.current.unsaved).toEqual({ title: 'Quase perdido' })
  expect(reloaded.calls[0]).toMatchObject({ version: 1, patch: { title: 'Quase perdido' } })
  await reloaded.calls[0]!.answer()
  expect(sessionStorage.getItem('test')).toBeNull()
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
  await wait(60_000)
  expect(calls.map((call) => call.patch)).toEqual([{ title: 'Aula' }])
  expect(hook.current.unsaved).toEqual({ video: 'nada disso' })
})

it('says what went wrong and keeps the text when the server refuses it', async () => {
  const { port, calls } = textServer()
  const hook = open(port)
  act(() => hook.current.autosave.change({ title: 'A' }))
  await wait(500)
  const refused = new Error('Confira os campos destacados')
  await calls[0]!.fail(refused)
  expect(hook.current).toMatchObject({ state: 'error', error: refused, unsaved: { title: 'A' } })
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
