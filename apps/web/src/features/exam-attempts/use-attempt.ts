import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { useSchool, useUser } from '../../session/context.ts'
import { subscribeToSeconds } from '../../ui/each-second.ts'
import { AttemptKeeper } from './attempt-keeper.ts'

/** Opens an attempt on this page and follows it. What is unsent when the page is left goes on being sent. */
export function useAttempt(attemptId: string) {
  const client = useQueryClient()
  const schoolId = useSchool().id
  const userId = useUser()?.id ?? ''
  const [keeper] = useState(() => new AttemptKeeper(client, { schoolId, userId, attemptId }))
  const state = useSyncExternalStore(keeper.subscribe, keeper.snapshot)
  useEffect(() => {
    void keeper.open()
    const unsubscribe = subscribeToSeconds(() => keeper.tick())
    // A phone may end a page in the background.
    const handleHidden = () => document.hidden && void keeper.send()
    document.addEventListener('visibilitychange', handleHidden)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', handleHidden)
      void keeper.send()
    }
  }, [keeper])
  // Leaving loses answers only where the browser stores nothing.
  useLeaveGuard({
    hasUnsaved: () => keeper.hasUnsent() && !keeper.snapshot().isKept,
    flush: () => keeper.send(),
  })
  return { keeper, state }
}
