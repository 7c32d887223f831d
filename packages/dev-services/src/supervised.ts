import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { findLastTrouble, findTrouble, followLog, rotateLog } from './logs.ts'
import { stopProcess } from './processes.ts'
import { RestartPauses } from './restart-pauses.ts'

export interface SupervisedOptions {
  /** How people call it: "the worker". */
  name: string
  args: string[]
  cwd: string
  env: Record<string, string | undefined>
  logFile: string
  print: (line: string) => void
  onPids: () => void
}

/** A child process that is started again when it ends without having been asked to. */
export class Supervised {
  readonly #options: SupervisedOptions
  readonly #unfollow: () => void
  #child: ChildProcess | undefined
  #wanted = false
  #startedAt = 0
  readonly #pauses = new RestartPauses()
  #timer: NodeJS.Timeout | undefined
  /** Its last words when it has just crashed. */
  crash: string | undefined

  constructor(options: SupervisedOptions) {
    this.#options = options
    rotateLog(options.logFile)
    this.#unfollow = followLog(options.logFile, (line) => {
      const trouble = findTrouble(line)
      if (trouble) options.print(`${options.name}: ${trouble.slice(0, 300)}`)
    })
  }

  get logFile(): string {
    return this.#options.logFile
  }

  /** Its name at the beginning of a sentence. */
  get title(): string {
    return this.#options.name.replace(/^t/, 'T')
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(): void {
    const { args, cwd, env, logFile, onPids } = this.#options
    clearTimeout(this.#timer)
    const log = openSync(logFile, 'a')
    // Its own group, so that Ctrl-C reaches us alone and we stop the parts in order; the channel tells it when we die.
    const stdio = ['ignore', log, log, 'ipc'] as const
    const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: [...stdio] })
    closeSync(log)
    this.#wanted = true
    this.#child = child
    this.#startedAt = Date.now()
    this.crash = undefined
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `code ${code}`))
    child.once('error', (error) => this.#ended(child, error.message))
    onPids()
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    clearTimeout(this.#timer)
    this.#wanted = false
    const pid = this.#child?.pid
    if (!pid) return
    await stopProcess(pid, [
      [signal, 25_000],
      ['SIGKILL', 5000],
    ])
    this.#child = undefined
    this.#options.onPids()
  }

  async end(): Promise<void> {
    await this.stop()
    this.#unfollow()
  }

  #ended(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#options.onPids()
    if (!this.#wanted) return
    const { name, logFile, print } = this.#options
    this.crash = findLastTrouble(logFile) ?? reason
    const pause = this.#pauses.take(Date.now() - this.#startedAt)
    print(`${name} ended unexpectedly (${reason}); starting it again in ${pause / 1000} s. Its log: ${logFile}`)
    this.#timer = setTimeout(() => this.start(), pause)
  }
}
