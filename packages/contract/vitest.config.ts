import { defineConfig } from 'vitest/config'
import { minuteMs } from './src/durations.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/property-seed.testing.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 5 * minuteMs,
  },
})
