import { messages } from '@escola/contract/messages'
import { ApiError } from '../../../api/client.ts'

/** No answer at all, or one from a server that is away: worth trying again. */
export const isOffline = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || [502, 503, 504].includes(error.status)

/** The newer state that comes with stale_version. */
export const staleOf = <State>(error: unknown, name: string): State | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'stale_version') return undefined
  const current = error.current
  if (typeof current !== 'object' || current === null) return undefined
  return (name in current ? (current as Record<string, unknown>)[name] : current) as State
}

export const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const saveErrorText = (error: unknown) => (error instanceof ApiError ? error.message : messages.unexpected)

/** The message that belongs beside one field. */
export const fieldErrorOf =
  (error: unknown) =>
  (field: string): string | undefined =>
    error instanceof ApiError ? error.fields?.[field] : undefined
