import { createElement, lazy, Suspense, useSyncExternalStore } from 'react'

export interface Question {
  title: string
  text: string
  confirmLabel?: string
  danger?: boolean
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()
const set = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog; false when it is closed in any other way than by its confirming button. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined)
      resolve(yes)
    }
    set({ ...question, answer })
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
  return question ? createElement(Suspense, null, createElement(ConfirmDialog, question)) : null
}
