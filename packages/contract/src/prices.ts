/** Prices in cents (part 2 §9). */
export const prices = { ownDomainEachMonth: 50 } as const

/** Swaps of a school's points for balance, from the smallest: what each takes and gives (part 2 §9). */
export const pointSwaps = [
  { points: 100, cents: 100 },
  { points: 500, cents: 1000 },
  { points: 1000, cents: 2500 },
] as const
