import { expect, it, vi } from 'vitest'
import { realClock, stopClock } from './clock.ts'

it('has the frames of later tests drawn, although a stopped clock never drew one, nor the next', async () => {
  stopClock()
  requestAnimationFrame(() => requestAnimationFrame(() => {}))
  realClock()
  const drawn = vi.fn()
  requestAnimationFrame(drawn)
  await vi.waitFor(() => expect(drawn).toHaveBeenCalled())
})
