import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Runs `onEnd` when a work that this page saw under way has ended.
 * @param id work that is under way now, if any is
 */
export function useAtEnd(id: string | undefined, onEnd: () => void) {
  const previous = useRef<string>(undefined)
  const handleEnd = useEffectEvent(onEnd)
  useEffect(() => {
    const ended = previous.current !== undefined && previous.current !== id
    previous.current = id
    if (ended) handleEnd()
  }, [id])
}
