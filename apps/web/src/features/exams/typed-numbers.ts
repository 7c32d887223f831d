import { examLimits } from '@escola/contract/exam-plan'

/** Reads points as an author types them, '1,5' or '1', as hundredths; undefined where they are none. */
export function readTypedPoints(typed: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return undefined
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return points >= examLimits.pointsMin && points <= examLimits.pointsMax ? points : undefined
}

/** Reads a whole number within its bounds; undefined where it is none. */
export function readTypedWhole(typed: string, least: number, most: number): number | undefined {
  const number = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
