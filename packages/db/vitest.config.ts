import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Each file brings databases of its own up to date, and a server's roles are those of all of them.
    maxWorkers: 1,
    // Loading the same modules for each file took half of a worker's time.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
