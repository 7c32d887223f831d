export const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
