import { afterEach, expect, it, vi } from 'vitest'
import { deviceStore, tabStore } from './storage.ts'

const stores = { localStorage: deviceStore, sessionStorage: tabStore } as const
const names = ['localStorage', 'sessionStorage'] as const
const own = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name)!)
afterEach(() => names.forEach((name, index) => void Object.defineProperty(globalThis, name, own[index]!)))

const fail = (name: string) => () => {
  throw new DOMException('The operation is not allowed', name)
}
/** Ways in which browsers have no room for what a page wants to keep. */
const broken: Record<string, (name: (typeof names)[number]) => void> = {
  closed: (name) => void Object.defineProperty(globalThis, name, { configurable: true, get: fail('SecurityError') }),
  missing: (name) => void Object.defineProperty(globalThis, name, { configurable: true, get: () => null }),
  full: () => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail('QuotaExceededError')),
}

it.each(names.flatMap((name) => Object.keys(broken).map((kind) => [name, kind] as const)))(
  'keeps on the page what %s does not take: %s',
  (name, kind) => {
    const store = stores[name]
    broken[kind]!(name)
    expect([store.read('a'), store.listKeys()]).toEqual([null, []])
    expect([store.write('a', '1'), store.read('a'), store.listKeys()]).toEqual([false, '1', ['a']])
    expect(store.write('a', '2')).toBe(false)
    expect(store.read('a')).toBe('2')
    store.write('a', null)
    expect([store.read('a'), store.listKeys()]).toEqual([null, []])
  },
)

it('keeps in the browser what it takes, and hands over as soon as it does', () => {
  broken.full!('localStorage')
  deviceStore.write('a', '1')
  vi.restoreAllMocks()
  expect([deviceStore.write('a', '2'), localStorage.getItem('a')]).toEqual([true, '2'])
  localStorage.setItem('a', '3')
  expect(deviceStore.read('a')).toBe('3')
})
