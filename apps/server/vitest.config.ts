import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isSpread = process.env.TEST_SERVICES === 'citus'

/** The longest files begin first, so that both workers end at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('imports.kill.test.ts')
    return (await super.sort(files)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

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
    // The modules of the server are loaded once per worker; what a test file leaves behind is cleared by its set-up.
    isolate: false,
    setupFiles: ['src/testing/setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Ceilings for a busy machine; nothing waits for them.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
