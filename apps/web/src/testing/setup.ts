import { minuteMs } from '@escola/contract/durations'
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as react from 'react'
import { afterEach, vi } from 'vitest'
import { deviceStore, tabStore } from '../api/storage.ts'
import { coverPage } from '../session/page-cover.ts'
import { realClock } from './clock.ts'

// A ceiling for a busy machine: nothing waits longer than for what it looks for.
const patienceMs = minuteMs
configure({ asyncUtilTimeout: patienceMs })
const { waitFor } = vi
// Files share this setting too.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(check, options = patienceMs) {
    return waitFor(check, options)
  }

const { getElementError } = getConfig()
// A wait asks again and again, and the whole page would be printed into each error; the last of them is printed when the wait gives up. Files share this
// setting, so it is wrapped once.
if (getElementError.name !== 'printWhenRead')
  configure({
    getElementError: function printWhenRead(message, container) {
      const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean
      }
      if (!isWaiting) return getElementError(message, container)
      return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    },
  })

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
// React's development build notes a stack for each element that it makes, ten thousand a second at most; nothing reads them here.
Object.defineProperty(Object(Reflect.get(react, internals)), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
})

// Mantine asks this of a browser, and jsdom lacks it.
window.matchMedia = (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.IntersectionObserver = class {
  readonly #callback: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback
  }
  // Elements have no layout here, so each counts as scrolled to. The observer is called afterwards and with all that happened meanwhile, as in a
  // browser whose page was busy: first out of view, then in view.
  observe() {
    const entries = [false, true].map((isIntersecting) => ({ isIntersecting }) as IntersectionObserverEntry)
    setTimeout(() => this.#callback(entries, this as never))
  }
  unobserve() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
// Mantine's growing text field waits for the fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

window.scrollTo = () => {}
// Elements have no layout here: each is in view.
Element.prototype.scrollIntoView ??= () => {}

// The router's word for a page that shows its error, which tests look at on the screen.
const { warn } = console
// Files share this console, so it is wrapped once.
if (warn.name !== 'warnUnlessShown') {
  console.warn = function warnUnlessShown(text: unknown, ...rest: unknown[]) {
    if (!String(text).startsWith('Warning: Error in route match')) warn(text, ...rest)
  }
}

// The editor asks this of a browser's layout, and jsdom lacks it.
const nowhere = () => [] as unknown as DOMRectList
Range.prototype.getClientRects = nowhere
Range.prototype.getBoundingClientRect = () => new DOMRect()
Element.prototype.getClientRects = nowhere
document.elementFromPoint = () => null

afterEach(() => {
  cleanup()
  realClock()
  // Notices outlive the screens that show them, and files share this page.
  cleanNotifications()
  cleanNotificationsQueue()
  document.title = ''
  for (const store of [deviceStore, tabStore]) for (const key of store.listKeys()) store.write(key, null)
  globalThis.escolaToken = undefined
  coverPage(undefined)
  vi.unstubAllGlobals()
})
