import { type BulkChange, bulkProgress, bulkSummary } from '@escola/contract/bulk-changes.contract'
import { Alert, Paper, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import { useAtEnd } from '../../ui/lists/use-at-end.ts'
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
  if (change.utc_ended_on === null) return <Running change={change} />
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

function Running({ change }: { change: BulkChange }) {
  const { total, done } = change
  return (
    <Paper withBorder radius="lg" p="lg">
      <Progress
        value={total > 0 ? Math.min(100, (100 * done) / total) : 0}
        animated
        aria-label={bulkProgress(change)}
        size="lg"
        radius="xl"
      />
      <Text size="sm" c="dimmed" mt={6}>
        {bulkProgress(change)}: {formatNumber(done)} de {formatNumber(total)}. Você pode sair desta página.
      </Text>
    </Paper>
  )
}
