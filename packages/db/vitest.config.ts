import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
