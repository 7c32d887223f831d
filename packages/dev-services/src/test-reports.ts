import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Outcome {
  passed: number
  /** Names of the failed tests, with the file in front and the first line of what went wrong behind. */
  failed: string[]
  /** The full names of the skipped tests, with the file in front. */
  skipped: string[]
  /** Seconds of each file; a busy machine stretches them. */
  seconds: [file: string, seconds: number][]
}

/** Counts of our own reporter. */
export const readVitestReport = (file: string): Outcome =>
  readJson<Outcome>(file) ?? { passed: 0, failed: [], skipped: [], seconds: [] }

interface PlaywrightTest {
  status: string
  results: { duration: number; error?: { message?: string } }[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts Playwright's JSON report; a test that passed only when it was repeated counts as failed. */
export function readPlaywrightReport(file: string): Outcome {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [], seconds: [] }
  const report = readJson<PlaywrightReport>(file)
  const took = new Map<string, number>()
  const count = ({ suites = [], specs = [] }: PlaywrightSuite) => {
    for (const spec of specs) {
      const name = `${spec.file} › ${spec.title}`
      for (const { status, results } of spec.tests) {
        const ms = results.reduce((sum, { duration }) => sum + duration, 0)
        took.set(spec.file, (took.get(spec.file) ?? 0) + ms / 1000)
        if (status === 'expected') outcome.passed++
        else if (status === 'skipped') outcome.skipped.push(name)
        else outcome.failed.push(describeFailure(name, results.find(({ error }) => error)?.error))
      }
    }
    suites.forEach(count)
  }
  report?.suites.forEach(count)
  outcome.seconds.push(...took)
  if (report?.errors.length && !outcome.failed.length)
    outcome.failed.push(describeFailure('The journeys could not run', report.errors[0]))
  return outcome
}

/** Error of a test, as Vitest reports it. */
interface Fault {
  message?: string | undefined
  /** The values that were expected and found, line by line. */
  diff?: string | undefined
}

/** A test's name with the first line of its error, without the colours of a terminal. A list that a rule found is named by its first entry. */
export function describeFailure(name: string, { message = '', diff = '' }: Fault = {}): string {
  const first = stripVTControlCharacters(message).split('\n', 1)[0]!
  // Vitest says `expected [ …(2) ] to deeply equal []`, or `[ Array(1) ]`, and the entries in what follows.
  const entries = /(?:…|Array)\(\d+\)/.test(first) ? stripVTControlCharacters(diff).match(/^[+] {2,}.*\w.*$/gm) : null
  const told =
    entries &&
    `${entries[0].slice(1).trim().replace(/,$/, '')}${entries.length > 1 ? `, and ${entries.length - 1} more` : ''}`
  const line = (told ?? first).slice(0, 400)
  return line ? `${name}: ${line}` : name
}

/** Makes one line of each reason for which tests were skipped. A reason that is not known here hides something that can run. */
export function describeSkipped(names: string[], hasRedis: boolean): string[] {
  const reasonOf = (name: string) => {
    if (!hasRedis && /redis/i.test(name)) return 'Skipped without Redis (install redis-server or set REDIS_URL)'
    if (/pg_dump/.test(name)) return 'Skipped without pg_dump (install PostgreSQL with its client, or set PG_BIN)'
    if (/qpdf/.test(name)) return 'Skipped without qpdf (install it)'
    return 'Skipped for no reason that is known here'
  }
  return [...Map.groupBy(names, reasonOf)].map(([reason, of]) =>
    /no reason/.test(reason)
      ? `${reason}: ${of.join('; ')}`
      : `${reason}: ${of.length} ${of.length === 1 ? 'test' : 'tests'}`,
  )
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
