import { createElement, lazy, Suspense, useSyncExternalStore } from 'react'
import { textOf } from '../api/api-error.ts'

let wanted = false
const listeners = new Set<() => void>()

const Notices = lazy(() => import('./notices.tsx'))
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where notices appear; its code is loaded with the first of them. */
export function NoticeHost() {
  const mounted = useSyncExternalStore(subscribe, () => wanted)
  return mounted ? createElement(Suspense, null, createElement(Notices)) : null
}

async function show(message: string, kind: 'success' | 'error') {
  wanted = true
  for (const listener of listeners) listener()
  const { showNotice } = await import('./notices.tsx')
  showNotice(message, kind)
}

export const notifySuccess = (text: string) => void show(text, 'success')

/** Failures that belong to no field. A request that was called off is none. */
export function notifyError(error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return
  void show(textOf(error), 'error')
}
