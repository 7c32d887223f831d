import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { isNewRecord } from './new-record.ts'

/** The key of an editor: another one for another thing, but not for what the first change has just made of it. */
export function useEditorKey({ id, link }: { id: string; link: string }): number {
  const made = useRouterState({ select: ({ location }) => location.state.made })
  const [shown, setShown] = useState({ id, link, key: 0 })
  if (id === shown.id && link === shown.link) return shown.key
  // An unpublished course or lesson changes its link with its title.
  const goesOn = isNewRecord(shown) ? id === made : id === shown.id
  const key = goesOn ? shown.key : shown.key + 1
  setShown({ id, link, key })
  return key
}
