/** Reads a whole number within its bounds; undefined where it is none. */
export function readTypedWhole(typed: string, least: number, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
