import { AppError } from '../../../core/app-error.ts'

/** Moment at which a call is interrupted: before or after one of its awaits, counted from 0. */
export interface Interruption {
  at: number
  isAfter: boolean
  /** die: its process ends there. wait: the next step is taken meanwhile. */
  how: 'die' | 'wait'
}

/** Error of a call whose process has died. */
export class ProcessCrash extends Error {}

/** Tells whether a step ended as it may: its process died, or a caller was refused. A step that failed several times must have done so each time. */
export const isExpectedEnd = (error: unknown, refusals: Set<string>): boolean =>
  error instanceof AggregateError
    ? error.errors.every((each) => isExpectedEnd(each, refusals))
    : error instanceof ProcessCrash || (error instanceof AppError && refusals.has(error.code))

/** Goes around each await of a call. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>

/** Interrupts a call before or after one of its awaits. A process that has died does nothing more. */
export function interrupt({ at, isAfter, how }: Interruption, meanwhile: () => Promise<void>): Guard {
  let left = at
  let isDead = false
  const halt = async () => {
    if (how === 'wait') return meanwhile()
    isDead = true
    throw new ProcessCrash()
  }
  return async (work) => {
    if (isDead) throw new ProcessCrash()
    if (left-- !== 0) return work()
    if (!isAfter) await halt()
    const result = await work()
    if (isAfter) await halt()
    return result
  }
}
