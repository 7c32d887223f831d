import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { leanMemory } from './lean-memory.ts'
import { freePort } from './ports.ts'
import { projectRoot } from './project.ts'
import { Supervised } from './supervised.ts'
import { viteProgram } from './web-build.ts'

export interface StackProcessesOptions {
  env: Record<string, string | undefined>
  logs: string
  watch: boolean
  print: (line: string) => void
  onPids: (pids: number[]) => void
  signal?: AbortSignal
}

interface Launch {
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

const stopWithParent = pathToFileURL(path.join(import.meta.dirname, 'stop-with-parent.ts')).href

/** The platform's own processes: the API, workers and, while developing, the web's server. */
export class StackProcesses {
  readonly #options: StackProcessesOptions
  readonly #all: Supervised[] = []
  readonly #workers: { process: Supervised; ready: string }[] = []
  // A fault before the platform is up is reported once, as the reason why it did not start.
  #isUp = false

  constructor(options: StackProcessesOptions) {
    this.#options = options
  }

  async startApi(): Promise<void> {
    this.#supervise('the API', 'api', { args: this.#program('main-api.ts') })
    await this.#untilReady(`${this.#options.env.API_URL}/readyz`)
  }

  /** Starts a worker that was killed, or one more. */
  async startWorker(): Promise<void> {
    let worker = this.#workers.find(({ process }) => process.pid === undefined)
    if (worker) worker.process.start()
    else {
      const number = this.#workers.length + 1
      const [name, log] = number === 1 ? ['the worker', 'worker'] : [`worker ${number}`, `worker-${number}`]
      const port = await freePort()
      const env = { WORKER_PORT: String(port) }
      const supervised = this.#supervise(name, log, { args: this.#program('main-worker.ts'), env })
      const { hostname } = new URL(this.#options.env.API_URL as string)
      worker = { process: supervised, ready: `http://${hostname}:${port}/readyz` }
      this.#workers.push(worker)
    }
    await this.#untilReady(worker.ready)
  }

  /** The web's development server. */
  async startWeb(host: string, port: number): Promise<void> {
    const args = [viteProgram(), '--port', String(port), '--strictPort', '--host', host]
    this.#supervise('the web', 'web', { args, cwd: path.join(projectRoot, 'apps/web') })
    await this.#untilReady(`http://${host}:${port}/`)
  }

  async killWorker(signal: NodeJS.Signals): Promise<void> {
    await this.#workers.findLast(({ process }) => process.pid !== undefined)?.process.stop(signal)
  }

  workerPids(): number[] {
    return pidsOf(this.#workers.map(({ process }) => process))
  }

  async #untilReady(address: string): Promise<void> {
    const { signal, logs } = this.#options
    const end = Date.now() + 90_000
    for (;;) {
      signal?.throwIfAborted()
      const crashed = this.#all.find((each) => each.crash)
      if (crashed) throw new Error(`${crashed.title} did not start: ${crashed.crash} (see ${crashed.logFile})`)
      const answer = await fetch(address, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
      if (answer?.ok) return
      if (Date.now() > end) throw new Error(`${address} did not become ready within 90 seconds; see ${logs}.`)
      await sleep(50)
    }
  }

  /** From now on troubles are printed as they come. */
  declareUp(): void {
    this.#isUp = true
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.end()))
  }

  #program(file: string): string[] {
    const watch = this.#options.watch ? ['--watch', '--watch-preserve-output'] : []
    return [...watch, '--import', stopWithParent, path.join(projectRoot, 'apps/server/src', file)]
  }

  #supervise(name: string, log: string, { args, cwd = projectRoot, env }: Launch): Supervised {
    const { logs, print, onPids } = this.#options
    const child = new Supervised({
      name,
      args,
      cwd,
      env: { ...leanMemory, ...this.#options.env, ...env },
      logFile: path.join(logs, `${log}.log`),
      print: (line) => this.#isUp && print(line),
      onPids: () => onPids(pidsOf(this.#all)),
    })
    this.#all.push(child)
    child.start()
    return child
  }
}

const pidsOf = (processes: Supervised[]) => processes.map((each) => each.pid).filter((pid) => pid !== undefined)
