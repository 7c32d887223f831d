import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from './project.ts'
import { type Outcome, readPlaywrightReport, readVitestReport } from './test-reports.ts'

export interface Suite {
  name: string
  folder: string
  /** What Node runs. */
  args(filters: string[]): string[]
  env(report: string): Record<string, string>
  read(report: string): Outcome
}

const workspaces = ['packages/contract', 'packages/db', 'packages/dev-services', 'apps/server', 'apps/web']

const programOf = (folder: string, packageName: string, file: string) => {
  const require = createRequire(path.join(folder, 'package.json'))
  return path.join(path.dirname(require.resolve(`${packageName}/package.json`)), file)
}

const vitestSuites = workspaces.map((workspace): Suite => {
  const folder = path.join(projectRoot, workspace)
  return {
    name: path.basename(workspace),
    folder,
    args: (filters) => [
      programOf(folder, 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${path.join(import.meta.dirname, 'vitest-report.ts')}`,
      '--passWithNoTests',
      // A line per file, and whole only what failed: no logs of passing tests, no hints on how to run faster.
      '--silent=passed-only',
      '--slowTestThreshold=60000',
      '--experimental.diagnostics=false',
      ...filters,
    ],
    env: (report) => ({ VITEST_REPORT: report }),
    read: readVitestReport,
  }
})

const journeyFolder = path.join(projectRoot, 'apps/e2e')
const journeys: Suite = {
  name: 'e2e',
  folder: journeyFolder,
  args: (filters) => [
    programOf(journeyFolder, '@playwright/test', 'cli.js'),
    'test',
    '--reporter=list,json',
    '--pass-with-no-tests',
    ...filters,
  ],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  read: readPlaywrightReport,
}

export const suites: Suite[] = [...vitestSuites, journeys]

export interface Check {
  name: string
  program: string
  args: string[]
}

const bin = (name: string) => path.join(projectRoot, 'node_modules/.bin', name)

export const checks: Check[] = [
  {
    name: 'format and lint',
    program: bin('biome'),
    args: ['ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'],
  },
  { name: 'unused files, exports and dependencies', program: bin('knip'), args: ['--no-progress'] },
  {
    name: 'features depend on each other in one direction',
    program: process.execPath,
    args: ['apps/server/src/commands/feature-graph.ts'],
  },
  ...[...workspaces, 'apps/e2e', 'infra']
    .filter((workspace) => existsSync(path.join(projectRoot, workspace, 'tsconfig.json')))
    .map((workspace) => ({ name: `types of ${workspace}`, program: bin('tsc'), args: ['-p', workspace] })),
]
