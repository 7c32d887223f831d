import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isSpread = process.env.TEST_SERVICES === 'citus'

/** Files that take longest, the longest first: a fresh clone has no durations of earlier runs. */
const longest = [
  'subscriptions',
  'plan-moves',
  'imports.kill',
  'payments.property',
  'plans.property',
  'charges.property',
  'platform-orders.property',
  'payments.kill',
  'payments.hanging-database',
  'subscription-histories',
  'plan-payments',
  'plan-months',
  'published-values',
  'card-testing.routes',
  'kept-failures',
  'purchase-moves.property',
  'access.routes',
]

/**
 * Files with a process of their own come before all others: a worker that has loaded the server is ended as soon as such a file is the next one. Then the
 * longest begin first, so that all workers end at about the same time.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'apart') return -1
      const at = longest.indexOf(path.basename(moduleId, '.test.ts'))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

// On one machine the journeys of apps/e2e go the same way.
// A cluster refuses by itself what the wall of statements looks for.
const left = [
  ...configDefaults.exclude,
  isSpread ? 'src/testing/walls/statements.test.ts' : 'src/testing/story.test.ts',
]
/** Tests of processes, faults and clocks, which have each a process of their own. */
const apart = [
  'src/files/leftovers.test.ts',
  'src/http/{hanging-database,overload,stop}.test.ts',
  'src/jobs/{queue-trouble,relay,watchdog,worker}.test.ts',
  'src/main-worker.test.ts',
  'src/testing/story.test.ts',
]

export default defineConfig({
  test: {
    // Node.js reads these files as they are, as in production; Vite's runner would transform each first. `vi.mock` needs that runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      // A worker loads the modules of the server once for all files; what a test file leaves behind is cleared by its set-up.
      {
        extends: true,
        test: { name: 'server', include: ['src/**/*.test.ts'], exclude: [...left, ...apart], isolate: false },
      },
      { extends: true, test: { name: 'apart', include: apart, exclude: left } },
    ],
    pool: 'forks',
    setupFiles: ['src/testing/setup.ts', '@escola/contract/property-seed.testing'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Ceilings for a busy machine; nothing waits for them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
