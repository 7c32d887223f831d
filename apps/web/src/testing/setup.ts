import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

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
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})
