/** Prices in cents (part 2 §9). */
export const prices = { ownDomainEachMonth: 50 } as const
