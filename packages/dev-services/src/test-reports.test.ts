import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import { describeFailure, describeSkipped, readPlaywrightReport, readVitestReport } from './test-reports.ts'
import VitestReport from './vitest-report.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'escola-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(content: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('the counts of a test run', () => {
  it('come from what Vitest says of each test, and a file it could not read counts as failed', () => {
    const errors = [{ message: '\u001b[31mexpected 1 to be 2\u001b[39m\nat a line' }]
    const test = (state: string) => ({
      fullName: `is ${state}`,
      result: () => (state === 'failed' ? { state, errors } : { state }),
    })
    const file = (moduleId: string, states: string[]) =>
      ({
        moduleId,
        ok: () => false,
        errors: () => [{ message: 'no such module' }],
        diagnostic: () => ({ duration: 1500, collectDuration: 250, setupDuration: 250, prepareDuration: 0 }),
        children: { allTests: () => states.map(test) },
      }) as unknown as TestModule
    const report = path.join(folder, 'vitest.json')
    vi.stubEnv('VITEST_REPORT', report)
    new VitestReport().onTestRunEnd([
      file('/a.test.ts', ['passed', 'failed', 'skipped', 'pending']),
      file('/b.test.ts', []),
    ])
    expect(readVitestReport(report)).toEqual({
      passed: 1,
      failed: [
        '/a.test.ts › is failed: expected 1 to be 2',
        '/a.test.ts › is pending: it never ended',
        '/b.test.ts: no such module',
      ],
      skipped: ['/a.test.ts › is skipped'],
      seconds: [
        ['/a.test.ts', 2],
        ['/b.test.ts', 2],
      ],
    })
  })

  it('come from what Playwright says of each test, where passing at the second try is failing', () => {
    const results = [{ duration: 500, error: { message: 'Error: not seen\nat a line' } }]
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status, results }] })
    const inner = { title: 'inner', specs: [spec('flaky', 'flaky'), spec('left out', 'skipped')] }
    const outer = {
      title: 'a.spec.ts',
      specs: [spec('fine', 'expected'), spec('broken', 'unexpected')],
      suites: [inner],
    }
    expect(readPlaywrightReport(reportOf({ suites: [outer], errors: [] }))).toEqual({
      passed: 1,
      failed: ['a.spec.ts › broken: Error: not seen', 'a.spec.ts › flaky: Error: not seen'],
      skipped: ['a.spec.ts › left out'],
      seconds: [['a.spec.ts', 2]],
    })
    const unread = reportOf({ suites: [], errors: [{ message: 'no browser' }] })
    expect(readPlaywrightReport(unread).failed).toEqual(['The journeys could not run: no browser'])
  })

  it('are none when there is no report', () => {
    expect(readVitestReport(path.join(folder, 'nothing.json'))).toEqual({
      passed: 0,
      failed: [],
      skipped: [],
      seconds: [],
    })
  })
})

describe('the line of a failure', () => {
  it('is what a rule found first, and how much more there is', () => {
    const found = ['features/a.ts imports b, which it must not', 'features/c.ts imports d']
    // The error is the one that Vitest keeps of `expect(found).toEqual([])`.
    const lines = ['- Expected', '+ Received', '', '- []', '+ [', ...found.map((each) => `+   "${each}",`), '+ ]']
    const diff = lines.map((line) => `\u001b[32m${line}\u001b[39m`).join('\n')
    const fault = { message: 'expected [ …(2) ] to deeply equal []', diff }
    expect(describeFailure('a wall', fault)).toBe('a wall: "features/a.ts imports b, which it must not", and 1 more')
  })

  it('is the first line of any other error', () => {
    expect(describeFailure('a test', { message: 'expected 1 to be 2\nat a line', diff: '- 2\n+ 1' })).toBe(
      'a test: expected 1 to be 2',
    )
  })
})

it('names each reason for which tests were skipped once', () => {
  const names = ['server/imports.kill › on Redis', 'server/queue › on Redis', 'backup/a pg_dump', 'web/a › b']
  expect(describeSkipped(names, false)).toEqual([
    'Skipped without Redis (install redis-server or set REDIS_URL): 2 tests',
    'Skipped without pg_dump (install PostgreSQL with its client, or set PG_BIN): 1 test',
    'Skipped for no reason that is known here: web/a › b',
  ])
  expect(describeSkipped(names.slice(0, 2), true)).toEqual([
    'Skipped for no reason that is known here: server/imports.kill › on Redis; server/queue › on Redis',
  ])
})
