import path from 'node:path'

/** The tests of rules over the code, the tables and the texts, which lie where the rules are. */
export const walls = [
  'apps/server/src/config.test.ts',
  'apps/server/src/jobs/handlers.test.ts',
  'apps/server/src/testing/refusal-answers.test.ts',
  'apps/server/src/testing/validation-table.test.ts',
  'apps/server/src/testing/walls',
  'apps/server/src/worker-handlers.test.ts',
  'apps/web/src/testing/walls',
  'packages/contract/src/api.test.ts',
  'packages/contract/src/portuguese.test.ts',
  'packages/db-citus/src/placement.test.ts',
  'packages/db/src/isolation.test.ts',
  'packages/db/src/migrate.test.ts',
  'packages/db/src/table-types.test.ts',
]

/** A suite of tests: its name, its folder and its test files, as paths within the project. */
export interface TestFolder {
  name: string
  folder: string
  files: string[]
}

export interface ChosenTests {
  hasChecks: boolean
  /** Suites to run, each with the files that were asked for; without a list the suite runs whole. */
  runs: { name: string; files?: string[] }[]
}

/**
 * Chooses what `pnpm test` runs. The name or the folder of a suite chooses that suite; a path below the folder, as git prints it, chooses its files
 * there; any other word chooses the files whose path holds it, in the suites that are named or in all. Two words stand for paths: `walls`, and `changed`,
 * which `listChanged` makes of it.
 */
export function chooseTests(
  asked: string[],
  suites: TestFolder[],
  listChanged: () => string[] = () => [],
): ChosenTests {
  const words = asked.flatMap((word) => (word === 'walls' ? walls : word === 'changed' ? listChanged() : [word]))
  if (words.length === 0 && asked.length > 0) return { hasChecks: false, runs: [] }
  const paths = words.map((word) => path.posix.normalize(word.replace(/(:\d+)+$/, '')).replace(/\/$/, ''))
  const suiteNamed = (word: string) => suites.find(({ name, folder }) => word === name || word === folder)?.name
  const names = new Set(paths.map((word) => (word === 'checks' ? word : suiteNamed(word))))
  names.delete(undefined)
  const filters = paths.filter((word) => word !== 'checks' && !suiteNamed(word))
  const isInside = (filter: string, { folder }: TestFolder) => filter.startsWith(`${folder}/`)
  const general = filters.filter((filter) => !suites.some((suite) => isInside(filter, suite)))
  const runs = suites.flatMap((suite) => {
    const isNamed = names.size === 0 || names.has(suite.name)
    const own = filters.filter((filter) => isInside(filter, suite))
    if (own.length === 0 && general.length === 0)
      return names.has(suite.name) || words.length === 0 ? [{ name: suite.name }] : []
    const files = suite.files.filter((file) => {
      const within = path.posix.relative(suite.folder, file).toLowerCase()
      return (
        own.some((filter) => file === filter || file.startsWith(`${filter}/`)) ||
        (isNamed && general.some((filter) => within.includes(filter.toLowerCase())))
      )
    })
    return files.length > 0 ? [{ name: suite.name, files }] : []
  })
  return { hasChecks: words.length === 0 || (names.has('checks') && general.length === 0), runs }
}
