import { formatPoints } from '@escola/contract/exam-texts'

/** Reads points as a person types them, '7,5' or '0', as hundredths; undefined where they are none, or beyond these bounds. */
export function readTypedPoints(typed: string, { least, most }: { least: number; most: number }): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return undefined
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return points >= least && points <= most ? points : undefined
}

/** Writes points so that they are read as they are. */
export const writeTypedPoints = (points: number): string => formatPoints(points).replaceAll('.', '')
