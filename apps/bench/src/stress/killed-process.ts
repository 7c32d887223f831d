import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ChargedSchool } from '@escola/server/features/charges/charges-steps.testing'

export interface MoneySchool {
  id: string
  cohortId: string
  students: { userId: string; name: string; email: string }[]
}

/** A step that a process is asked to do in a school, at a moment of the school's own clock. */
export interface Asked {
  school: MoneySchool
  now: number
  step: keyof ChargedSchool | 'check'
  values: unknown[]
}

interface Answer {
  value?: boolean | string
  error?: string
}

/** A child process that runs steps, and is killed while it runs each last of some; another one then runs that step again. */
export class KilledProcess {
  readonly #program: string
  readonly #env: Record<string, string>
  readonly #stepsBetweenKills: number
  #child: ChildProcess | undefined
  #steps = 0
  #isStopped = false
  #answer: (answer: Answer | undefined) => void = () => {}
  /** Number of processes that were killed while they ran a step. */
  kills = 0

  /** @param program file of `bundleProgram('charge-process')` */
  constructor(program: string, env: Record<string, string>, stepsBetweenKills: number) {
    this.#program = program
    this.#env = env
    this.#stepsBetweenKills = stepsBetweenKills
  }

  async do(asked: Asked): Promise<boolean | string | undefined> {
    for (;;) {
      const answer = await this.#ask(asked)
      if (answer?.error) throw new Error(`${asked.step} in school ${asked.school.id}: ${answer.error}`)
      if (answer) return answer.value
      if (!this.#child?.killed) throw new Error(`${asked.step} in school ${asked.school.id} ended its process`)
      this.kills++
    }
  }

  /** @returns nothing where the process was killed before it answered */
  async #ask(asked: Asked): Promise<Answer | undefined> {
    const child = await this.#start()
    const isLast = ++this.#steps % this.#stepsBetweenKills === 0
    const answer = new Promise<Answer | undefined>((resolve) => {
      this.#answer = resolve
    })
    child.send(asked, () => {})
    const killing = isLast ? setTimeout(() => child.kill('SIGKILL'), Math.random() * longestStepMs) : undefined
    const found = await answer
    clearTimeout(killing)
    return found
  }

  /** A process that loads its program is not killed: it would only load it again. */
  async #start(): Promise<ChildProcess> {
    if (this.#isStopped) throw new Error('it was stopped')
    if (this.#child && !this.#child.killed && this.#child.exitCode === null) return this.#child
    const child = fork(this.#program, { env: { ...process.env, ...this.#env } })
    this.#child = child
    const [started] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (started !== 'started') throw new Error(`the program ended with ${started} before it had started`)
    child.on('message', (answer: Answer) => this.#answer(answer))
    child.once('exit', () => this.#answer(undefined))
    return child
  }

  stop() {
    this.#isStopped = true
    this.#child?.kill('SIGKILL')
  }
}

/** Most steps have ended by then, on a quiet machine. */
const longestStepMs = 60
