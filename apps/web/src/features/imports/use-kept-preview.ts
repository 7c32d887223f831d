import { hourMs } from '@escola/contract/durations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import type { Preview } from './preview.ts'

interface Kept {
  preview: Preview
  /** Changes with each list that is shown. */
  version: number
}

/**
 * The list that an administrator is about to import into a class. It is kept on this page for an hour: they may have left to add balance, and come back.
 * It goes with the session, and never to the device's storage.
 */
export function useKeptPreview(cohortId: string) {
  const client = useQueryClient()
  const key = ['checked list', useSchool().id, cohortId]
  const [kept, setKept] = useState(() => client.getQueryData<Kept>(key))
  const forget = () => client.removeQueries({ queryKey: key })
  const show = (preview: Preview) => {
    const next = { preview, version: (kept?.version ?? 0) + 1 }
    client.setQueryDefaults(key, { gcTime: hourMs, structuralSharing: false })
    client.setQueryData(key, next)
    setKept(next)
  }
  const restart = () => {
    forget()
    setKept(undefined)
  }
  return { kept, show, forget, restart }
}
