import { dayMs, hourMs, minuteMs } from '@escola/contract/durations'
import type { PaymentStatus, payWays } from '@escola/contract/payments.contract'

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

/** A reading of the provider, with what was known of the payment before the provider was asked: it tells nothing of what began after that. */
export interface Reading extends IntentState {
  before: Pick<Known, 'status' | 'attempt'>
  /** The attempt was over when the provider was asked, by a refusal or by its time: an intent that was not confirmed by then never will be. */
  isOver: boolean
}

const isUnderWay = ({ status }: IntentState) => status === 'requires_action' || status === 'processing'

export const isOpen = ({ status }: Pick<Known, 'status'>) => status === 'processing' || status === 'requires_action'

interface Looked {
  status: PaymentStatus
  way: (typeof payWays)[number]
  purpose: string
  utc_tried_on: Date
  utc_look_on: Date | null
}

/** Time after which a job asks how a payment went, and then again and again while it may take money. */
export const followMs = 90 * 1000
/** Time after which a payment that waits for its payer is given up. */
const longestOpenMs = dayMs
/** Longest time between two looks at a renewal that failed: its grace ends it, and its payer may confirm it until then. */
const renewalLookMs = 6 * hourMs

/** Tells whether a payment is given up that has brought nothing for so long. A renewal ends with its grace. */
export const isGivenUp = ({ way, purpose, utc_tried_on }: Omit<Looked, 'status' | 'utc_look_on'>, now: Date): boolean =>
  way === 'card' && purpose !== 'renewal' && now.getTime() - utc_tried_on.getTime() > longestOpenMs

/**
 * Finds when the intent of a failed payment is looked at again: twice as late each time, and for a day. A card's intent ends by our own act alone, which is due
 * then; where that has not ended it, it is tried again later. Null for all other payments, and for an intent that is over.
 */
export function nextLookAt(
  { status, way, purpose, utc_tried_on, utc_look_on }: Looked,
  intentStatus: string,
  now: Date,
): Date | null {
  const age = now.getTime() - utc_tried_on.getTime()
  if (status !== 'failed' || intentStatus === 'canceled') return null
  if (purpose === 'renewal') return new Date(now.getTime() + Math.min(Math.max(followMs, age), renewalLookMs))
  if (age > longestOpenMs) {
    if (way !== 'card') return null
    const isTried = utc_look_on !== null && utc_look_on <= now
    return isTried ? new Date(now.getTime() + hourMs) : now
  }
  return new Date(now.getTime() + Math.max(followMs, age))
}

/** Time after which an attempt is over: no call lasts longer with all its repetitions. */
export const attemptMs = minuteMs

export const isAttemptOver = ({ utc_tried_on }: { utc_tried_on: Date }, now: Date): boolean =>
  now.getTime() - utc_tried_on.getTime() > attemptMs

/**
 * Decides a payment's state from a reading, whichever comes first. Money that arrived counts whatever was known; a payment that is paid stays so; and a
 * reading that is older than the attempt under way says nothing else. A failure that was known before the provider was asked, and that the intent
 * contradicts, was none: its payer may be charged yet.
 */
export function decide(known: Known, reading: Reading): Pick<Known, 'status' | 'fault'> {
  const { status, fault } = known
  if (reading.status === 'succeeded') return { status: 'succeeded', fault: '' }
  if (reading.before.attempt !== known.attempt) return { status, fault }
  const wasFailed = status === 'failed' && reading.before.status === 'failed'
  if (!isOpen(known) && !(wasFailed && isUnderWay(reading))) return { status, fault }
  switch (reading.status) {
    case 'requires_action':
      return { status: 'requires_action', fault: '' }
    case 'canceled':
      return { status: 'canceled', fault: '' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      // Until the new attempt is confirmed, the intent still shows the fault of the previous one.
      if (reading.before.status === 'processing' && known.attempt > 1 && !reading.isOver) return { status, fault }
      if (reading.fault) return { status: 'failed', fault: reading.fault }
      return reading.isOver ? { status: 'failed', fault: 'not_confirmed' } : { status, fault }
    default:
      return { status: 'processing', fault: '' }
  }
}
