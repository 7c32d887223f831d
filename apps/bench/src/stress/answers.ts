import type { Answer } from './callers.ts'

export const begunIn = (answers: Answer[], from: number, to: number) =>
  answers.filter(({ startedAt }) => startedAt >= from && startedAt < to)
export const endedIn = (answers: Answer[], from: number, to: number) =>
  answers.filter(({ endedAt }) => endedAt >= from && endedAt < to)
const duration = ({ startedAt, endedAt }: Answer) => endedAt - startedAt
export const ms = (value: number) => `${Math.round(value)} ms`

export function percentile(answers: Answer[], share: number): number {
  const sorted = answers.map(duration).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const shares = (answers: Answer[]) =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .map(([status, all]) => `${all.length} × ${status || 'none'}`)
    .join(', ')
