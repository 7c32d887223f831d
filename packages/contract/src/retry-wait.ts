/** Milliseconds before the second try of a call that was refused for a moment, on average, and before a late one. */
const waits = { first: 1000, longest: 30_000 }

/**
 * Computes how long a device waits before it tries again. Half of it is chance: a class that was refused in one second must not come back in one.
 * @param tries those that were refused, from 1
 * @param random 0 to 1
 */
export const retryWait = (tries: number, random: number): number =>
  Math.min(waits.first * 2 ** (tries - 1), waits.longest) * (0.5 + random)
