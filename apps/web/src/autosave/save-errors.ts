import { ApiError } from '../api/api-error.ts'

/** No answer at all, or one from a server that is away. */
export const isOffline = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status))

/** Not a refusal of what was sent: the same again may be taken. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429

/** The newer state that comes with stale_version. */
export const staleOf = <State>(error: unknown): State | undefined =>
  error instanceof ApiError && error.code === 'stale_version' ? (error.current as State | undefined) : undefined

export const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The message that belongs beside one field. */
export const fieldErrorOf =
  (error: unknown) =>
  (field: string): string | undefined =>
    error instanceof ApiError ? error.fields?.[field] : undefined
