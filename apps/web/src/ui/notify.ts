import { createElement, useSyncExternalStore } from 'react'
import { textOf } from '../api/api-error.ts'
import { laterPart } from './later.ts'
import { report } from './report.ts'

let shown: typeof laterPart.ready
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where notices appear, once there is one. */
export function NoticeHost() {
  const notices = useSyncExternalStore(subscribe, () => shown)
  return notices ? createElement(notices.Notices) : null
}

async function show(message: string, kind: 'success' | 'error') {
  try {
    shown = await laterPart.load()
  } catch {
    // Without a connection its code may never come; what failed is said all the same.
    if (kind === 'error') window.alert(message)
    return
  }
  for (const listener of listeners) listener()
  shown.showNotice(message, kind)
}

export const notifySuccess = (text: string) => void show(text, 'success')

/**
 * Failures that belong to no field. A request that was called off is none.
 * @param about what failed, where the person may be elsewhere by now
 */
export function notifyError(error: unknown, about?: string) {
  if (error instanceof DOMException && error.name === 'AbortError') return
  report(error)
  void show(about ? `${about}. ${textOf(error)}` : textOf(error), 'error')
}
