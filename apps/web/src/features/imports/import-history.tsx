import { type Import, isUnderWay } from '@escola/contract/imports.contract'
import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ImportEntry } from './import-entry.tsx'
import { importQueries } from './imports.queries.ts'
import { useLiveImport } from './use-live-import.ts'

const newsMs = 60 * 60 * 1000
const isNews = ({ utc_finished_on }: Import) =>
  utc_finished_on !== null && Date.now() - Date.parse(utc_finished_on) < newsMs

/** Lists the class's imports, newest first; a running one moves by itself, whichever administrator started it. */
export function ImportHistory({ cohortId }: { cohortId: string }) {
  const { data, error, refetch } = useQuery(importQueries.list(useSchool().id, cohortId))
  const [showsAll, setShowsAll] = useState(false)
  const list: Import[] = data?.imports ?? []
  useLiveImport(cohortId, list.find(isUnderWay))
  if (error && !data) {
    return (
      <Paper withBorder radius="lg" p="lg">
        <Title order={2} size="h3">
          Importações
        </Title>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Paper>
    )
  }
  if (list.length === 0) return null
  const shown = list.filter((each, index) => showsAll || index === 0 || isUnderWay(each))
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            Importações
          </Title>
          {list.length > 1 && (
            <Button variant="subtle" size="xs" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Só a última' : 'Ver as anteriores'}
            </Button>
          )}
        </Group>
        {shown.map((each) => (
          <ImportEntry key={each.id} entry={each} opensAtEnd={isUnderWay(each) || isNews(each)} />
        ))}
      </Stack>
    </Paper>
  )
}
