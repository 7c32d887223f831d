import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ExamImportPage } from '../../features/exam-imports/exam-import-page.tsx'
import { examImportQueries, shownOf } from '../../features/exam-imports/exam-imports.queries.ts'
import { requireAdmin } from '../../session/guards.ts'
import { pageOf } from '../-list-search.ts'
import { schoolIdOf } from '../-school-id.ts'

export const Route = createFileRoute('/_app/questoes_/importar_/$importId')({
  // The filter is read where the page is, because every page carries this function.
  validateSearch: ({ page, show }: { page?: number; show?: string } & SearchSchemaInput) => ({
    page: pageOf(page),
    show: String(show ?? ''),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, show: '' })] },
  beforeLoad: requireAdmin,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { importId }, deps: { page, show }, cause }) => {
    const schoolId = schoolIdOf(context)
    const { queryClient } = context
    // Within the page, the list loads its next page itself and keeps its rows meanwhile.
    if (cause === 'stay') return undefined
    return Promise.all([
      queryClient.ensureQueryData(examImportQueries.one(schoolId, importId)),
      queryClient.ensureQueryData(examImportQueries.items(schoolId, importId, { page, show: shownOf(show) })),
      queryClient.ensureQueryData(examImportQueries.tags(schoolId)),
      queryClient.ensureQueryData(examImportQueries.courses(schoolId)),
    ])
  },
  component: ExamImportRoute,
})

function ExamImportRoute() {
  const { importId } = Route.useParams()
  const { page, show } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useMemo(() => ({ page, show: shownOf(show) }), [page, show])
  return (
    <ExamImportPage
      key={importId}
      importId={importId}
      query={query}
      onQuery={(change) => void navigate({ search: { ...query, ...change }, resetScroll: false })}
    />
  )
}
