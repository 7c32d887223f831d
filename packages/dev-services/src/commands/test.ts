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

/**
 * Suites that go one after the other beside the checks and the server's tests, because they wait more than they compute. Services that are not made for
 * this run, or are in containers, are shared by all suites, which then go one after the other.
 */
const besideServer = new Set(['contract', 'db-wire', 'db-citus', 'db', 'dev-services', 'web', 'backup', 'bench'])
type Run = (typeof chosen.runs)[number]
/** Writes what a suite prints; undefined: at once. */
type Print = ((text: string) => void) | undefined

const total = { passed: 0, failed: 0, skipped: 0 }
const notes: string[] = []
const running = new Set<ChildProcess>()
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
  })
}

const reports = await mkdtemp(path.join(tmpdir(), 'escola-reports-'))
try {
  await runAll()
} catch (error) {
  total.failed++
  notes.push((error as Error).message)
} finally {
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

async function runAll(): Promise<void> {
  const isMain = ({ name }: Run) => name === 'server' || name === 'e2e'
  const isBeside = ({ name }: Run) => besideServer.has(name)
  if (process.env.TEST_SERVICES || !chosen.runs.some(isMain) || !chosen.runs.some(isBeside)) {
    if (chosen.hasChecks) await runChecks()
    return runSuites(chosen.runs)
  }
  let printed = ''
  const beside = runSuites(chosen.runs.filter(isBeside), (text) => {
    printed += text
  })
  const main = async () => {
    if (chosen.hasChecks) await runChecks()
    await runSuites(chosen.runs.filter((run) => !isBeside(run) && run.name !== 'e2e'))
  }
  const ended = await Promise.allSettled([main(), beside])
  process.stdout.write(printed)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  // Journeys use the machine whole.
  await runSuites(chosen.runs.filter(({ name }) => name === 'e2e'))
}

/** Runs suites one after the other, on services of their own. */
async function runSuites(runs: Run[], print?: Print): Promise<void> {
  if (runs.length === 0 || interrupted) return
  const services = await startTestServices()
  try {
    for (const { name, files } of runs) {
      const suite = suites.find((each) => each.name === name)!
      if (!interrupted) await runSuite(suite, files, services, print)
    }
  } finally {
    await services.stop()
  }
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

async function runSuite(
  suite: Suite,
  files: string[] | undefined,
  { env, hasRedis }: TestServices,
  print: Print,
): Promise<void> {
  const started = Date.now()
  const say = print ? (line: string) => print(`${line}\n`) : console.log
  say(`\n── ${suite.name}`)
  const report = path.join(reports, `${suite.name}.json`)
  const code = await run(
    process.execPath,
    suite.args((files ?? []).map((file) => path.join(projectRoot, file))),
    suite.folder,
    {
      ...env,
      ...suite.env(report),
    },
    print,
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
  say(`── ${suite.name} took ${seconds(started)}: ${counts}`)
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

function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  print?: Print,
): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { NODE_COMPILE_CACHE, ...process.env, ...env },
      stdio: print ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print!)
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal ?? 'no code')
    })
  })
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
