import { bulkProgress, bulkSummary } from '@escola/contract/bulk-changes.contract'
import { Alert, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
import { RunProgress } from '../../ui/run-progress.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { bulkChangeQueries } from './bulk-changes.queries.ts'

/** The summary of a change stays for those who left the page and come back soon. */
const summaryMs = 600_000
const isRecent = (endedOn: string) => Date.now() - Date.parse(endedOn) < summaryMs

/** Shows how far a change of many students is, and its summary at the end, when the list is fresh again. */
export function BulkProgress() {
  const change = useQuery(bulkChangeQueries.latest(useSchool().id)).data?.bulk
  const [closedId, setClosedId] = useState<string>()
  const refresh = useRefresh('cohorts', 'students', 'learning', 'calendars', 'context', 'ledger')
  useAtEnd(change?.utc_ended_on === null ? change.id : undefined, () => void refresh())
  if (!change) return null
  if (change.utc_ended_on === null)
    return (
      <Paper p="lg">
        <RunProgress text={bulkProgress(change)} done={change.done} total={change.total} />
      </Paper>
    )
  if (closedId === change.id || !isRecent(change.utc_ended_on)) return null
  return (
    <Alert
      role="status"
      variant="light"
      withCloseButton
      closeButtonLabel="Fechar resumo"
      onClose={() => setClosedId(change.id)}
    >
      {bulkSummary(change)}
    </Alert>
  )
}
