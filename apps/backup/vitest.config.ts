import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Real servers are started here, on machines that may be slow.
  test: {
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
