import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../ui/notify.ts'

/** Part 2 §2: what doesn't exist leads elsewhere. True while it does. */
export function useMissing(error: unknown, to: '/' | '/cursos') {
  const navigate = useNavigate()
  const isMissing = error instanceof ApiError && error.status === 404
  useEffect(() => {
    if (!isMissing) return
    if (to === '/cursos') notifyError(error)
    void navigate({ to, replace: true })
  }, [isMissing, error, navigate, to])
  return isMissing
}
