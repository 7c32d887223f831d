import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from './project.ts'
import { type Outcome, readPlaywrightReport, readVitestReport } from './test-reports.ts'

export interface Suite {
  name: string
  folder: string
  /** Pattern of its test files. */
  pattern: string
  /** Its workers would keep all cores busy: one such suite runs at a time, and what needs less runs beside it. */
  isBusy: boolean
  /** It waits for processes and clocks more than it computes, and runs beside the journeys, which do the same. */
  isShadow: boolean
  /** Arguments of Node; `files` are absolute, and none stands for all. */
  args(files: string[]): string[]
  env(report: string): Record<string, string>
  read(report: string): Outcome
}

/** The screens' tests compute most of those beside the server's, so they come first. */
const tested = [
  'apps/web',
  'packages/db',
  'packages/dev-services',
  'apps/backup',
  'packages/contract',
  'packages/db-wire',
  'packages/db-citus',
  'apps/bench',
  'apps/server',
]

export const programOf = (folder: string, packageName: string, file: string) => {
  const require = createRequire(path.join(folder, 'package.json'))
  return path.join(path.dirname(require.resolve(`${packageName}/package.json`)), file)
}

const vitestSuites = tested.map((workspace): Suite => {
  const folder = path.join(projectRoot, workspace)
  return {
    name: path.basename(workspace),
    folder,
    pattern: '**/*.test.{ts,tsx}',
    isBusy: workspace === 'apps/server',
    isShadow: ['packages/db', 'packages/dev-services', 'apps/backup'].includes(workspace),
    args: (files) => [
      programOf(folder, 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${path.join(import.meta.dirname, 'vitest-report.ts')}`,
      '--passWithNoTests',
      // A line per file, and whole only what failed: no logs of passing tests, no hints on how to run faster.
      '--silent=passed-only',
      '--slowTestThreshold=60000',
      '--experimental.diagnostics=false',
      ...files,
    ],
    env: (report) => ({ VITEST_REPORT: report }),
    read: readVitestReport,
  }
})

const journeyFolder = path.join(projectRoot, 'apps/e2e')
const journeys: Suite = {
  name: 'e2e',
  folder: journeyFolder,
  pattern: '**/*.spec.ts',
  isBusy: true,
  isShadow: false,
  args: (files) => [
    programOf(journeyFolder, '@playwright/test', 'cli.js'),
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
    // Playwright reads each as an expression.
    ...files.map((file) => `${file.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`),
  ],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  read: readPlaywrightReport,
}

export const suites: Suite[] = [...vitestSuites, journeys]

/** Test files of a suite, as git prints their paths. */
export const listTestFiles = ({ folder, pattern }: Suite): string[] =>
  globSync(pattern, { cwd: folder, exclude: (name) => name === 'node_modules' }).map((file) =>
    toGitPath(path.join(folder, file)),
  )

export const toGitPath = (file: string): string => path.relative(projectRoot, file).split(path.sep).join('/')

export interface Check {
  name: string
  program: string
  args: string[]
  env?: Record<string, string>
}

const bin = (name: string) => path.join(projectRoot, 'node_modules/.bin', name)

/**
 * One of TypeScript's checkers takes half of the processor time that its usual four take, and other checks run beside it. It is a program in Go, which
 * looks for free memory less often here: that took a fifth of the time.
 */
const checkTypes = (project: string) => ({
  program: bin('tsc'),
  args: ['-p', project, '--checkers', '1'],
  env: { GOGC: '400' },
})

export const checks: Check[] = [
  // A program of its own for each workspace would read and check again what it imports from the others.
  { name: 'types of all that runs on Node.js', ...checkTypes('tsconfig.node.json') },
  { name: 'types of apps/web', ...checkTypes('apps/web') },
  { name: 'types of apps/e2e', ...checkTypes('apps/e2e') },
  {
    name: 'format and lint',
    program: bin('biome'),
    args: ['ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'],
  },
  { name: 'unused files, exports and dependencies', program: bin('knip'), args: ['--no-progress'] },
  {
    name: 'weight of the pages that people see first',
    program: process.execPath,
    args: ['packages/dev-services/src/commands/check-weight.ts'],
  },
]
