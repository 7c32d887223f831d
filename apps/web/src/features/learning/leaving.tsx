import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { notifyError } from '../../ui/notify.ts'

interface LeavingProps {
  /** Said on the way; undefined where the next page says it. */
  error: unknown
  to: NavigateOptions
  /** Shown meanwhile. */
  children: ReactNode
}

/** Leaves an address that can't be shown, for another one. */
export function Leaving({ error, to, children }: LeavingProps) {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    if (error) notifyError(error)
    void navigate({ ...to, replace: true })
  })
  useEffect(() => leave(), [])
  return children
}
