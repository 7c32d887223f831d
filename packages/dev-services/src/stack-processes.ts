import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './project.ts'
import { Supervised } from './supervised.ts'
import { viteProgram } from './web-build.ts'

export interface StackProcessesOptions {
  env: Record<string, string | undefined>
  logs: string
  watch: boolean
  say: (line: string) => void
  onPids: (pids: number[]) => void
  signal?: AbortSignal
}

const stopWithParent = pathToFileURL(path.join(import.meta.dirname, 'stop-with-parent.ts')).href

/** The platform's own processes: the API, workers and, while developing, the web's server. */
export class StackProcesses {
  readonly #options: StackProcessesOptions
  readonly #all: Supervised[] = []
  readonly #workers: Supervised[] = []
  // What goes wrong before the platform is up is told once, as the reason why it did not start.
  #isUp = false

  constructor(options: StackProcessesOptions) {
    this.#options = options
  }

  startApi(): void {
    this.#supervise('the API', 'api', this.#program('main-api.ts'))
  }

  /** Starts a worker that was killed, or one more. */
  startWorker(): void {
    const idle = this.#workers.find((each) => each.pid === undefined)
    if (idle) {
      idle.start()
      return
    }
    const number = this.#workers.length + 1
    const [name, log] = number === 1 ? ['the worker', 'worker'] : [`worker ${number}`, `worker-${number}`]
    this.#workers.push(this.#supervise(name, log, this.#program('main-worker.ts')))
  }

  startWeb(host: string, port: number): void {
    const args = [viteProgram(), '--port', String(port), '--strictPort', '--host', host]
    this.#supervise('the web', 'web', args, path.join(projectRoot, 'apps/web'))
  }

  async killWorker(signal: NodeJS.Signals): Promise<void> {
    await this.#workers.findLast((each) => each.pid !== undefined)?.stop(signal)
  }

  workerPids(): number[] {
    return pidsOf(this.#workers)
  }

  async untilReady(address: string): Promise<void> {
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

  /** From now on troubles are told as they come. */
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

  #supervise(name: string, log: string, args: string[], cwd = projectRoot): Supervised {
    const { env, logs, say, onPids } = this.#options
    const child = new Supervised({
      name,
      args,
      cwd,
      env,
      logFile: path.join(logs, `${log}.log`),
      say: (line) => this.#isUp && say(line),
      onPids: () => onPids(pidsOf(this.#all)),
    })
    this.#all.push(child)
    child.start()
    return child
  }
}

const pidsOf = (processes: Supervised[]) => processes.map((each) => each.pid).filter((pid) => pid !== undefined)
