import { createElement, useSyncExternalStore } from 'react'
import { textOf } from '../api/api-error.ts'
import { deferredPart } from './loading/deferred-part.ts'
import { report } from './report.ts'

let shown: typeof deferredPart.ready
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Host of notices, which loads once there is one. */
export function NoticeHost() {
  const notices = useSyncExternalStore(subscribe, () => shown)
  return notices ? createElement(notices.Notices) : null
}

/** Button of a notice, which is shown for so many seconds. */
export interface NoticeAction {
  label: string
  seconds: number
  run: () => Promise<unknown>
}

async function show(message: string, kind: 'success' | 'error', action?: NoticeAction) {
  try {
    shown = await deferredPart.load()
  } catch {
    // The notice's code may never come without a connection; the failure is shown all the same.
    if (kind === 'error') window.alert(message)
    return
  }
  for (const listener of listeners) listener()
  shown.showNotice(message, kind, action && { ...action, run: () => void action.run().catch(notifyError) })
}

export const notifySuccess = (text: string, action?: NoticeAction) => void show(text, 'success', action)

/**
 * Shows a failure that belongs to no field. A cancelled request is none.
 * @param about the failed task, for a user who may be on another page by now
 */
export function notifyError(error: unknown, about?: string) {
  if (error instanceof DOMException && error.name === 'AbortError') return
  report(error)
  void show(about ? `${about}. ${textOf(error)}` : textOf(error), 'error')
}
