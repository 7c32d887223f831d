import { newestFirst } from '@escola/contract/sorts'
import { createFileRoute } from '@tanstack/react-router'
import { CohortPage } from '../../features/cohorts/cohort-page.tsx'
import { ImportButton } from '../../features/imports/import-button.tsx'
import { ImportHistory } from '../../features/imports/import-history.tsx'
import { importQueries } from '../../features/imports/imports.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageSearch, sortSearch } from '../-page-search.ts'

export const Route = createFileRoute('/_app/turma/$cohortId')({
  beforeLoad: requireAdmin,
  validateSearch: ({ page, sort }: Record<string, unknown>) => ({ ...pageSearch(page), ...sortSearch(sort) }),
  // Loaded before the page is shown, so that a list of imports doesn't push it down later.
  loader: ({ context, params }) =>
    context.school && context.queryClient.prefetchQuery(importQueries.list(context.school.id, params.cohortId)),
  component: CohortRoute,
})

function CohortRoute() {
  const { cohortId } = Route.useParams()
  const { page = 1, sort = newestFirst } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CohortPage
      key={cohortId}
      id={cohortId}
      page={page}
      sort={sort}
      onPage={(next) => void navigate({ search: { ...pageSearch(next), ...sortSearch(sort) } })}
      onSort={(next) => void navigate({ search: sortSearch(next), replace: true })}
      importButton={<ImportButton cohortId={cohortId} />}
      importHistory={<ImportHistory cohortId={cohortId} />}
    />
  )
}
