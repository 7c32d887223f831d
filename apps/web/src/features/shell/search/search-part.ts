import { searchTexts } from '@escola/contract/search.contract'
import { createElement, useEffect, useSyncExternalStore } from 'react'
import { useViewRole } from '../../../session/context.ts'
import { part } from '../../../ui/loading/part.ts'
import { notifyError } from '../../../ui/notify.ts'

const dialog = part(() => import('./search-dialog.tsx'))
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the search, which loads when it is first opened. */
export async function openSearch() {
  try {
    const { showSearch } = await dialog.load()
    for (const listener of listeners) listener()
    showSearch()
  } catch {
    notifyError(searchTexts.failed)
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')

function openByKey(event: KeyboardEvent) {
  const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
  if (event.defaultPrevented || !(isCommand || isSlash) || document.querySelector('[aria-modal="true"], dialog[open]'))
    return
  event.preventDefault()
  void openSearch()
}

/** Place of the search on each page of the school, with its keys; visitors have none. */
export function SearchPlace() {
  const isOffered = useViewRole() !== 'visitor'
  const loaded = useSyncExternalStore(subscribe, () => dialog.ready)
  useEffect(() => {
    if (!isOffered) return
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [isOffered])
  return isOffered && loaded ? createElement(loaded.SearchDialog) : null
}
