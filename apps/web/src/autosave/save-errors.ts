import { ApiError, textOf } from '../api/api-error.ts'

/** Says whether a failure is a missing answer, or one from a server that is away. */
export const isOffline = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status))

/** Says whether a failure passes: it refuses nothing in the edits, which may be accepted later. */
export const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429

/** The newer state that comes with stale_version. */
export const staleOf = <State>(error: unknown): State | undefined =>
  error instanceof ApiError && error.code === 'stale_version' ? (error.current as State | undefined) : undefined

/** The message that belongs beside one field. */
export const fieldErrorOf =
  (error: unknown) =>
  (field: string): string | undefined =>
    error instanceof ApiError ? error.fields?.[field] : undefined

const firstRefused = (error: unknown) =>
  error instanceof ApiError ? Object.entries(error.fields ?? {}).find(([, why]) => why !== '') : undefined

/** Text of a refused save whose fields don't show their own messages. */
export const refusalText = (error: unknown) => firstRefused(error)?.[1] ?? textOf(error)

/** Lets a refusal say which field it is about: on a long page that one may be out of sight. */
export const namingField =
  (labelOf: (field: string) => string | undefined) =>
  (error: unknown): never => {
    const [path = '', why = ''] = firstRefused(error) ?? []
    const label = labelOf(path.split('.')[0]!)
    if (label && error instanceof ApiError) error.message = `${label}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
    throw error
  }
