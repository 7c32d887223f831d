import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'
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
    })
  })

  it('come from what Playwright says of each test, where passing at the second try is failing', () => {
    const results = [{ error: { message: 'Error: not seen\nat a line' } }]
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
    })
    const unread = reportOf({ suites: [], errors: [{ message: 'no browser' }] })
    expect(readPlaywrightReport(unread).failed).toEqual(['The journeys could not run: no browser'])
  })

  it('are none when there is no report', () => {
    expect(readVitestReport(path.join(folder, 'nothing.json'))).toEqual({ passed: 0, failed: [], skipped: [] })
  })
})
