import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  passed: number
  /** Names of the failed tests, with the file in front and the first line of what went wrong behind. */
  failed: string[]
  /** The full names of the skipped tests, with the file in front. */
  skipped: string[]
}

/** Counts of our own reporter. */
export const readVitestReport = (file: string): Outcome =>
  readJson<Outcome>(file) ?? { passed: 0, failed: [], skipped: [] }

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts Playwright's JSON report; a test that passed only when it was repeated counts as failed. */
export function readPlaywrightReport(file: string): Outcome {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [] }
  const report = readJson<PlaywrightReport>(file)
  const count = ({ suites = [], specs = [] }: PlaywrightSuite) => {
    for (const spec of specs) {
      const name = `${spec.file} › ${spec.title}`
      for (const { status, results } of spec.tests) {
        if (status === 'expected') outcome.passed++
        else if (status === 'skipped') outcome.skipped.push(name)
        else outcome.failed.push(describeFailure(name, results.find(({ error }) => error)?.error?.message))
      }
    }
    suites.forEach(count)
  }
  report?.suites.forEach(count)
  if (report?.errors.length && !outcome.failed.length)
    outcome.failed.push(describeFailure('The journeys could not run', report.errors[0]?.message))
  return outcome
}

/** A test's name with the first line of its error, without the colours of a terminal. */
export function describeFailure(name: string, message = ''): string {
  const line = stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 200)
  return line ? `${name}: ${line}` : name
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
