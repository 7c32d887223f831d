import { useEffect, useEffectEvent, useState } from 'react'

/** Seconds left until the end, which comes once. */
export function useCountdown(seconds: number, onEnd: () => void) {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left <= 0) return end()
    const timer = setInterval(() => setLeft(left - 1), 1000)
    return () => clearInterval(timer)
  }, [left])
  return left
}
