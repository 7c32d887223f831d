import type { Logger } from 'pino'
import { throttledLog } from '../core/throttled-log.ts'

/** One task of the relay's loop. */
export interface RelayStep {
  name: string
  /** Time between two runs; 0 for one that each look does. */
  everyMs: number
  run(): Promise<void>
}

export interface LateStep {
  step: string
  /** Seconds by which the step is overdue, because it fails or hangs. */
  seconds: number
}

const retryMs = 1000

/** Runs the steps that are due, in order and each by itself: a step that fails does not hold up the others, and is tried again in a moment. */
export class RelaySteps {
  readonly #steps: (RelayStep & { runAt: number; dueAt: number; logTrouble: (error: Error) => void })[]

  constructor(steps: RelayStep[], log: Logger) {
    const now = Date.now()
    this.#steps = steps.map((step) => ({
      ...step,
      runAt: 0,
      dueAt: now,
      logTrouble: throttledLog(log.child({ step: step.name }), 'a step of the relay fails and is tried again', 'error'),
    }))
  }

  async runDue(): Promise<void> {
    for (const step of this.#steps) {
      if (Date.now() < step.runAt) continue
      try {
        await step.run()
        step.runAt = step.dueAt = Date.now() + step.everyMs
      } catch (error) {
        step.runAt = Date.now() + Math.min(step.everyMs, retryMs)
        step.logTrouble(error as Error)
      }
    }
  }

  listLate(): LateStep[] {
    return this.#steps.map(({ name, dueAt }) => ({ step: name, seconds: Math.max(0, Date.now() - dueAt) / 1000 }))
  }
}
