import { useRef, useState } from 'react'
import { notifyError, notifySuccess } from '../notify.ts'
import { type Asking, confirm } from './confirm.ts'

export interface Change {
  /** Asked first, where there is something to lose. */
  question?: Asking
  change: () => Promise<unknown>
  /** Said at the end. */
  done?: string
  /** Shows a failure that takes longer to read than a notice stays. @returns whether it did */
  showFailure?: (error: unknown) => boolean
}

/**
 * Asks, changes, and says how it went. One change at a time: clicks meanwhile do nothing. The question gives the focus back to
 * what asked it.
 */
export function useConfirmedChange() {
  const isBusy = useRef(false)
  const [isPending, setPending] = useState(false)

  const follow = async ({ question, change, done }: Change) => {
    if (question && !(await confirm(question))) return
    setPending(true)
    await change()
    if (done) notifySuccess(done)
  }
  const run = (change: Change) => {
    if (isBusy.current) return
    isBusy.current = true
    void follow(change)
      .catch((error: unknown) => {
        if (!change.showFailure?.(error)) notifyError(error)
      })
      .finally(() => {
        isBusy.current = false
        setPending(false)
      })
  }
  return { run, isPending }
}
