import type { Price } from '../core/objects.ts'

/** The moment a number of billing intervals after the anchor; a month without the anchor's day ends on its last one. */
export function periodBoundary(anchor: number, { recurring }: Pick<Price, 'recurring'>, count: number): number {
  const steps = (recurring?.interval_count ?? 1) * count
  const days = { day: 1, week: 7 }[recurring?.interval as string]
  if (days) return anchor + days * steps * 86_400
  const date = new Date(anchor * 1000)
  const months = date.getUTCMonth() + steps * (recurring?.interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const time = anchor % 86_400
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay)) / 1000 + time
}

/** The first boundary after a moment. */
export function nextBoundary(anchor: number, price: Pick<Price, 'recurring'>, after: number): number {
  for (let count = 1; ; count++) {
    const boundary = periodBoundary(anchor, price, count)
    if (boundary > after) return boundary
  }
}
