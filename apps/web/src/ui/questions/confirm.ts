import { type ComponentType, createElement, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { deferredPart } from '../loading/deferred-part.ts'
import type { Question } from './confirm-dialog.tsx'

interface OpenQuestion {
  dialog: ComponentType<{ answer: (yes: boolean) => void }>
  asker: HTMLElement | null
  answer: (yes: boolean) => void
  /** A click that began a series came since it is open. */
  wasClicked?: boolean
}

let openQuestion: OpenQuestion | undefined
const listeners = new Set<() => void>()
const set = (next: OpenQuestion | undefined) => {
  openQuestion = next
  for (const listener of listeners) listener()
}

/** Finds the element that gets the focus back. A menu is gone by then; its button stays. */
function findAsker() {
  const active = document.activeElement
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : (active as HTMLElement | null)
}

/** Question to ask. A question that names numbers is made when it is asked; undefined when there is nothing to ask after all. */
export type Asking = Question | (() => Promise<Question | undefined>)

/** Asks in a dialog; false when it is closed in any other way than by its confirming button. */
export async function confirm(asking: Asking): Promise<boolean> {
  const asker = findAsker()
  const question = typeof asking === 'function' ? await asking() : asking
  if (!question) return true
  try {
    await deferredPart.load()
  } catch {
    // The dialog's code may never come without a connection; the browser can ask as well.
    return window.confirm(`${question.title}\n\n${question.text}`)
  }
  return ask((props) => createElement(deferredPart.ready!.ConfirmDialog, { ...question, ...props }), asker)
}

/** Asks in any dialog, which has come already. */
export async function ask(dialog: OpenQuestion['dialog'], asker = findAsker()): Promise<boolean> {
  // The question's host has left.
  if (listeners.size === 0) return false
  openQuestion?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined)
      resolve(yes)
    }
    set({ dialog, answer, asker })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function closeByEscape(event: KeyboardEvent) {
  if (!openQuestion || event.key !== 'Escape' || event.isComposing) return
  event.stopImmediatePropagation()
  openQuestion.answer(false)
}

/** Ignores what is left of a double click that opened the question: it would close the question, or answer it before it was read. */
function ignoreOldClick(event: MouseEvent) {
  if (!openQuestion) return
  if (event.detail <= 1) openQuestion.wasClicked = true
  if (openQuestion.wasClicked) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Host of questions, which loads its dialog once one is asked. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  useEffect(() => () => openQuestion?.answer(false), [])
  // A question may stand over another dialog, which hears of Escape too: this listener is there before any dialog's.
  useLayoutEffect(() => {
    window.addEventListener('keydown', closeByEscape, { capture: true })
    window.addEventListener('click', ignoreOldClick, { capture: true })
    return () => {
      window.removeEventListener('keydown', closeByEscape, { capture: true })
      window.removeEventListener('click', ignoreOldClick, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    if (question) return () => question.asker?.focus({ preventScroll: true })
  }, [question])
  return question ? createElement(question.dialog, { answer: question.answer }) : null
}
