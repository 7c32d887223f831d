/** Reads points as a person types them, '7,5' or '0', as hundredths; undefined where they are none, or more than the worth. */
export function readGivenPoints(typed: string, worth: number): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return undefined
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return points <= worth ? points : undefined
}

/** Writes points as the field shows them. */
export const writeGivenPoints = (points: number | null): string =>
  points === null ? '' : String(points / 100).replace('.', ',')
