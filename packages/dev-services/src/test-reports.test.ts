import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'escola-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(content: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('the counts of a test run', () => {
  it('come from what Vitest says of each test, and a file it could not read counts as failed', () => {
    const tests = ['passed', 'failed', 'skipped', 'todo'].map((status) => ({ status, fullName: `is ${status}` }))
    const report = reportOf({
      testResults: [
        { name: '/a.test.ts', status: 'failed', assertionResults: tests },
        { name: '/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    })
    expect(readVitestReport(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['/a.test.ts › is skipped', '/a.test.ts › is todo'],
    })
  })

  it('come from what Playwright says of each test, where passing at the second try is failing', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })
    const inner = { title: 'inner', specs: [spec('flaky', 'flaky'), spec('left out', 'skipped')] }
    const outer = {
      title: 'a.spec.ts',
      specs: [spec('fine', 'expected'), spec('broken', 'unexpected')],
      suites: [inner],
    }
    expect(readPlaywrightReport(reportOf({ suites: [outer], errors: [] }))).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['a.spec.ts › left out'],
    })
    expect(readPlaywrightReport(reportOf({ suites: [], errors: [{}] })).failed).toBe(1)
  })

  it('are none when there is no report', () => {
    expect(readVitestReport(path.join(folder, 'nothing.json'))).toEqual({ passed: 0, failed: 0, skipped: [] })
  })
})
