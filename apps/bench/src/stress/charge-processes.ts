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
  id: number
  school: MoneySchool
  now: number
  step: keyof ChargedSchool | 'check'
  values: unknown[]
}

interface Answer {
  id: number
  value?: boolean | string
  error?: string
}

/** Child processes that run the steps. Some are killed meanwhile; a step without an answer is sent to another process. */
export class ChargeProcesses {
  readonly #program: string
  readonly #env: Record<string, string>
  readonly #children: { child: ChildProcess; started: Promise<unknown> }[] = []
  readonly #waiting = new Map<number, { child: ChildProcess; answer(answer: Answer | undefined): void }>()
  #asked = 0
  /** Number of processes that were killed, and number of steps after which the next one is. */
  kills = 0
  readonly #stepsBetweenKills: number

  /** @param program file of `bundleProgram('charge-process')` */
  constructor(
    program: string,
    env: Record<string, string>,
    { count, stepsBetweenKills }: { count: number; stepsBetweenKills: number },
  ) {
    this.#program = program
    this.#env = env
    this.#stepsBetweenKills = stepsBetweenKills
    for (let each = 0; each < count; each++) this.#start(each)
  }

  #start(place: number) {
    const child = fork(this.#program, { env: { ...process.env, ...this.#env } })
    // The first message says that the program has started; an end before it is answered below.
    const started = Promise.race([once(child, 'message'), once(child, 'exit')])
    this.#children[place] = { child, started }
    child.on('message', (answer: Answer) => this.#waiting.get(answer.id)?.answer(answer))
    child.once('exit', () => {
      for (const { child: asked, answer } of [...this.#waiting.values()]) if (asked === child) answer(undefined)
      if (this.#children[place]?.child === child) this.#start(place)
    })
  }

  async do(
    school: MoneySchool,
    now: number,
    step: Asked['step'],
    values: unknown[],
  ): Promise<boolean | string | undefined> {
    for (;;) {
      const answer = await this.#ask({ id: ++this.#asked, school, now, step, values })
      if (answer?.error) throw new Error(`${step} in school ${school.id}: ${answer.error}`)
      if (answer) return answer.value
    }
  }

  /** A process that loads its program is not killed: it would only load it again. */
  async #ask(asked: Asked): Promise<Answer | undefined> {
    const { child, started } = this.#children[asked.id % this.#children.length]!
    await started
    return new Promise((resolve) => {
      this.#waiting.set(asked.id, {
        child,
        answer: (answer) => {
          this.#waiting.delete(asked.id)
          resolve(answer)
        },
      })
      child.send(asked, (error) => {
        if (error) this.#waiting.get(asked.id)?.answer(undefined)
      })
      if (asked.id % this.#stepsBetweenKills === 0) this.#killSoon(child)
    })
  }

  #killSoon(child: ChildProcess) {
    setTimeout(() => {
      if (child.exitCode === null && child.signalCode === null) this.kills++
      child.kill('SIGKILL')
    }, Math.random() * 20)
  }

  stop() {
    for (const { child } of this.#children.splice(0)) child.kill('SIGKILL')
  }
}
