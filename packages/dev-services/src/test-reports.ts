import { existsSync, readFileSync } from 'node:fs'

export interface Outcome {
  passed: number
  failed: number
  /** The full names of the skipped tests, with the file in front. */
  skipped: string[]
}

/** Counts of our own reporter. */
export const readVitestReport = (file: string): Outcome =>
  readJson<Outcome>(file) ?? { passed: 0, failed: 0, skipped: [] }

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string }[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: unknown[]
}

/** Counts Playwright's JSON report; a test that passed only when it was repeated counts as failed. */
export function readPlaywrightReport(file: string): Outcome {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: [] }
  const report = readJson<PlaywrightReport>(file)
  const count = ({ suites = [], specs = [] }: PlaywrightSuite) => {
    for (const spec of specs) {
      for (const { status } of spec.tests) {
        if (status === 'expected') outcome.passed++
        else if (status === 'skipped') outcome.skipped.push(`${spec.file} › ${spec.title}`)
        else outcome.failed++
      }
    }
    suites.forEach(count)
  }
  report?.suites.forEach(count)
  if (report?.errors.length && !outcome.failed) outcome.failed++
  return outcome
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
