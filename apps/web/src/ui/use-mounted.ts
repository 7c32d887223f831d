import { useEffect, useRef } from 'react'

/** An answer that comes after the page was left must not lead back to it. */
export function useMounted() {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
