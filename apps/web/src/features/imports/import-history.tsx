import type { Import } from '@escola/contract/imports.contract'
import { Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { ImportEntry } from './import-entry.tsx'
import { importQueries, isUnderWay } from './imports.queries.ts'
import { useLiveImport } from './use-live-import.ts'

/** The class's imports, newest first; one under way moves by itself, whoever started it and whenever one came in. */
export function ImportHistory({ cohortId }: { cohortId: string }) {
  const { data } = useQuery(importQueries.list(useSchool().id, cohortId))
  const list: Import[] = data?.imports ?? []
  useLiveImport(cohortId, list.find(isUnderWay))
  if (list.length === 0) return null
  return (
    <Paper withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h3">
          Importações
        </Title>
        {list.map((each, index) => (
          <ImportEntry key={each.id} entry={each} startsOpen={index === 0} />
        ))}
      </Stack>
    </Paper>
  )
}
