/** Limit of attempts within a window of time; a caller with one too many waits. */
export interface Limit {
  key: string
  max: number
  /** Attempts up to this moment are ignored. */
  since?: Date | undefined
}
export interface Attempt {
  /** Milliseconds until the next attempt is allowed; 0 when this one was. */
  waitMs: number
  /** How many count for each limit by now. */
  counts: number[]
}

/** Counters of all callers, kept by all processes together. */
export interface Counters {
  /** Counts one under every key, or, when one of them has too many, under none. */
  take(limits: Limit[], windowMs: number): Promise<Attempt>
  /** Takes the last one back. */
  giveBack(key: string): Promise<void>
  clearAttempts(key: string): Promise<void>
  close(): Promise<void>
}
