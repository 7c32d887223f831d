import type { BulkSelection } from '@escola/contract/bulk-changes.contract'
import { useState } from 'react'
import type { StudentQuery } from './students.queries.ts'

/** Students who are checked in the list, or all that it finds. */
export interface Selection {
  ids: string[]
  isAll: boolean
  /** Checks or unchecks students one by one. */
  set: (ids: string[], isChecked: boolean) => void
  setAll: (isAll: boolean) => void
  clear: () => void
  /** Form in which the server takes it. */
  wire: BulkSelection
}

/** Keeps a selection from page to page; other filters find other students, so they begin a new one. */
export function useSelection({ page: _page, sort: _sort, ...filter }: StudentQuery): Selection {
  const key = JSON.stringify(filter)
  const none = { key, ids: [] as string[], isAll: false }
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
    wire: isAll ? { filter } : { user_ids: ids },
  }
}
