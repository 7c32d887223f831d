import { availableParallelism } from 'node:os'
import { minuteMs } from '@escola/contract/durations'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanContract } from './scripts/lean-contract.ts'

/**
 * These tests need modules and a page of their own: those that put a part of the program in the place of another, those that stand in for a provider's
 * frame, and the error reporter, whose library keeps what it found of the page when it first looked. Each loads all libraries again, which takes
 * several seconds of the processor.
 */
const apart = [
  'src/features/courses/redraws.test.tsx',
  'src/features/learning/player/player-panel.test.tsx',
  'src/features/platform/start/error-reporter.test.ts',
]

const common = {
  environment: 'jsdom',
  setupFiles: ['src/testing/setup.ts'],
  css: false,
  restoreMocks: true,
  testTimeout: 300_000,
  hookTimeout: 5 * minuteMs,
  expect: { poll: { timeout: 120_000 } },
  // The files the build ships: those for Node are not patched.
  server: { deps: { inline: [/@dnd-kit/] } },
}

export default defineConfig({
  // The tests run the contract as the build ships it.
  plugins: [leanContract(), react()],
  resolve: { mainFields: ['module'] },
  test: {
    // At most a worker for each core, because every worker loads all the libraries.
    maxWorkers: Math.min(3, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'screens',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: apart,
          // Loading the same libraries for each file took most of the time; what a test leaves behind is cleared in the set-up.
          isolate: false,
        },
      },
      { extends: true, test: { ...common, name: 'apart', include: apart } },
    ],
  },
})
