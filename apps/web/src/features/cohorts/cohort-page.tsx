import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { backToCohorts, CohortDetail, type CohortPageProps } from './cohort-detail.tsx'
import { cohortQueries } from './cohorts.queries.ts'

export function CohortPage(props: CohortPageProps) {
  const { id, page, sort } = props
  const { data, error, refetch, isPlaceholderData } = useQuery(cohortQueries.one(useSchool().id, id, { page, sort }))
  if (data) return <CohortDetail {...props} {...data} isLoadingPage={isPlaceholderData} />
  // An address that is no id is as unknown as one that is no class.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />
  return (
    <Page title="Turma" back={backToCohorts}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack role="status" aria-label="Carregando a turma">
          <Skeleton height={120} radius="lg" />
          <Skeleton height={320} radius="lg" />
        </Stack>
      )}
    </Page>
  )
}
