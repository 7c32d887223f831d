import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chooseTests } from '../choose-tests.ts'
import { projectRoot } from '../project.ts'
import type { Outcome } from '../test-reports.ts'
import { startTestServices, type TestServices } from '../test-services.ts'
import { checks, listTestFiles, type Suite, suites, toGitPath } from '../test-suites.ts'

const words = process.argv.slice(2).filter((word) => word !== '--')
const chosen = chooseTests(
  words.map((word) => (path.isAbsolute(word) ? toGitPath(word) : word)),
  suites.map((suite) => ({ name: suite.name, folder: toGitPath(suite.folder), files: listTestFiles(suite) })),
)

/** Libraries are compiled once for the hundreds of processes of a run. */
const NODE_COMPILE_CACHE = path.join(projectRoot, 'node_modules/.cache/compiled')

const total = { passed: 0, failed: 0, skipped: 0 }
const notes: string[] = []
let services: TestServices | undefined
let running: ChildProcess | undefined
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    running?.kill(signal)
  })
}

const reports = await mkdtemp(path.join(tmpdir(), 'escola-reports-'))
try {
  if (chosen.hasChecks) await runChecks()
  if (chosen.runs.length && !interrupted) {
    services = await startTestServices()
    for (const { name, files } of chosen.runs) {
      const suite = suites.find((each) => each.name === name)!
      if (!interrupted) await runSuite(suite, files, services)
    }
  }
} catch (error) {
  total.failed++
  notes.push((error as Error).message)
} finally {
  await services?.stop()
  await rm(reports, { recursive: true, force: true })
}

if (interrupted) notes.push('The run was interrupted.')
if (total.passed + total.failed === 0) notes.push('No test ran.')
if (notes.length) console.log(`\n${notes.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
// Set rather than called, so that the last line is out before the process ends.
process.exitCode = total.failed || notes.some(isFault) || interrupted || !total.passed ? 1 : 0

function isFault(note: string): boolean {
  return !/^Skipped without (Redis|pg_dump)/.test(note)
}

async function runChecks(): Promise<void> {
  const started = Date.now()
  console.log('\n── checks')
  for (const { name, program, args } of checks) {
    if (interrupted) return
    const code = await run(program, args, projectRoot, {})
    if (code === 0) total.passed++
    else {
      total.failed++
      notes.push(`The check “${name}” failed.`)
    }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  }
  console.log(`── checks took ${seconds(started)}`)
}

async function runSuite(suite: Suite, files: string[] | undefined, { env, hasRedis }: TestServices): Promise<void> {
  const started = Date.now()
  console.log(`\n── ${suite.name}`)
  const report = path.join(reports, `${suite.name}.json`)
  const code = await run(
    process.execPath,
    suite.args((files ?? []).map((file) => path.join(projectRoot, file))),
    suite.folder,
    {
      ...env,
      ...suite.env(report),
    },
  )
  const outcome = suite.read(report)
  const count = outcome.passed + outcome.failed
  if (count === 0 && !files) {
    outcome.failed++
    notes.push(`The suite ${suite.name} has no tests yet, or could not run them.`)
  } else if (code !== 0 && outcome.failed === 0) {
    outcome.failed++
    notes.push(`The suite ${suite.name} ended with ${code} although no test failed; see above.`)
  }
  noteSkipped(suite, outcome, hasRedis)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped.length
  const counts = `${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped.length} skipped`
  console.log(`── ${suite.name} took ${seconds(started)}: ${counts}`)
}

/** Tests for Redis or pg_dump may be skipped where there is none; any other skip would hide something that can run here. */
function noteSkipped(suite: Suite, { skipped }: Outcome, hasRedis: boolean): void {
  for (const test of skipped) {
    const name = path.isAbsolute(test) ? path.relative(projectRoot, test) : `${suite.name}/${test}`
    if (!hasRedis && /redis/i.test(name))
      notes.push(`Skipped without Redis (install redis-server or set REDIS_URL): ${name}`)
    else if (/pg_dump/.test(name))
      notes.push(`Skipped without pg_dump (install PostgreSQL with its client, or set PG_BIN): ${name}`)
    else notes.push(`Skipped: ${name}`)
  }
}

function run(program: string, args: string[], cwd: string, env: Record<string, string>): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { NODE_COMPILE_CACHE, ...process.env, ...env }, stdio: 'inherit' })
    running = child
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
