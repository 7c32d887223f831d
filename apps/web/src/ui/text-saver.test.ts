import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offline } from '../api/api-error.ts'
import { TextSaver } from './text-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const saverOf = (save: (text: string) => Promise<unknown>) =>
  new TextSaver({ storageKey: 'kept', value: 'antes', save, delayMs: 1000 })

it('sends one request after a pause in typing', async () => {
  const save = vi.fn(async () => undefined)
  const saver = saverOf(save)
  saver.type('d')
  await vi.advanceTimersByTimeAsync(999)
  saver.type('depois')
  await vi.advanceTimersByTimeAsync(999)
  expect(save).not.toHaveBeenCalled()
  expect(saver.state).toBe('saving')
  await vi.advanceTimersByTimeAsync(1)
  expect(save.mock.calls).toEqual([['depois']])
  expect(saver.state).toBe('saved')
  expect(localStorage.getItem('kept')).toBeNull()
})

it('waits for a request under way and sends the last text last', async () => {
  const answers: (() => void)[] = []
  const save = vi.fn((_: string) => new Promise<void>((resolve) => answers.push(resolve)))
  const saver = saverOf(save)
  saver.type('um')
  await vi.advanceTimersByTimeAsync(1000)
  saver.type('dois')
  saver.type('três')
  await vi.advanceTimersByTimeAsync(5000)
  expect(save.mock.calls).toEqual([['um']])
  answers[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(save.mock.calls).toEqual([['um'], ['três']])
  expect(saver.state).toBe('saving')
})

it('keeps the text while there is no connection and tries again', async () => {
  let isOnline = false
  const save = vi.fn(async () => {
    if (!isOnline) throw offline()
  })
  const saver = saverOf(save)
  saver.type('guardado')
  await vi.advanceTimersByTimeAsync(1000)
  expect(saver.state).toBe('offline')
  expect(localStorage.getItem('kept')).toBe('guardado')
  isOnline = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(saver.state).toBe('saved')
})

it('brings back what an earlier visit could not save', async () => {
  localStorage.setItem('kept', 'de ontem')
  const save = vi.fn(async () => undefined)
  const saver = saverOf(save)
  expect(saver.text).toBe('de ontem')
  await vi.advanceTimersByTimeAsync(1000)
  expect(save.mock.calls).toEqual([['de ontem']])
})

it('takes newer text from the server only until somebody types', () => {
  const saver = saverOf(async () => undefined)
  saver.receive('do servidor')
  expect(saver.text).toBe('do servidor')
  saver.type('meu ')
  saver.receive('meu')
  expect(saver.text).toBe('meu ')
})
