import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { Outcome } from './test-reports.ts'

/** Counts Vitest's tests; a file that could not even be read counts as one failed test, and so does a test that never ended. */
export default class VitestReport implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const outcome: Outcome = { passed: 0, failed: 0, skipped: [] }
    for (const file of files) {
      const failedBefore = outcome.failed
      for (const test of file.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') outcome.passed++
        else if (state === 'skipped') outcome.skipped.push(`${file.moduleId} › ${test.fullName}`)
        else outcome.failed++
      }
      if (!file.ok() && outcome.failed === failedBefore) outcome.failed++
    }
    writeFileSync(process.env.VITEST_REPORT!, JSON.stringify(outcome))
  }
}
