import { minuteMs } from '@escola/contract/durations'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanContract } from './scripts/lean-contract.ts'

/**
 * These tests need modules and a page of their own: those that put a part of the program in the place of another, those that stand in for frames, and
 * the error reporter, whose library keeps what it found of the page when it first looked.
 */
const apart = [
  'src/features/courses/course-editor/outline-editor.test.tsx',
  'src/features/courses/lesson-editor/lesson-sidebar.test.tsx',
  'src/features/learning/player/*.test.{ts,tsx}',
  'src/features/platform/start/error-reporter.test.ts',
]

const common = {
  environment: 'jsdom',
  setupFiles: ['src/testing/setup.ts'],
  css: false,
  restoreMocks: true,
  testTimeout: 120_000,
  hookTimeout: minuteMs,
  expect: { poll: { timeout: 20_000 } },
  // The files the build ships: those for Node are not patched.
  server: { deps: { inline: [/@dnd-kit/] } },
}

export default defineConfig({
  // The tests run the contract as the build ships it.
  plugins: [leanContract(), react()],
  resolve: { mainFields: ['module'] },
  test: {
    // Workers are one more than cores, because the tests often wait for a save a moment after the typing.
    maxWorkers: 3,
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
