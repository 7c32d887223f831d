import { minuteMs } from '@escola/contract/durations'
import type { PaymentStatus } from '@escola/contract/payments.contract'

/** State of an intent at the provider, as far as it decides. */
export interface IntentState {
  status: string
  /** Decline or error code of the last attempt; undefined without one. */
  fault?: string | undefined
}

/** State of a payment as it is known here. */
export interface Known {
  status: PaymentStatus
  fault: string
  attempt: number
}

/** A reading of the provider, with the attempt that was under way when it was asked. */
export interface Reading extends IntentState {
  attempt: number
  /** The attempt is over, by a refusal or by its time: an intent that was not confirmed until now never will be. */
  isOver: boolean
}

export const isOpen = ({ status }: Pick<Known, 'status'>) => status === 'processing' || status === 'requires_action'

/** Time after which an attempt is over: no call lasts longer with all its repetitions. */
export const attemptMs = minuteMs

export const isAttemptOver = ({ utc_tried_on }: { utc_tried_on: Date }, now: Date): boolean =>
  now.getTime() - utc_tried_on.getTime() > attemptMs

/**
 * Decides a payment's state from a reading, whichever comes first. Money that arrived counts whatever was known; a payment that is paid stays so; and a
 * reading that is older than the attempt under way says nothing else.
 */
export function decide(known: Known, reading: Reading): Pick<Known, 'status' | 'fault'> {
  const { status, fault } = known
  if (reading.status === 'succeeded') return { status: 'succeeded', fault: '' }
  if (!isOpen(known) || reading.attempt !== known.attempt) return { status, fault }
  switch (reading.status) {
    case 'requires_action':
      return { status: 'requires_action', fault: '' }
    case 'canceled':
      return { status: 'canceled', fault: '' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      // Until the new attempt is confirmed, the intent still shows the fault of the previous one.
      if (status === 'processing' && known.attempt > 1 && !reading.isOver) return { status, fault }
      if (reading.fault) return { status: 'failed', fault: reading.fault }
      return reading.isOver ? { status: 'failed', fault: 'not_confirmed' } : { status, fault }
    default:
      return { status: 'processing', fault: '' }
  }
}
