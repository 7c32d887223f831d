import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChangedTests } from '../changed-tests.ts'
import { chooseTests } from '../choose-tests.ts'
import { CpuBill } from '../cpu-seconds.ts'
import { projectRoot } from '../project.ts'
import { OrderedOutput, type RunStep, runSideBySide } from '../side-by-side.ts'
import { describeSkipped } from '../test-reports.ts'
import { startTestServices, type TestServices } from '../test-services.ts'
import { checks, listTestFiles, type Suite, suites, toGitPath } from '../test-suites.ts'
import { buildWeb } from '../web-build.ts'

const words = process.argv.slice(2).filter((word) => word !== '--')
const folders = suites.map((suite) => ({
  name: suite.name,
  folder: toGitPath(suite.folder),
  files: listTestFiles(suite),
}))
const chosen = chooseTests(
  words.map((word) => (path.isAbsolute(word) ? toGitPath(word) : word)),
  folders,
  () => listChangedTests(folders.flatMap(({ files }) => files)),
)

/** Libraries are compiled once for the hundreds of processes of a run. */
const NODE_COMPILE_CACHE = path.join(projectRoot, 'node_modules/.cache/compiled')

const total = { passed: 0, failed: 0, skipped: 0 }
/** Failures and other faults in a line each, which the run's end repeats: a long output is often cut at its beginning. */
const notes: string[] = []
const skipped: string[] = []
let hasRedis = false
const durations: { file: string; seconds: number }[] = []
const began = Date.now()
const bill = new CpuBill()
const running = new Set<ChildProcess>()
let interrupted = false
let isGivenUp = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
  })
}

/** A runner has services of its own, so that no suite meets the roles, connections or files of the one beside it. */
class Runner {
  #services: Promise<TestServices> | undefined

  services(): Promise<TestServices> {
    this.#services ??= startTestServices()
    return this.#services
  }

  async stop(): Promise<void> {
    await (await this.#services?.catch(() => undefined))?.stop()
  }
}

const reports = await mkdtemp(path.join(tmpdir(), 'escola-reports-'))
const output = new OrderedOutput((text) => process.stdout.write(text))
type Output = ReturnType<typeof output.open>
// Two, because the suites that keep the machine busy wait often for locks and clocks, and the others need about one core.
const runners = [new Runner(), new Runner()]
let built: Promise<void> | undefined
try {
  const checked = chosen.hasChecks ? stepsOfChecks() : []
  const runs = chosen.runs.map(stepOfSuite)
  const busy = runs.filter(({ isBusy }) => isBusy)
  const beside = [...checked, ...runs.filter(({ isBusy }) => !isBusy)]
  // Journeys that begin later find the web built; should the build fail, their own will say why.
  if (busy.length > 1)
    beside.unshift(
      stepOf(
        output.open(),
        {},
        () =>
          (built = buildWeb(() => {})
            .catch(() => {})
            .then(() => bill.note('build'))),
      ),
    )
  // The check of weights and a suite beside it would build the web at the same time.
  else if (busy.length === 1 && checked.length > 0) await buildWeb(() => {}).catch(() => {})
  await runSideBySide(runners, [...busy, ...beside])
} finally {
  await Promise.all(runners.map((runner) => runner.stop()))
  await rm(reports, { recursive: true, force: true })
}

notes.push(...describeSkipped(skipped, hasRedis))
if (interrupted) notes.push('The run was interrupted.')
if (total.passed + total.failed === 0) notes.push('No test ran.')
if (notes.length) console.log(`\n${notes.join('\n')}`)
if (durations.length > 10) console.log(`\nThe ten dearest files, in seconds:\n${listDearest()}`)
bill.note('services')
console.log(`\nTook ${seconds(began)}${bill.print(!words.length)}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
// Set rather than called, so that the last line is out before the process ends.
process.exitCode = total.failed || notes.some(isFault) || interrupted || !total.passed ? 1 : 0

function isFault(note: string): boolean {
  return !/^Skipped without (Redis|pg_dump|qpdf)/.test(note)
}

function stepsOfChecks(): RunStep<Runner>[] {
  const started = Date.now()
  let left = checks.length
  const steps = checks.map(({ name, program, args, env = {} }, index) => {
    const out = output.open()
    if (!index) out.write('\n── checks\n')
    const run = async () => {
      const code = await runProgram('checks', out, program, args, projectRoot, env)
      if (code === 0) total.passed++
      else {
        total.failed++
        notes.push(`Failed: the check “${name}”`)
      }
      out.write(`${code === 0 ? '✓' : '✗'} ${name}\n`)
      if (!--left) {
        end.write(`── checks took ${seconds(started)}\n`)
        end.end()
      }
    }
    return stepOf(out, {}, run)
  })
  // Its place is behind the last of them, which need not end last.
  const end = output.open()
  return steps
}

type Run = (typeof chosen.runs)[number]
function suiteOf({ name }: Run): Suite {
  return suites.find((each) => each.name === name)!
}

function stepOfSuite(run: Run): RunStep<Runner> {
  const suite = suiteOf(run)
  const out = output.open()
  return stepOf(out, suite, async (runner) => {
    if (suite.name === 'e2e') await built
    await runSuite(suite, run.files, await runner.services(), out)
  })
}

function stepOf(
  out: Output,
  { isBusy = false, isShadow = false }: Partial<Suite>,
  run: (runner: Runner) => Promise<void>,
): RunStep<Runner> {
  return {
    isBusy,
    isShadow,
    run: async (runner) => {
      try {
        if (!interrupted && !isGivenUp) await run(runner)
      } catch (error) {
        isGivenUp = true
        total.failed++
        notes.push((error as Error).message)
      } finally {
        out.end()
      }
    },
  }
}

async function runSuite(suite: Suite, files: string[] | undefined, services: TestServices, out: Output) {
  hasRedis = services.hasRedis
  const started = Date.now()
  out.write(`\n── ${suite.name}\n`)
  const report = path.join(reports, `${suite.name}.json`)
  const args = suite.args((files ?? []).map((file) => path.join(projectRoot, file)))
  const code = await runProgram(suite.name, out, process.execPath, args, suite.folder, {
    ...services.env,
    ...suite.env(report),
  })
  const outcome = suite.read(report)
  if (outcome.passed + outcome.failed.length === 0 && !files) outcome.failed.push('no tests yet, or they could not run')
  else if (code !== 0 && !outcome.failed.length)
    outcome.failed.push(`ended with ${code} although no test failed; see above`)
  notes.push(...outcome.failed.map((failure) => `Failed: ${nameTest(suite, failure)}`))
  skipped.push(...outcome.skipped.map((test) => nameTest(suite, test)))
  durations.push(...outcome.seconds.map(([file, seconds]) => ({ file: nameTest(suite, file), seconds })))
  total.passed += outcome.passed
  total.failed += outcome.failed.length
  total.skipped += outcome.skipped.length
  const counts = `${outcome.passed} passed, ${outcome.failed.length} failed, ${outcome.skipped.length} skipped`
  out.write(`── ${suite.name} took ${seconds(started)}: ${counts}\n`)
}

function nameTest(suite: Suite, test: string): string {
  return path.isAbsolute(test) ? path.relative(projectRoot, test) : `${suite.name}/${test}`
}

function listDearest(): string {
  const dearest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  return dearest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`).join('\n')
}

async function runProgram(
  part: string,
  out: Output,
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(program, args, {
    cwd,
    env: { NODE_COMPILE_CACHE, ...colours, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => out.write(text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
  bill.note(part)
  running.delete(child)
  // Processes that it started and left behind may hold its output open.
  await Promise.race([closed, sleep(1000)])
  return code
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
