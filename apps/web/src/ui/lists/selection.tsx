import type { BulkSelection } from '@escola/contract/bulk-changes.contract'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Column } from './stack-table.tsx'

/** Students who are checked in a list, or all that it finds. */
export interface Selection {
  ids: string[]
  isAll: boolean
  /** Checks or unchecks students one by one. */
  set: (ids: string[], isChecked: boolean) => void
  setAll: (isAll: boolean) => void
  clear: () => void
  /** A phone shows the check boxes while students are being selected; other windows always do. */
  isSelecting: boolean
  setSelecting: (isSelecting: boolean) => void
  /** Form in which the server takes it. */
  wire: BulkSelection
}

/**
 * Keeps a selection from page to page; other filters find other students, so they begin a new one.
 * @param part part of those students that the list shows, where the filter can't say it
 */
export function useSelection(filter: NonNullable<BulkSelection['filter']>, part = ''): Selection {
  const key = JSON.stringify([filter, part])
  const none = { key, ids: [] as string[], isAll: false }
  const [isSelecting, setSelecting] = useState(false)
  const [kept, setKept] = useState(none)
  const { ids, isAll } = kept.key === key ? kept : none
  return {
    ids,
    isAll,
    set: (changed, isChecked) => {
      const others = ids.filter((id) => !changed.includes(id))
      setKept({ ...none, ids: isChecked ? [...others, ...changed] : others })
    },
    setAll: (isAll) => setKept({ ...none, isAll }),
    clear: () => setKept(none),
    isSelecting,
    setSelecting: (isSelecting) => {
      setSelecting(isSelecting)
      if (!isSelecting) setKept(none)
    },
    wire: isAll ? { filter } : { user_ids: ids },
  }
}

/** Column of a list's check boxes. */
export const selectionColumn = (selection: Selection): Column<{ user_id: string; name: string }, never> => ({
  label: 'Selecionar',
  select: true,
  cell: ({ user_id, name }) => (
    <Checkbox
      aria-label={`Selecionar ${name}`}
      disabled={selection.isAll}
      checked={selection.isAll || selection.ids.includes(user_id)}
      onChange={({ currentTarget }) => selection.set([user_id], currentTarget.checked)}
    />
  ),
})
