import { configDefaults, defineConfig } from 'vitest/config'

const isSpread = process.env.TEST_SERVICES === 'citus'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // On one machine the journeys of apps/e2e go the same way.
    // A cluster refuses by itself what the wall of statements looks for.
    exclude: [
      ...configDefaults.exclude,
      isSpread ? 'src/testing/walls/statements.test.ts' : 'src/testing/story.test.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    // Ceilings for a busy machine; nothing waits for them.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
