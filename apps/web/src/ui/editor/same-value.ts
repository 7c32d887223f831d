export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
