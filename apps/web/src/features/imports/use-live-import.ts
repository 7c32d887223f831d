import { type Import, imports, isUnderWay } from '@escola/contract/imports.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { importQueries } from './imports.queries.ts'

const retryMs = 2000

/** Keeps the list of imports up to date while one is under way; at its end everything that it changed is fresh again. */
export function useLiveImport(cohortId: string, running: Import | undefined) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const id = running?.id
  useAtEnd(id, useRefresh('cohorts', 'students', 'learning', 'context', 'ledger'))

  useEffect(() => {
    if (id === undefined) return
    const leave = new AbortController()
    const { queryKey } = importQueries.list(schoolId, cohortId)
    const show = (next: Import) =>
      client.setQueryData(
        queryKey,
        (list) => list && { imports: list.imports.map((each) => (each.id === id ? next : each)) },
      )

    const follow = async () => {
      while (!leave.signal.aborted) {
        let hasEnded = false
        const onEvent = (name: string, data: unknown) => {
          if (name !== 'import') return
          hasEnded = !isUnderWay(data as Import)
          show(data as Import)
        }
        await listenToEvents(imports.events, { params: { schoolId, id }, onEvent, signal: leave.signal }).catch(
          () => undefined,
        )
        if (leave.signal.aborted || hasEnded) return
        // The stream broke off: the list says where the import is, and another try follows.
        await new Promise((resolve) => setTimeout(resolve, retryMs))
        await client.invalidateQueries({ queryKey })
      }
    }
    void follow()
    return () => leave.abort()
  }, [client, schoolId, cohortId, id])
}
