import { appVersion } from '@escola/contract/limits'
import { captureException, dedupeIntegration, init, linkedErrorsIntegration } from '@sentry/browser'
import { ApiError } from '../../../api/api-error.ts'
import { scrub } from './scrub.ts'

/** Failures that the server apologised for are in its own log (part 1 §8). */
const isUserError = (error: unknown) =>
  error instanceof Error && error.message.includes('mas aconteceu um erro inesperado')
/** Says whether a failure is a missing connection, in which no report can be sent. */
const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'

/**
 * Reports errors of the page from now on, and those since it began. A report has the error's own text alone: no history of clicks and calls, and no
 * address of the user.
 */
export function startReporting(dsn: string) {
  init({
    dsn,
    release: String(appVersion),
    environment: 'production',
    sampleRate: 1,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    defaultIntegrations: false,
    integrations: [dedupeIntegration(), linkedErrorsIntegration()],
    beforeSend: (event) => scrub({ ...event, request: { url: location.href } }),
  })
  const send = (error: unknown) => {
    if (!isUserError(error) && !isOffline(error)) captureException(error)
  }
  const failures = globalThis.escolaFailures
  if (!failures) return
  failures.report = send
  for (const error of failures.kept.splice(0)) send(error)
}
