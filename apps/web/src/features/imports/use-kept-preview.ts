import { hourMs } from '@escola/contract/durations'
import type { ImportRow } from '@escola/contract/imports.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool, useUser } from '../../session/context.ts'
import { keptInTab } from '../../session/kept-in-tab.ts'
import { type Preview, previewRows } from './preview.ts'

interface Kept {
  preview: Preview
  /** Changes with each list that is shown. */
  version: number
}

interface KeptRows {
  filename: string
  rows: ImportRow[]
  until: number
}

/**
 * The list that an administrator is about to import into a class. It is kept on this page for an hour: they may have left to add balance, and come back.
 * While what it lacks is paid it is also kept in this tab, because a phone reloads a page that its user has left for the bank. It goes with the session, and
 * never to the device's storage.
 */
export function useKeptPreview(cohortId: string) {
  const client = useQueryClient()
  const schoolId = useSchool().id
  const tab = keptInTab<KeptRows>(`import.${schoolId}.${useUser()?.id}.${cohortId}`)
  const key = ['checked list', schoolId, cohortId]
  const [inTab] = useState(() => readRows(tab.read()))
  const [kept, setKept] = useState(() => client.getQueryData<Kept>(key) ?? inTab)
  const forgetInTab = () => tab.write(undefined)
  const forget = () => {
    client.removeQueries({ queryKey: key })
    forgetInTab()
  }
  const show = (preview: Preview) => {
    const next = { preview, version: (kept?.version ?? 0) + 1 }
    client.setQueryDefaults(key, { gcTime: hourMs, structuralSharing: false })
    client.setQueryData(key, next)
    setKept(next)
  }
  const keepInTab = () => {
    if (kept) tab.write({ filename: kept.preview.filename, rows: kept.preview.rows, until: Date.now() + hourMs })
  }
  const restart = () => {
    forget()
    setKept(undefined)
  }
  return { kept, wasPaying: inTab !== undefined, show, keepInTab, forgetInTab, forget, restart }
}

function readRows(stored: KeptRows | undefined): Kept | undefined {
  if (!stored || stored.until < Date.now()) return undefined
  const result = previewRows(stored.filename, stored.rows)
  return 'preview' in result ? { preview: result.preview, version: 1 } : undefined
}
