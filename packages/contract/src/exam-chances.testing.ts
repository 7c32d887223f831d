/** Seed of a number. Tests of chances have the same ones in each run: of a thousand runs with other seeds one would fail without a fault. */
export const seedOf = (number: number) => number.toString(16).padStart(64, '0')

/**
 * Chi-square of counts that should be equal, as a number of the normal distribution (Wilson and Hilferty): equal chances give more than 3.09 once
 * in a thousand times.
 */
export function surpriseOf(counts: number[]): number {
  const [sum, freedom] = [counts.reduce((a, b) => a + b, 0), counts.length - 1]
  const expected = sum / counts.length
  const square = counts.reduce((total, count) => total + (count - expected) ** 2 / expected, 0)
  const spread = 2 / (9 * freedom)
  return ((square / freedom) ** (1 / 3) - (1 - spread)) / Math.sqrt(spread)
}

/** The surprise that p = 0.001 allows. */
export const surpriseMax = 3.09
