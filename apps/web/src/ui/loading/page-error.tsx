import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, makeOfflineError } from '../../api/api-error.ts'
import { useDocumentTitle } from '../page.tsx'
import { report } from '../report.ts'
import { AskAccess } from './ask-access.tsx'
import { ErrorState, failureTitle } from './error-state.tsx'
import { isMissingPart, leaveOldBuild, reloadWhenReachable, watchReachable } from './missing-part.ts'
import { NotFound } from './not-found.tsx'
import { UnexpectedError } from './unexpected-error.tsx'

// A lesson's page has no header to leave by.
const wayOut = (
  <Button variant="subtle" renderRoot={(props) => <Link to="/" {...props} />}>
    Ir para o início
  </Button>
)

/** Stands in place of a page that could not be loaded: an unknown address, a refusal of the server, or a fault of ours. */
export function PageError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  // The router's new load needs its boundary to be reset, too.
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError && error.isUnknownAddress) return <NotFound />
  if (error instanceof ApiError && error.code === 'permission_needed') return <AskAccess asked={error.fields?.may} />
  return <Failed error={error} onRetry={retry} />
}

interface FailedProps {
  error: unknown
  onRetry: () => void
}

function Failed({ error, onRetry }: FailedProps) {
  useDocumentTitle(failureTitle)
  useEffect(() => report(error), [error])
  if (isMissingPart(error)) return <MissingPart />
  return error instanceof ApiError ? (
    <Refused error={error} onRetry={onRetry} />
  ) : (
    <UnexpectedError onRetry={onRetry} action={wayOut} />
  )
}

/** Loads itself when the connection is back. */
function Refused({ error, onRetry }: FailedProps) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => watchReachable(retry), [])
  return <ErrorState error={error} onRetry={onRetry} level={1} action={wayOut} />
}

/** A part of the program is not here: the connection is away, or a newer version has replaced it. */
function MissingPart() {
  useEffect(() => {
    void leaveOldBuild()
    return watchReachable(() => location.reload())
  }, [])
  return <ErrorState error={makeOfflineError()} onRetry={() => void reloadWhenReachable()} level={1} action={wayOut} />
}
