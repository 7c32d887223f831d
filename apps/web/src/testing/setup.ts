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

window.scrollTo = () => {}

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})
