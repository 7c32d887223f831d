import { defineConfig } from 'vitest/config'
import { minuteMs } from './src/durations.ts'

export default defineConfig({
  test: { include: ['src/**/*.test.ts'], maxWorkers: 2, isolate: false, testTimeout: minuteMs },
})
