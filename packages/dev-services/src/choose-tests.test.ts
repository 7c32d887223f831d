import { expect, it } from 'vitest'
import { chooseTests, type TestFolder, walls } from './choose-tests.ts'
import { listTestFiles, suites as realSuites, toGitPath } from './test-suites.ts'

const suites: TestFolder[] = [
  { name: 'server', folder: 'apps/server', files: ['apps/server/src/a.test.ts', 'apps/server/src/students/b.test.ts'] },
  { name: 'web', folder: 'apps/web', files: ['apps/web/src/students/b.test.tsx'] },
  { name: 'e2e', folder: 'apps/e2e', files: ['apps/e2e/screens.spec.ts', 'apps/e2e/small-screens.spec.ts'] },
]
const whole = suites.map(({ name }) => ({ name }))
const a = { name: 'server', files: ['apps/server/src/a.test.ts'] }
const serverStudents = { name: 'server', files: ['apps/server/src/students/b.test.ts'] }
const webStudents = { name: 'web', files: ['apps/web/src/students/b.test.tsx'] }
const screens = { name: 'e2e', files: ['apps/e2e/screens.spec.ts'] }

const cases: [string, boolean, { name: string; files?: string[] }[]][] = [
  ['', true, whole],
  ['checks', true, []],
  ['checks web', true, [{ name: 'web' }]],
  ['server e2e', false, [{ name: 'server' }, { name: 'e2e' }]],
  ['apps/server/', false, [{ name: 'server' }]],
  ['apps/server/src/a.test.ts', false, [a]],
  ['./apps/server/src/a.test.ts:12:3', false, [a]],
  ['apps/server/src/students', false, [serverStudents]],
  ['apps/e2e/screens.spec.ts', false, [screens]],
  ['apps/e2e/screens.spec.ts apps/server/src/a.test.ts', false, [a, screens]],
  ['web apps/server/src/a.test.ts', false, [a, { name: 'web' }]],
  ['Students', false, [serverStudents, webStudents]],
  ['web students', false, [webStudents]],
  ['checks students', false, []],
  ['apps/server/src/missing.test.ts', false, []],
  ['packages/elsewhere/a.test.ts', false, []],
  ['changed', false, [serverStudents]],
  ['changed checks', true, [serverStudents]],
]

it.each(cases)('chooses for “%s”', (words, hasChecks, runs) => {
  const changed = () => ['apps/server/src/students/b.test.ts']
  expect(chooseTests(words.split(' ').filter(Boolean), suites, changed)).toEqual({ hasChecks, runs })
})

it('chooses nothing where no test is that of a changed file', () => {
  expect(chooseTests(['changed'], suites)).toEqual({ hasChecks: false, runs: [] })
})

it('finds each wall that it names', () => {
  const own = realSuites.map((suite) => ({
    name: suite.name,
    folder: toGitPath(suite.folder),
    files: listTestFiles(suite),
  }))
  const { runs } = chooseTests(['walls'], own)
  const chosen = runs.flatMap(({ files }) => files ?? [])
  for (const wall of walls)
    expect(
      chosen.filter((file) => file === wall || file.startsWith(`${wall}/`)),
      wall,
    ).not.toEqual([])
})
