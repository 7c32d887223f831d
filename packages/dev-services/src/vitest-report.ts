import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { describeFailure, type Outcome } from './test-reports.ts'

/** Counts Vitest's tests; a file that could not even be read counts as one failed test, and so does a test that never ended. */
export default class VitestReport implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const outcome: Outcome = { passed: 0, failed: [], skipped: [] }
    for (const file of files) {
      const failedBefore = outcome.failed.length
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result()
        const name = `${file.moduleId} › ${test.fullName}`
        if (state === 'passed') outcome.passed++
        else if (state === 'skipped') outcome.skipped.push(name)
        else outcome.failed.push(describeFailure(name, errors?.[0]?.message ?? 'it never ended'))
      }
      if (!file.ok() && outcome.failed.length === failedBefore)
        outcome.failed.push(describeFailure(file.moduleId, file.errors()[0]?.message))
    }
    writeFileSync(process.env.VITEST_REPORT!, JSON.stringify(outcome))
  }
}
