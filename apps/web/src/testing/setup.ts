import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A ceiling for a busy machine: nothing waits longer than for what it looks for.
configure({ asyncUtilTimeout: 20_000 })

// What Mantine asks of a browser and jsdom lacks.
window.matchMedia = (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Its growing text field waits for them.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

window.scrollTo = () => {}

// The router's word for a page that shows its error, which tests look at on the screen.
const { warn } = console
console.warn = (text: unknown, ...rest: unknown[]) => {
  if (!String(text).startsWith('Warning: Error in route match')) warn(text, ...rest)
}

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
