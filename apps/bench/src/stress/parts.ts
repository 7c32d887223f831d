import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isPortFree } from '@escola/dev-services/ports'
import { startPostgres } from '@escola/dev-services/postgres'
import { projectRoot } from '@escola/dev-services/project'
import { type BenchStack, type OwnBenchStack, serverSource, untilReady } from '../bench/bench-stack.ts'

/** A process that may be killed at any moment and is started again, as its supervisor would. */
export interface Part {
  name: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** Time within which a program has to be ready; a start on a busy machine takes long. */
const startWithinMs = 180_000

interface Launch {
  file: string
  env: Record<string, string>
  ready: string
  /** Folder of its log. */
  logs: string
}

/** A process of ours. It is started again when it ends without having been killed, and that is reported. */
export class Program implements Part {
  readonly name: string
  readonly #launch: Launch
  #child: ChildProcess | undefined
  /** How it ended by itself, each time that it did. */
  readonly ends: string[] = []

  constructor(name: string, launch: Launch) {
    this.name = name
    this.#launch = launch
  }

  get pid(): number {
    return this.#child!.pid!
  }

  async start() {
    const { file, env, ready, logs } = this.#launch
    const log = openSync(path.join(logs, `${this.name}.log`), 'a')
    const child = spawn(process.execPath, [path.join(serverSource, file)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    })
    this.#child = child
    // The child process is killed when this process exits.
    process.once('exit', () => child.kill('SIGKILL'))
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return
      this.ends.push(signal ?? `code ${code}`)
      this.start().catch(() => undefined)
    })
    await untilReady(ready, startWithinMs)
  }

  async kill() {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

export const logFolder = () => {
  const folder = path.join(projectRoot, '.data/stress')
  mkdirSync(folder, { recursive: true })
  return folder
}

export async function startPrograms({ env }: BenchStack, logs = logFolder()) {
  const [apiPort, workerPort] = [await freePort(), await freePort()]
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const api = new Program('api', {
    file: 'main-api.ts',
    env: { ...env, PORT: String(apiPort) },
    ready: `${apiUrl}/readyz`,
    logs,
  })
  const worker = new Program('worker', {
    file: 'main-worker.ts',
    // A dead worker's job is another's within seconds, so that a round need not wait for it.
    env: { ...env, WORKER_PORT: String(workerPort), JOB_LOCK_MS: '3000' },
    ready: `http://127.0.0.1:${workerPort}/readyz`,
    logs,
  })
  await Promise.all([api.start(), worker.start()])
  return { api, worker, apiUrl }
}

export function databasePart({ postgres, postgresDir }: OwnBenchStack): Part & { stop(): Promise<void> } {
  let running = postgres
  const port = Number(new URL(postgres.url).port)
  return {
    name: 'database',
    kill: async () => process.kill(running.pid, 'SIGKILL') && undefined,
    start: async () => {
      // The last children of a killed server hold its port for a moment.
      for (const end = Date.now() + 10_000; Date.now() < end && !(await isPortFree(port)); ) await sleep(50)
      running = await startPostgres({ dataDir: postgresDir, port })
    },
    stop: () => running.stop(),
  }
}
