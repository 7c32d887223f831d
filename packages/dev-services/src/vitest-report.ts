import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { describeFailure, type Outcome } from './test-reports.ts'

/** Counts Vitest's tests; a file that could not even be read counts as one failed test, and so does a test that never ended. */
export default class VitestReport implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const outcome: Outcome = { passed: 0, failed: [], skipped: [], seconds: [] }
    for (const file of files) {
      const times = file.diagnostic()
      const ms = times.duration + times.collectDuration + times.setupDuration + times.prepareDuration
      outcome.seconds.push([file.moduleId, ms / 1000])
      const failedBefore = outcome.failed.length
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result()
        const name = `${file.moduleId} › ${test.fullName}`
        if (state === 'passed') outcome.passed++
        else if (state === 'skipped') outcome.skipped.push(name)
        else outcome.failed.push(describeFailure(name, errors?.[0] ?? { message: 'it never ended' }))
      }
      if (!file.ok() && outcome.failed.length === failedBefore)
        outcome.failed.push(describeFailure(file.moduleId, file.errors()[0]))
    }
    writeFileSync(process.env.VITEST_REPORT!, JSON.stringify(outcome))
  }
}
