import { afterAll, vi } from 'vitest'
import { closeWorld } from './world.ts'

const env = { ...process.env }

// Test files of one process may share their modules; this file runs again for each of them, and clears what it leaves behind.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await closeWorld()
  process.env = env
})
