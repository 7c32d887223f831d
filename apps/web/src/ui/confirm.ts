import { createElement, lazy, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'

export interface Question {
  title: string
  text: string
  confirmLabel?: string
  danger?: boolean
}

interface Asked extends Question {
  asker: HTMLElement | null
  answer: (yes: boolean) => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()
const set = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

/** What the focus goes back to. A menu is gone by then; its button stays. */
function askerNow() {
  const active = document.activeElement
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : (active as HTMLElement | null)
}

/** Asks in a dialog; false when it is closed in any other way than by its confirming button. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined)
      resolve(yes)
    }
    set({ ...question, answer, asker: askerNow() })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Where questions appear; its code is loaded with the first of them. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  useLayoutEffect(() => {
    if (question) return () => question.asker?.focus({ preventScroll: true })
  }, [question])
  return question ? createElement(Suspense, null, createElement(ConfirmDialog, question)) : null
}
